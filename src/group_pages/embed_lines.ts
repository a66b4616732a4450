import { type Html, html } from "../page/html.ts";
import { codeBlock } from "../page/parts.ts";
import { EMBEDS } from "./embed_options.ts";
import type { PageWords } from "./words/english.ts";

/** The path below which the frames are. */
const EMBED_ROOT = "/embed";

/** The lines to paste that show a group's frames on another page, and the addresses of its overlays. */
export function embedLines(words: PageWords, base: string, slug: string, name: string): Html {
  const titles = { live: words.embedLive, next: words.embedNext, birthdays: words.embedBirthdays };
  return html`
    <details class="fold"><summary>${words.embedTitle}</summary>
    <p class="small">${words.embedIntro}</p>
    ${EMBEDS.map((embed) => {
      const address = `${base}${EMBED_ROOT}/${encodeURIComponent(slug)}/${embed}`;
      const title = `${titles[embed]}: ${name}`.replaceAll('"', "”");
      const line =
        `<iframe src="${address}" title="${title}" width="360" height="320" style="border:0" loading="lazy"></iframe>`;
      return html`
        <h3>${titles[embed]}</h3>${codeBlock(line, "html")}<p
          class="small">${words.embedOverlay} <code class="address">${address}?overlay=1</code></p>
      `;
    })}
    </details>
  `;
}
