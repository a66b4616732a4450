import { renderMarkdown } from "../../../article/markdown.ts";

/** The text of a news item as a dump has it. */
export interface DumpArticle {
  readonly content: string;
  /** Whether it is the article for sure, and not the short text of lists. */
  readonly isWhole: boolean;
}

const TAG = /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>/i;

/**
 * What an article becomes: `body` itself where a dump says the same; undefined where the dump has the short text
 * that lists show of it, or the summary.
 */
export function mergeArticle(
  { content, isWhole }: DumpArticle,
  body: string,
  summary: unknown,
): string | undefined {
  const made = articleBody(content);
  const there = renderMarkdown(body);
  const start = line(content).replace(/\s*…$/, "");
  const isShort = line(String(summary)) === line(content) || line(there.text).startsWith(start);
  if (!isWhole && isShort && body.trim() !== "" && !TAG.test(content)) return undefined;
  return line(there.html) === line(renderMarkdown(made).html) ? body : made;
}

/** The text of a dump as it is written in a Markdown file; it comes back as it was. */
export function articleBody(content: string): string {
  const text = content.replace(/\r\n?/g, "\n").trim();
  if (TAG.test(text)) return htmlBlock(text);
  const isPlain = line(renderMarkdown(text).text) === line(text);
  return isPlain ? `${text}\n` : htmlBlock(`<p>${escaped(text)}</p>`);
}

/**
 * The tags that begin a block of HTML which lasts until an empty line (CommonMark 0.31, 4.6, kind 6).
 */
const BLOCK =
  /^<(?:address|article|aside|blockquote|center|details|div|dl|figure|footer|form|h[1-6]|header|hr|main|nav|ol|p|section|table|ul)[\s/>]/i;

/** One block of HTML: nothing in it is read as Markdown. */
function htmlBlock(html: string): string {
  const block = BLOCK.test(html) ? html : `<div>\n${html}\n</div>`;
  return `${withoutEmptyLines(block)}\n`;
}

/** In preformatted text the line breaks count, so they are written as entities. */
function withoutEmptyLines(html: string): string {
  return html.split(/(<pre[\s>][\s\S]*?<\/pre>)/i)
    .map((part, place) =>
      place % 2 === 1 ? part.replaceAll("\n", "&#10;") : part.replace(/\n(?:[ \t]*\n)+/g, "\n")
    )
    .join("");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
    .replaceAll("\n", "<br>\n");
}

function line(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
