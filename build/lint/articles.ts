/** Rules of what readers of an article see otherwise than it is meant. */

import { withoutCode } from "../check/file_rules.ts";
import type { TextEdit } from "../diagnostic/diagnostic.ts";
import { oddIn, type OddText } from "../read/explain/odd_text.ts";
import { type Message, phrase } from "../words/say.ts";
import { openMarks } from "./open_marks.ts";
import { rule } from "./rule.ts";

/**
 * Signs of Markdown, and of what other programs take for it, that stay visible: of each the first one is
 * reported.
 */
const VISIBLE = [
  {
    id: "article/heading",
    // One alone begins a heading where it has a paragraph for itself, which is no line of hashtags.
    pattern:
      /(?<![^\n])#{2,6}(?=[^\s#])|#(?<=(?:^\s*|\n[ \t]*\r?\n)#)(?=\p{Lu}[^#\n]*[^#.!?\s][ \t]*(?:\r?\n[ \t]*(?:\r?\n|$)|$))/u,
    message: phrase`These # stay visible: a heading needs a space behind them`,
  },
  {
    id: "article/footnote",
    pattern: /(?<!\\)\[\^[^[\]\s]+\]/,
    message: phrase`This sign of a footnote stays visible: write the note between brackets, or below
      the article`,
  },
  {
    id: "article/attributes",
    pattern:
      /(?<![\\{])\{:?[ \t]*(?:[#.][\w-]+|[a-z-]+=(?:"[^"\n]*"|[^\s{}"]+))(?:[ \t][^{}\n]*)?\}/i,
    message:
      phrase`These braces stay visible: sizes, names and classes are not set here; delete them`,
  },
  {
    id: "article/definition",
    pattern: /^:[ \t]+(?=\S)/m,
    message:
      phrase`This colon stays visible: write the word, a colon and what it means on one line`,
  },
  {
    id: "article/formula",
    pattern: /(?<![\\$])\$\$(?=[^$]+\$\$)/,
    message: phrase`These $ stay visible: formulas are not set here; write it in ordinary signs`,
  },
  {
    id: "article/other-markup",
    pattern:
      /(?<![\w=\\])==(?=[^\s=][^=\n]*==(?![\w=]))|^={2,6} (?=[^=\n]+ ={2,6}[ \t]*\r?$)|!?\[\[[^[\]\n]+\]\]|^:{3,}[ \t]*[\w-]+|\[\/(?:b|i|u|s|url|img|quote|color|size|center)\]/m,
    message: phrase`These signs of another program stay visible: write Markdown in their place, or
      delete them`,
  },
  {
    id: "article/wide-signs",
    pattern: /＊＊[^＊\n]+＊＊|^＃+(?=[\s\u3000])|^｜[^｜\n]*｜|［[^［］\n]*］（/m,
    message: phrase`These signs are wide ones, and stay visible: type them without the Japanese
      keyboard, such as ** # | [ ] ( )`,
  },
];

/** Rules of articles, whose signs stay visible or have an effect that is probably not intended. */
export const ARTICLE_RULES = [
  rule(
    "article/open",
    "news",
    ({ source: { body, locateBody } }) =>
      openMarks(body).map(({ offset, message }) => ({ place: locateBody(offset), message })),
  ),
  rule("article/empty", "news", ({ file, source: { body } }) => {
    if (body.trim() !== "" || file.url !== undefined || file.summary !== undefined) {
      return undefined;
    }
    const message = phrase`The article is empty: write it below the second line of ---,
      or add draft: true until it is written`;
    return { at: ["title"], message };
  }),
  rule("article/odd-characters", "news", ({ source: { body, bodyStart, locateBody } }) => {
    const odd = oddIn(body, true);
    if (odd === undefined) return undefined;
    const fix = mendOdd(odd, body, bodyStart);
    return { place: locateBody(odd.at), message: odd.message, fix };
  }),
  ...VISIBLE.map(({ id, pattern, message }) =>
    rule(id, "news", ({ source: { body, locateBody } }) => {
      const at = withoutCode(body).search(pattern);
      return at < 0 ? undefined : { place: locateBody(at), message };
    })
  ),
  rule(
    "article/lone-sign",
    "news",
    ({ source: { body, locateBody } }) =>
      loneSigns(withoutCode(body)).map(({ at, message }) => ({ place: locateBody(at), message })),
  ),
  rule("article/note", "news", ({ source: { body, locateBody } }) => {
    const note = body.lastIndexOf("<!--");
    if (note < 0 || body.includes("-->", note)) return undefined;
    const message =
      phrase`This note does not end, and the rest of the article is hidden: write --> behind it`;
    return { place: locateBody(note), message };
  }),
];

/** What is not seen, beside a sign or where a line begins or ends: it may keep signs and spaces from their effect. */
const BESIDE_SIGN =
  /(?<![^\n])[^\p{L}\n]*\p{Cf}|[!-/:-@[-`{-~]\p{Cf}|\p{Cf}(?:[!-/:-@[-`{-~]|[ \t]*$)/mu;

/** Replaces the part of an article in which odd characters stand. */
function mendOdd({ at, mended }: OddText, body: string, bodyStart: number): TextEdit | undefined {
  if (mended === undefined || BESIDE_SIGN.test(body)) return undefined;
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
