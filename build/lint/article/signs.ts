/**
 * This room warns of what readers of an article see otherwise than it is meant.
 *
 * @module
 */

import { withoutCode } from "../../check/file_rules.ts";
import type { TextEdit } from "../../diagnostic/diagnostic.ts";
import { PICTURES } from "../../picture/resolve_pictures.ts";
import { mayBeOdd, oddIn, type OddText } from "../../read/explain/odd_text.ts";
import { type Message, phrase } from "../../words/say.ts";
import { rule } from "../rule.ts";
import { mayBeOpen, openMarks } from "./markdown.ts";

/** Signs of Markdown that stay visible, in the order of the reports. */
const VISIBLE = [
  {
    id: "article/heading",
    parts: ["##"],
    pattern: /^#{2,6}(?=[^\s#])/m,
    message: phrase`These # stay visible: a heading needs a space behind them`,
  },
  {
    id: "article/wide-signs",
    parts: ["＊", "＃", "｜", "］（"],
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
  rule(
    "article/address",
    "news",
    ({ source: { body, locateBody } }) =>
      deadAddresses(withoutCode(body)).map((at) => ({
        place: locateBody(at),
        message: phrase`This address does not work: expected one that starts with https:// or /`,
      })),
  ),
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

/** The address of a link or picture, in Markdown and in HTML. */
const ADDRESS = /\]\(\s*<?(?<markdown>[^\s)>]+)|\b(?:href|src)\s*=\s*["']?(?<html>[^\s"'>]+)/gi;

/** What is behind the address of a link: its end, or a title. */
const CLOSED = /^(?:\s*[)>]|\s+["'(])/;

/** On the web, on the site, within the article, or a mailbox. */
const LEADS_SOMEWHERE = /^(?:https?:\/\/|mailto:|\/(?!\/)|#)/i;

/** Where addresses stand in an article that lead nowhere, or elsewhere than its readers should go. */
function deadAddresses(text: string): number[] {
  let passed = 0;
  return [...text.matchAll(ADDRESS)].flatMap(({ index, 0: found, groups = {} }) => {
    const address = (groups["markdown"] ?? groups["html"])!;
    const at = index + found.length - address.length;
    const isShown = isPicture(text, index, passed);
    passed = at;
    // Of a link that does not end, that is said.
    const behind = text.slice(at + address.length, at + address.length + 9);
    if (groups["markdown"] !== undefined && !CLOSED.test(behind)) return [];
    // That one is there is checked where the pictures are known.
    if (isShown && address.startsWith(PICTURES)) return [];
    return LEADS_SOMEWHERE.test(address) ? [] : [at];
  });
}

/** Whether an address is that of a picture: `![…](`, `src=`; its text begins behind the last address. */
function isPicture(text: string, index: number, passed: number): boolean {
  return text[index] === "]"
    ? text[passed + text.slice(passed, index).lastIndexOf("[") - 1] === "!"
    : /^src/i.test(text.slice(index, index + 3));
}
