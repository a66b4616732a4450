/**
 * This room warns of what readers of an article see otherwise than it is meant.
 *
 * @module
 */

import { withoutCode } from "../../check/file_rules.ts";
import { otherWeekday, readWrittenDay } from "../../dates/written_days.ts";
import type { TextEdit } from "../../diagnostic/diagnostic.ts";
import { mayBeOdd, oddIn, type OddText } from "../../read/explain/odd_text.ts";
import { type Message, phrase } from "../../words/say.ts";
import { rule } from "../rule.ts";
import { mayBeOpen, openMarks } from "./markdown.ts";

/**
 * Signs of Markdown, and of what other programs take for it, that stay visible: of each the first one is
 * reported. `parts`: an article without any of them has none.
 */
const VISIBLE = [
  {
    id: "article/heading",
    parts: ["#"],
    // One alone begins a heading where it has a paragraph for itself, which is no line of hashtags.
    pattern:
      /(?<![^\n])#{2,6}(?=[^\s#])|#(?<=(?:^\s*|\n[ \t]*\r?\n)#)(?=\p{Lu}[^#\n]*[^#.!?\s][ \t]*(?:\r?\n[ \t]*(?:\r?\n|$)|$))/u,
    message: phrase`These # stay visible: a heading needs a space behind them`,
  },
  {
    id: "article/footnote",
    parts: ["[^"],
    pattern: /(?<!\\)\[\^[^[\]\s]+\]/,
    message: phrase`This sign of a footnote stays visible: write the note between brackets, or below
      the article`,
  },
  {
    id: "article/attributes",
    parts: ["{"],
    pattern:
      /(?<![\\{])\{:?[ \t]*(?:[#.][\w-]+|[a-z-]+=(?:"[^"\n]*"|[^\s{}"]+))(?:[ \t][^{}\n]*)?\}/i,
    message:
      phrase`These braces stay visible: sizes, names and classes are not set here; delete them`,
  },
  {
    id: "article/definition",
    parts: [":"],
    pattern: /^:[ \t]+(?=\S)/m,
    message:
      phrase`This colon stays visible: write the word, a colon and what it means on one line`,
  },
  {
    id: "article/formula",
    parts: ["$$"],
    pattern: /(?<![\\$])\$\$(?=[^$]+\$\$)/,
    message: phrase`These $ stay visible: formulas are not set here; write it in ordinary signs`,
  },
  {
    id: "article/highlight",
    parts: ["=="],
    pattern: /(?<![\w=\\])==(?=[^\s=][^=\n]*==(?![\w=]))/,
    message: phrase`These == stay visible: write ** around words that matter`,
  },
  {
    id: "article/wiki",
    parts: ["==", "''", "[["],
    pattern:
      /^={2,6} (?=[^=\n]+ ={2,6}[ \t]*\r?$)|(?<![\w'])'{2,3}(?=[^'\s][^'\n]*'{2,3}(?!'))|!?\[\[[^[\]\n]+\]\]/m,
    message:
      phrase`These signs of a wiki stay visible: write ## in front of a heading, ** around bold
      words, and [text](address) for a link`,
  },
  {
    id: "article/block",
    parts: [":::", "[!"],
    pattern: /^:{3,}[ \t]*[\w-]+|^>[ \t]*\[!\w+\]/m,
    message: phrase`This sign of a box stays visible: write a heading or bold words in its place`,
  },
  {
    id: "article/task",
    parts: ["[ ]", "[x]", "[X]"],
    pattern: /^[ \t]*(?:[-*+]|\d+[.)])[ \t]+\[[ xX]\](?=[ \t])/m,
    message: phrase`These brackets stay visible: nothing can be ticked here; delete them`,
  },
  {
    id: "article/code-of-program",
    parts: ["[", "{{", "{%"],
    pattern:
      /\{\{[^{}\n]+\}\}|\{%[^%\n]+%\}|^\[(?:TOC|\[_TOC_\])\][ \t]*\r?$|\[\/(?:b|i|u|s|url|img|quote|color|size|center)\]|\[(?:caption|gallery|embed|video|youtube)[= ][^[\]\n]*\](?![([:])/m,
    message: phrase`This code of another program stays visible: write Markdown in its place, or
      delete it`,
  },
  {
    id: "article/named-sign",
    parts: [":"],
    pattern: /(?<![\p{L}\p{N}:/])<?:[a-z][a-z_]{2,}:(?:\d+>)?(?![\p{L}\p{N}:/])/u,
    message: phrase`This name of a sign stays visible: write the sign itself, such as 🌸`,
  },
  {
    id: "article/wide-signs",
    parts: ["＊", "＃", "｜", "］（"],
    pattern: /＊＊[^＊\n]+＊＊|^＃+(?=[\s\u3000])|^｜[^｜\n]*｜|［[^［］\n]*］（/m,
    message: phrase`These signs are wide ones, and stay visible: type them without the Japanese
      keyboard, such as ** # | [ ] ( )`,
  },
  {
    id: "article/table",
    parts: ["|"],
    // A table begins a paragraph; its second line is one of hyphens.
    pattern:
      /(?<=(?:^\s*|\n[ \t]*\r?\n)[ \t]*)\|[^\n]+\|[ \t]*\r?\n(?![ \t]*\|?[ \t]*:?-+:?[ \t]*\|)[ \t]*\|[^\n]+\|[ \t]*(?=\r?\n|$)/,
    message: phrase`These bars stay visible: a table has |---|---| as its second line, with as many
      parts as the first one, and no blank line`,
  },
  {
    id: "article/chat",
    parts: ["["],
    pattern:
      /^\[\d{1,2}[/.]\d{1,2}[/.]\d{2,4},? \d{1,2}[.:]\d{2}(?:[.:]\d{2})?(?: ?[AP]M)?\] ?[^:\n]{1,60}:/im,
    message: phrase`This is the head of a chat's message, and stays visible: delete it`,
  },
  {
    id: "article/bullets",
    parts: ["•", "●", "▪", "‣", "◦", "・", "\n-", "\n2."],
    pattern:
      /(?<![^\n])[ \t]*(?:([•●▪‣◦・])|-(?=\p{L})|1\.(?=\p{L}))[^\n]*(?<!(?: {2}|\\|<br ?\/?>)\r?)\n[ \t]*(?:\1(?<=[•●▪‣◦・])|-(?=\p{L})|2\.(?=\p{L}))/u,
    message:
      phrase`These lines run together: a list has a hyphen and a space in front of each entry,
      or a number, a point and a space`,
  },
  {
    id: "article/empty-link",
    parts: ["]("],
    pattern: /(?<!!)\[[^[\]\n]+\]\([ \t]*\)/,
    message: phrase`This link leads nowhere: write its address between the parentheses`,
  },
];

/** `Sabtu, 4 Juli 2026`, `Saturday, July 4, 2026`. */
const WEEKDAY_AND_DAY =
  /(?<!\p{L})\p{L}{4,9},? (?:\d{1,2} \p{L}{3,9}|\p{L}{3,9} \d{1,2},?) \d{4}(?!\d)/gu;

/** Rules of articles, whose signs stay visible or have an effect that is probably not intended. */
export const ARTICLE_RULES = [
  rule(
    "article/open",
    "news",
    ({ source: { body, locateBody } }) =>
      mayBeOpen(body)
        ? openMarks(body).map(({ offset, message }) => ({ place: locateBody(offset), message }))
        : [],
  ),
  rule("article/empty", "news", ({ file, source: { body } }) => {
    if (!isEmpty(body) || file.url !== undefined || file.summary !== undefined) return undefined;
    const message = phrase`The article is empty: write it below the second line of ---,
      or add draft: true until it is written`;
    return { at: ["title"], message };
  }),
  rule("article/odd-characters", "news", ({ source: { body, bodyStart, locateBody } }) => {
    const odd = mayBeOdd(body) ? oddIn(body, true) : undefined;
    return odd && {
      place: locateBody(odd.at),
      message: odd.message,
      fix: mendOdd(odd, body, bodyStart),
    };
  }),
  ...VISIBLE.map(({ id, parts, pattern, message }) =>
    rule(id, "news", ({ source: { body, locateBody } }) => {
      if (!parts.some((part) => body.includes(part))) return undefined;
      const at = withoutCode(body).search(pattern);
      return at < 0 ? undefined : { place: locateBody(at), message };
    })
  ),
  rule("article/weekday", "news", ({ source: { body, locateBody } }) => {
    for (const { index, 0: text } of withoutCode(body).matchAll(WEEKDAY_AND_DAY)) {
      const found = readWrittenDay(text);
      const other = found && otherWeekday(found);
      if (other === undefined) continue;
      const message = phrase`${found!.day} is a ${other}, and this says ${found!
        .weekday!}: correct one of the two`;
      return { place: locateBody(index), message };
    }
    return undefined;
  }),
  rule(
    "article/lone-sign",
    "news",
    ({ source: { body, locateBody } }) =>
      LONE_SIGNS.some(({ sign }) => body.includes(sign))
        ? loneSigns(withoutCode(body)).map(({ at, message }) => ({
          place: locateBody(at),
          message,
        }))
        : [],
  ),
  rule("article/note", "news", ({ source: { body, locateBody } }) => {
    const note = body.lastIndexOf("<!--");
    if (note < 0 || body.includes("-->", note)) return undefined;
    const message =
      phrase`This note does not end, and the rest of the article is hidden: write --> behind it`;
    return { place: locateBody(note), message };
  }),
];

/** Whether nothing of an article is seen: notes are not. */
function isEmpty(body: string): boolean {
  return body.replace(/<!--[^]*?(?:-->|(?![^]))/g, "").trim() === "";
}

/** Replaces the part of an article in which odd characters stand. */
function mendOdd({ at, mended }: OddText, body: string, bodyStart: number): TextEdit | undefined {
  if (mended === undefined) return undefined;
  let same = 0;
  while (same < mended.length - at && body.at(-1 - same) === mended.at(-1 - same)) same++;
  const span = { start: bodyStart + at, end: bodyStart + body.length - same };
  return { span, replacement: mended.slice(at, mended.length - same) };
}

/** Signs that stand around words in pairs: each where it is next to one, and where it can open. */
const LONE_SIGNS: readonly { sign: string; each: RegExp; opens: RegExp }[] = [
  // At the beginning of a line, and behind a word, it is the sign of a footnote.
  { sign: "*", each: /(?<![*\\])\*(?![*\s])|(?<![*\s\\])\*(?!\*)/g, opens: /[^\s][ \t(]$/ },
  { sign: "_", each: /(?<![\w\\])_(?=[^\s_])|(?<=[^\s_])_(?!\w)/g, opens: /(?:^|[\s(])$/ },
  { sign: "__", each: /(?<![\w\\])__(?=[^\s_])|(?<=[^\s_])__(?!\w)/g, opens: /(?:^|[\s(])$/ },
  { sign: "~~", each: /(?<!~)~~(?!~)/g, opens: /(?:^|[\s(])$/ },
  { sign: "`", each: /(?<!`)`(?!`)/g, opens: /(?:^|[\s(])$/ },
];

/** The first of each sign that opens something in a paragraph and has none to close it. */
function loneSigns(text: string): { readonly at: number; readonly message: Message }[] {
  const found = new Map<string, { readonly at: number; readonly message: Message }>();
  let start = 0;
  for (const paragraph of text.split(/(?<=\n)[ \t]*\r?\n/)) {
    start = text.indexOf(paragraph, start);
    for (const { sign, each, opens } of LONE_SIGNS) {
      if (found.has(sign) || !paragraph.includes(sign)) continue;
      const [only, other] = paragraph.matchAll(each).take(2).toArray();
      if (only === undefined || other !== undefined) continue;
      const behind = paragraph[only.index + sign.length] ?? " ";
      const before = paragraph.slice(Math.max(0, only.index - 2), only.index);
      if (!/[\p{L}\p{N}]/u.test(behind) || !opens.test(before)) continue;
      const message =
        phrase`This ${sign} stays visible: write another one behind the last letter, or delete it`;
      found.set(sign, { at: start + only.index, message });
    }
    start += paragraph.length;
  }
  return [...found.values()];
}
