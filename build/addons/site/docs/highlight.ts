// @ts-types="./highlighter.d.ts"
import highlighter from "highlight.js/lib/common";
import { Html, html } from "../../../../src/page/html.ts";

/** Code in colours: the build makes them, so that a page needs no script for it. */
export function highlight(code: string, language: string): Html {
  if (highlighter.getLanguage(language) === undefined) return html`${code}`;
  return new Html(highlighter.highlight(code, { language }).value);
}
