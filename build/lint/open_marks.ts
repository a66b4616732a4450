/** What stays open in the Markdown of an article: bold text, code and links. */

import createMarkdownIt, { type Token } from "markdown-it";
import { type Message, phrase } from "../words/say.ts";

/** The same Markdown as the one that is rendered, but what is escaped stays apart from text. */
const markdown = createMarkdownIt({ html: true }).disable("text_join");
// Where an address leads is another question.
markdown.validateLink = () => true;

/** `**` that opens or closes nothing, next to a word. */
const BOLD = /\*\*(?=\S)|(?<=\S)\*\*/;

/**
 * A link that does not end, has a space in its address or in front of it, lacks its bracket or has them
 * mixed up; up to what would be its address.
 */
const OPEN_LINK =
  /\[[^[\]]{0,1000}(?:\](?=\(|\s+\(https?:)|(?=\(https?:))|\([^()]{0,1000}\)(?=\[https?:)/;

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
      const offset = block.split("**", bolds + 1).join("**").length;
      found.push({ offset, message: BOLD_WORDS });
      isBoldTold = true;
    } else if (type !== "text") bolds += content.split("**").length - 1;
    const link = type === "text" && passed >= 0 ? OPEN_LINK.exec(content)?.[0] : undefined;
    if (link === undefined) continue;
    const at = block.indexOf(link, passed);
    found.push({ offset: Math.max(0, at), message: LINK_WORDS });
    passed = at < 0 ? at : at + link.length;
  }
  return found;
}
