/**
 * This room makes of an article safe HTML, plain text, a summary, and what answers say of it.
 *
 * @module
 */

import createMarkdownIt from "markdown-it";
import { cleanHtml } from "./clean_html.ts";
import { excessOf } from "./limits.ts";

/** Raw HTML is let through here and cleaned below, since imported articles are HTML. */
const markdown = createMarkdownIt({ html: true, linkify: true });

/**
 * Renders Markdown to HTML that no script, style or foreign frame survives in, and to plain text. Of an
 * article that has too much of something, which a check refuses, there is nothing.
 */
export function renderMarkdown(source: string): { readonly html: string; readonly text: string } {
  if (excessOf(source) !== undefined) return { html: "", text: "" };
  const html = unwrapped(cleanHtml(markdown.render(source)).trim());
  return { html, text: plainText(html) };
}

/** A division around everything divides nothing; imported articles have one to be read as HTML. */
function unwrapped(html: string): string {
  if (!html.startsWith("<div>") || !html.endsWith("</div>")) return html;
  const inner = html.slice("<div>".length, -"</div>".length);
  return inner.includes("div>") ? html : inner.trim();
}

/** The text between the tags: blocks are on lines of their own, cells of a table beside each other. */
function plainText(html: string): string {
  const broken = numbered(html).replace(/<br\s*\/?>\n?/g, "\n").replace(
    /<\/(?:p|div|li|h[1-6]|tr|blockquote|pre|dd|dt|figcaption)>/g,
    "$&\n",
  )
    .replace(/<(?=(?:div|ul|ol|dl|table|blockquote|pre)\b)(?<=[^\n]<)/g, "\n<")
    .replace(/(<\/t[dh]>)\s*(?=<t[dh])/g, "$1 | ");
  return decode(broken.replace(/<[^>]*>/g, "")).replace(/(?<![ \t])[ \t]+\n/g, "\n").replace(
    /\n{3,}/g,
    "\n\n",
  ).trim();
}

/** The same, with a number before each item of a numbered list. */
function numbered(html: string): string {
  const lists: number[] = [];
  return html.replace(
    /<(\/?)(ol|ul|li)\b(?: start="(\d+)")?[^>]*>\s*/g,
    (tag, slash, name, start) => {
      if (name !== "li") {
        if (slash === "") lists.push(name === "ol" ? Number(start ?? 1) : NaN);
        else lists.pop();
        return tag;
      }
      const number = lists.at(-1) ?? NaN;
      if (slash !== "" || Number.isNaN(number)) return tag;
      lists[lists.length - 1] = number + 1;
      return `${tag.trimEnd()}${number}. `;
    },
  );
}

const ENTITIES: Record<string, string> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&amp;": "&",
  "&nbsp;": " ",
};

/** The entities that the sanitizer writes. */
function decode(text: string): string {
  return text.replace(/&(?:lt|gt|quot|#39|amp|nbsp);/g, (entity) => ENTITIES[entity]!);
}
