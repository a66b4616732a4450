import type { CommandOutcome } from "../../admin/command/command.ts";
import { html } from "../../page/html.ts";
import { notice } from "../../page/parts.ts";
import type { PanelPage } from "../parts/page_context.ts";

/** Shows a secret that was made just now: on this answer alone, under no address that could be opened again. */
export function secretPage(
  { json, notes = [] }: CommandOutcome,
  { title, back }: { title: string; back(id: string): string },
): PanelPage {
  const { id, secret } = json as { readonly id: string; readonly secret: string };
  return {
    title,
    main: html`
      <h1>${title}</h1>${notice(
        "warn",
        html`<p>It is shown this once. Copy it now: nobody can read it later, nor by loading this page again.</p>`,
      )}<p><code class="address">${secret}</code></p><p
        class="text">Every server knows it within 3 seconds.</p>${notes.map((note) =>
          notice("info", html`<p>${note}</p>`)
        )}<p><a href="${back(id)}">Go on to its page</a></p>
    `,
  };
}
