/**
 * This room warns of what readers of an article see otherwise than it is meant.
 *
 * @module
 */

import { PICTURES } from "../../picture/resolve_pictures.ts";
import type { NewsFile } from "../../schema/content/publications.ts";
import { withoutCode } from "../../check/file_rules.ts";
import type { Entry } from "../../check/content.ts";
import { type ReportDiagnostic, type TextEdit, warningAt } from "../../diagnostic/diagnostic.ts";
import { mayBeOdd, oddIn, type OddText } from "../../read/explain/odd_text.ts";
import { phrase, type Words } from "../../words/say.ts";
import type { Source } from "../../read/source.ts";

/** Signs of Markdown that stay visible, in the order of the reports. */
const VISIBLE = [
  {
    parts: ["##"],
    pattern: /^#{2,6}(?=[^\s#])/m,
    message: phrase`These # stay visible: a heading needs a space behind them`,
  },
  {
    parts: ["＊", "＃", "｜", "］（"],
    pattern: /＊＊[^＊\n]+＊＊|^＃+(?=[\s\u3000])|^｜[^｜\n]*｜|［[^［］\n]*］（/m,
    message: phrase`These signs are wide ones, and stay visible: type them without the Japanese
      keyboard, such as ** # | [ ] ( )`,
  },
];

/** Warns of signs that stay visible or have an effect that is probably not intended. */
export function warnSigns({ file, source }: Entry<NewsFile>, report: ReportDiagnostic): void {
  const { body, bodyStart, locateBody } = source;
  const warn = (at: number, message: Words, fix?: TextEdit) =>
    report(warningAt(locateBody(at), message, fix));
  if (isEmpty(body) && file.url === undefined && file.summary === undefined) {
    const message = phrase`The article is empty: write it below the second line of ---,
      or add draft: true until it is written`;
    return report(warningAt(source.locate(["title"]), message));
  }
  if (mayBeOdd(body)) {
    const odd = oddIn(body, true);
    if (odd !== undefined) warn(odd.at, odd.message, mendOdd(odd, body, bodyStart));
  }
  let text: string | undefined;
  const blanked = () => text ??= withoutCode(body);
  for (const { parts, pattern, message } of VISIBLE) {
    if (!parts.some((part) => body.includes(part))) continue;
    const at = blanked().search(pattern);
    if (at >= 0) warn(at, message);
  }
  if (LONE_SIGNS.some(({ sign }) => body.includes(sign))) warnLone(blanked(), warn);
  const note = body.lastIndexOf("<!--");
  if (note < 0 || body.includes("-->", note)) return;
  warn(
    note,
    phrase`This note does not end, and the rest of the article is hidden: write --> behind it`,
  );
}

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

type Warn = (at: number, message: Words) => void;

/** Signs that stand around words in pairs: each where it is next to one, and where it can open. */
const LONE_SIGNS: readonly { sign: string; each: RegExp; opens: RegExp }[] = [
  // At the beginning of a line, and behind a word, it is the sign of a footnote.
  { sign: "*", each: /(?<![*\\])\*(?![*\s])|(?<![*\s\\])\*(?!\*)/g, opens: /[^\s][ \t(]$/ },
  { sign: "_", each: /(?<![\w\\])_(?=[^\s_])|(?<=[^\s_])_(?!\w)/g, opens: /(?:^|[\s(])$/ },
  { sign: "__", each: /(?<![\w\\])__(?=[^\s_])|(?<=[^\s_])__(?!\w)/g, opens: /(?:^|[\s(])$/ },
  { sign: "~~", each: /(?<!~)~~(?!~)/g, opens: /(?:^|[\s(])$/ },
  { sign: "`", each: /(?<!`)`(?!`)/g, opens: /(?:^|[\s(])$/ },
];

/** Warns of the first sign that opens something in a paragraph and has none to close it. */
function warnLone(text: string, warn: Warn): void {
  const found = new Set<string>();
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
      found.add(sign);
      warn(
        start + only.index,
        phrase`This ${sign} stays visible: write another one behind the last letter, or delete it`,
      );
    }
    start += paragraph.length;
  }
}

/** The address of a link or picture, in Markdown and in HTML. */
const ADDRESS = /\]\(\s*<?(?<markdown>[^\s)>]+)|\b(?:href|src)\s*=\s*["']?(?<html>[^\s"'>]+)/gi;

/** What is behind the address of a link: its end, or a title. */
const CLOSED = /^(?:\s*[)>]|\s+["'(])/;

/** On the web, on the site, within the article, or a mailbox. */
const LEADS_SOMEWHERE = /^(?:https?:\/\/|mailto:|\/(?!\/)|#)/i;

/** Warns of addresses in an article that lead nowhere, or elsewhere than its readers should go. */
export function warnAddresses(
  { body, locateBody }: Source,
  report: ReportDiagnostic,
): void {
  const text = withoutCode(body);
  let passed = 0;
  for (const { index, 0: found, groups = {} } of text.matchAll(ADDRESS)) {
    const address = (groups["markdown"] ?? groups["html"])!;
    const at = index + found.length - address.length;
    const isShown = isPicture(text, index, passed);
    passed = at;
    // Of a link that does not end, that is said.
    if (
      groups["markdown"] !== undefined &&
      !CLOSED.test(text.slice(at + address.length, at + address.length + 9))
    ) {
      continue;
    }
    // That one is there is checked where the pictures are known.
    if (isShown && address.startsWith(PICTURES)) continue;
    if (LEADS_SOMEWHERE.test(address)) continue;
    const message = phrase`This address does not work: expected one that starts with https:// or /`;
    report(warningAt(locateBody(at), message));
  }
}

/** Whether an address is that of a picture: `![…](`, `src=`; its text begins behind the last address. */
function isPicture(text: string, index: number, passed: number): boolean {
  return text[index] === "]"
    ? text[passed + text.slice(passed, index).lastIndexOf("[") - 1] === "!"
    : /^src/i.test(text.slice(index, index + 3));
}
