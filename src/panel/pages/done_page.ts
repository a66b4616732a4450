import type { CommandOutcome } from "../../admin/command/command.ts";
import { html } from "../../page/html.ts";
import { notice } from "../../page/parts.ts";
import type { PanelPage } from "../parts/page_context.ts";

/** Says what a form has done, in the command's own words, and leads back. */
export function donePage({ lines, notes = [] }: CommandOutcome, back: string): PanelPage {
  return {
    title: "Done",
    main: html`<h1>Done</h1>${notice("info", lines.map((line) => html`<p>${line}</p>`))}${
      notes.map((note) => notice("warn", html`<p>${note}</p>`))
    }<p><a href="${back}">Go on</a></p>`,
  };
}
