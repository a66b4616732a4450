import { renderMarkdown } from "../../../article/markdown.ts";
import { summarize } from "../../../article/summary.ts";
import type { DumpArticle } from "./file_kind.ts";

/** What becomes of the text of a news file. */
interface ArticleChange {
  /** The new text below the front matter; undefined: it stays. */
  readonly body?: string;
  /** The new summary; undefined: it stays. */
  readonly summary?: string;
  /** Whether the file's text is the dump's already. */
  readonly isSame?: boolean;
}

const TAG = /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>/i;

/**
 * Decides what a dump's text means for a file with `body` and `summary`: the article itself, or
 * the short text that lists show of it, which must not take the article's place.
 */
export function mergeArticle(
  { content, isWhole }: DumpArticle,
  body: string,
  summary: unknown,
): ArticleChange {
  const made = articleBody(content);
  if (body.trim() === "") return { body: made };
  if (body.trim() === made.trim()) return { isSame: true };
  const there = renderMarkdown(body);
  if (isWhole || TAG.test(content)) {
    const isSame = line(there.html) === line(renderMarkdown(made).html);
    return isSame ? { isSame } : { body: made };
  }
  const text = line(content);
  const whole = line(there.text);
  if ([line(String(summary ?? "")), summarize(whole), whole].includes(text)) {
    return {};
  }
  const isShort = summarize(text) === text && summarize(whole) !== whole;
  return isShort ? { summary: text } : { body: made };
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
