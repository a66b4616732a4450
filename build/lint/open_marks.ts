/** What stays open in the Markdown of an article: bold text, code and links. */

import createMarkdownIt, { type Token } from "markdown-it";
import { type Message, phrase } from "../words/say.ts";

/** The same Markdown as the one that is rendered, but what is escaped stays apart from text. */
const markdown = createMarkdownIt({ html: true }).disable("text_join");
// Where an address leads is another question.
markdown.validateLink = () => true;

/** `**` that opens or closes nothing, next to a word. */
const BOLD = /\*\*(?=\S)|(?<=\S)\*\*/;

/** What may be left open: bold words, links and code. */
const MARKS = /\*\*|\]\(|\]\s|\(https?:|^[ \t>]*(?:`{3}|~{3})/m;

const FENCE = /^[\s>]*(`{3,}|~{3,})\s*$/;

const BOLD_WORDS =
  phrase`This ** stays visible: bold text needs ** right before its first letter and
  right behind its last one`;
const LINK_WORDS = phrase`This link stays as it is written: expected [text](address),
  without a space in the address or in front of it`;
const FENCE_WORDS = phrase`This code does not end, and the rest of the article is shown as code:
  write the same line below the code`;

/** The marks of an article that open or close nothing. */
export function openMarks(body: string): OpenMark[] {
  // Most articles are seen to have none without a parser.
  if (!MARKS.test(body)) return [];
  const lines = body.split("\n");
  const starts = [0];
  for (const line of lines) starts.push(starts.at(-1)! + line.length + 1);
  const startOf = (line: number) => starts[line]!;
  return markdown.parse(body, {}).flatMap((token): OpenMark[] => {
    const [first, end] = token.map ?? [0, 0];
    if (token.type === "fence" && !isClosed(token, lines[end - 1] ?? "", end - first)) {
      return [{ offset: startOf(first), message: FENCE_WORDS }];
    }
    if (token.type !== "inline") return [];
    const block = lines.slice(first, end).join("\n");
    return openIn(token.children ?? [], block)
      .map(({ offset, message }) => ({ offset: startOf(first) + offset, message }));
  });
}

function isClosed({ markup }: Token, last: string, height: number): boolean {
  const closing = FENCE.exec(last)?.[1];
  return height > 1 && closing !== undefined && closing.startsWith(markup);
}

interface OpenMark {
  readonly offset: number;
  readonly message: Message;
}

/** The first mark of each sort that was left as text. */
function openIn(children: readonly Token[], block: string): OpenMark[] {
  const found: OpenMark[] = [];
  let bolds = 0;
  let isBoldTold = false;
  let passed = 0;
  for (const { type, markup, content } of children) {
    if (markup === "**") bolds++;
    else if (type === "text" && !isBoldTold && BOLD.test(content)) {
      found.push({ offset: nthOf(block, "**", bolds), message: BOLD_WORDS });
      isBoldTold = true;
    } else if (type !== "text") bolds += content.split("**").length - 1;
    const link = type === "text" && passed >= 0 ? openLinkIn(content) : undefined;
    if (link === undefined) continue;
    const at = block.indexOf(link, passed);
    found.push({ offset: Math.max(0, at), message: LINK_WORDS });
    passed = at < 0 ? at : at + link.length;
  }
  return found;
}

const BRACKET = /\[|\]|\((https?:)?|\)(\[https?:)?/g;

/**
 * The first link of a text that does not end, has a space in its address or in front of it, or its
 * brackets mixed up. Each sign is looked at once: patterns look on from each bracket to the end.
 */
function openLinkIn(text: string): string | undefined {
  let [bracket, parenthesis] = [-1, -1];
  for (const { index, 0: found, 1: address, 2: mixed } of text.matchAll(BRACKET)) {
    const end = index + found.length;
    const sign = found[0];
    if (sign === "[" && bracket < 0) bracket = index;
    if (sign === "]") {
      if (bracket >= 0 && isBeforeAddress(text, end)) return text.slice(bracket, end);
      bracket = -1;
    }
    if (address !== undefined && bracket >= 0) return text.slice(bracket, end);
    if (mixed !== undefined && parenthesis >= 0) return text.slice(parenthesis, end);
    if (sign === "(") parenthesis = index;
    if (sign === ")") parenthesis = -1;
    if (sign === ")" && mixed !== undefined && bracket < 0) bracket = index + 1;
  }
  return undefined;
}

const BEFORE_ADDRESS = /\(|\s+\(https?:/y;

function isBeforeAddress(text: string, at: number): boolean {
  BEFORE_ADDRESS.lastIndex = at;
  return BEFORE_ADDRESS.test(text);
}

/** Where a text stands for the time after `count` others. */
function nthOf(text: string, sign: string, count: number): number {
  let at = text.indexOf(sign);
  for (let passed = 0; passed < count && at >= 0; passed++) {
    at = text.indexOf(sign, at + sign.length);
  }
  return Math.max(0, at);
}
