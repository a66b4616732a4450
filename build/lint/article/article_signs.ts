/**
 * This room warns of what readers of an article see otherwise than it is meant.
 *
 * @module
 */

import { PICTURES } from "../../picture/resolve_pictures.ts";
import type { NewsFile } from "../../schema/content/publications.ts";
import { foldText } from "../../../src/model/fold_text.ts";
import { withoutCode } from "../../check/file_rules.ts";
import type { Entry } from "../../check/content.ts";
import { type ReportDiagnostic, type TextEdit, warningAt } from "../../diagnostic/diagnostic.ts";
import { ARTICLE_SIGNS } from "./signs.ts";
import { mayBeOdd, oddIn, type OddText } from "../../read/explain/odd_text.ts";
import { phrase, say, translated } from "../../words/say.ts";
import type { Source } from "../../read/source.ts";
import { mayBeSlip, textSlipIn } from "../texts/text_slips.ts";

/** Warns of signs that stay visible or have an effect that is probably not intended. */
export function warnSigns({ file, source }: Entry<NewsFile>, report: ReportDiagnostic): void {
  const { body, bodyStart, locateBody } = source;
  const warn = (at: number, message: string, fix?: TextEdit) =>
    report(warningAt(locateBody(at), message, fix));
  if (isEmpty(body) && file.url === undefined && file.summary === undefined) {
    const message = say`The article is empty: write it below the second line of ---,
      or add draft: true until it is written`;
    return report(warningAt(source.locate(["title"]), message));
  }
  if (mayBeOdd(body)) {
    const odd = oddIn(body, true);
    if (odd !== undefined) warn(odd.at, odd.message, mendOdd(odd, body, bodyStart));
  }
  let text: string | undefined;
  const blanked = () => text ??= withoutCode(body);
  for (const { parts, pattern, message, replacement } of ARTICLE_SIGNS) {
    if (!parts.some((part) => body.includes(part))) continue;
    const found = pattern.exec(blanked());
    if (found === null) continue;
    const start = bodyStart + found.index;
    const span = { start, end: start + found[0].length };
    warn(found.index, message, replacement === undefined ? undefined : { span, replacement });
  }
  if (LONE_SIGNS.some(({ sign }) => body.includes(sign))) warnLone(blanked(), warn);
  if (body.includes("|")) warnTable(blanked(), warn);
  if (body.includes("][")) warnReference(blanked(), warn);
  if (body.includes("<")) warnTags(body, blanked(), warn);
  if (body.includes("#")) warnTitle(body, file.title, warn);
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

type Warn = (at: number, message: string) => void;

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
        say`This ${sign} stays visible: write another one behind the last letter, or delete it`,
      );
    }
    start += paragraph.length;
  }
}

const TABLE = /(?:^\s*|\n[ \t]*\r?\n)(?=(\|[^\n]*\|)[ \t]*\r?\n(\|[^\n]*))/;
const DELIMITERS = /^\|[\s:|-]+$/;

function warnTable(text: string, warn: Warn): void {
  warnLongRow(text, warn);
  const found = TABLE.exec(text);
  if (found === null || DELIMITERS.test(found[2]!)) return;
  warn(
    found.index + found[0].length,
    say`This table stays as it is written: it needs a line such as | --- | --- | below its first one`,
  );
}

/** The line below the first one of a table, and the rows behind it. */
const ROWS = /^\|[ \t:-]*-[\s:|-]*?\|?[ \t]*\r?\n((?:\|[^\n]*(?:\n|$))+)/gm;

/** Cells behind the last column are left out. */
function warnLongRow(text: string, warn: Warn): void {
  for (const { index, 0: found, 1: rows } of text.matchAll(ROWS)) {
    const columns = cellsOf(found.slice(0, found.indexOf("\n")));
    let at = index + found.length - rows!.length;
    for (const row of rows!.split("\n")) {
      if (cellsOf(row) > columns) {
        const message = say`This row has more cells than its table has columns, and those behind the
          last one are not shown: add a column, or take a | out`;
        return warn(at, message);
      }
      at += row.length + 1;
    }
  }
}

function cellsOf(row: string): number {
  const inside = row.trim().replace(/^\||(?<!\\)\|$/g, "");
  return inside === "" ? 0 : inside.replaceAll("\\|", "").split("|").length;
}

function warnReference(text: string, warn: Warn): void {
  const known = new Set(
    [...text.matchAll(/^ {0,3}\[([^\]\n]+)\]:/gm)].map(([, id]) => foldText(id!)),
  );
  for (const { index, 1: words, 2: id } of text.matchAll(/!?\[([^[\]\n]*)\]\[([^[\]\n]*)\]/g)) {
    if ((id || words) === "" || known.has(foldText(id || words!))) continue;
    return warn(index, say`This link stays as it is written: write [text](https://address)`);
  }
}

/** Tags that hold for what is between them, and tags that say how words look. */
const TAG =
  /<(\/?)(?:(a|b|strong|i|em|u|s)(?=[\s>])|(font|center|marquee|blink|big|small|tt)\b)[^<>]*>/gi;
const STYLE = /<(?!t[dh]\b)[a-z]\w*\s[^<>]*\b(?:style|align|color|bgcolor)\s*=/i;
/** An article that is HTML as a whole was taken over from elsewhere, where programs style each tag. */
const IS_HTML = /^\s*<(?:p|div|span|table|section|article)\b/i;
const LOOK_WORDS =
  phrase`Fonts, colours, sizes and places of HTML are left out of the article, and its words stay:
    take this out, or write **bold** for words that stand out`;

function warnTags(body: string, text: string, warn: Warn): void {
  const note = body.lastIndexOf("<!--");
  if (note >= 0 && !body.includes("-->", note)) {
    const message =
      say`This note does not end, and the rest of the article is hidden: write --> behind it`;
    return warn(note, message);
  }
  let look = IS_HTML.test(body) ? -1 : text.search(STYLE);
  const open = new Map<string, number[]>();
  for (const { index, 1: slash, 2: name, 3: looks } of text.matchAll(TAG)) {
    if (looks !== undefined) {
      if (look < 0 || index < look) look = index;
      continue;
    }
    const places = open.get(name!.toLowerCase()) ?? [];
    open.set(name!.toLowerCase(), places);
    if (slash === "") places.push(index);
    else places.pop();
  }
  if (look >= 0) warn(look, translated(LOOK_WORDS));
  for (const [name, [at]] of open) {
    if (at === undefined) continue;
    const message = say`This <${name}> does not end, and holds for the rest of the article:
      write </${name}> behind it`;
    warn(at, message);
  }
}

function warnTitle(body: string, title: string, warn: Warn): void {
  const heading = /^\s*#{1,2} +([^\n]*)/.exec(body);
  if (heading === null || foldText(heading[1]!) !== foldText(title)) return;
  warn(
    heading[0].search(/#/),
    say`This heading says the title again, and readers see both: take it out`,
  );
}

/** The address of a link or picture, in Markdown and in HTML. */
const ADDRESS = /\]\(\s*<?(?<markdown>[^\s)>]+)|\b(?:href|src)\s*=\s*["']?(?<html>[^\s"'>]+)/gi;

/** What is behind the address of a link: its end, or a title. */
const CLOSED = /^(?:\s*[)>]|\s+["'(])/;

/** On the web, on the site, within the article, or a mailbox. */
const LEADS_SOMEWHERE = /^(?:https?:\/\/|mailto:|\/(?!\/)|#)/i;

/** Warns of addresses in an article that lead nowhere, or elsewhere than its readers should go. */
export function warnAddresses(
  { body, bodyStart, locateBody }: Source,
  report: ReportDiagnostic,
): void {
  const text = withoutCode(body);
  let passed = 0;
  for (const { index, 0: found, groups = {} } of text.matchAll(ADDRESS)) {
    const address = (groups["markdown"] ?? groups["html"])!;
    const at = index + found.length - address.length;
    const place = [isPicture(text, index, passed) ? "image" : "url"];
    passed = at;
    // Of a link that does not end, that is said.
    if (
      groups["markdown"] !== undefined &&
      !CLOSED.test(text.slice(at + address.length, at + address.length + 9))
    ) {
      continue;
    }
    // That one is there is checked where the pictures are known.
    if (place[0] === "image" && address.startsWith(PICTURES)) continue;
    if (!LEADS_SOMEWHERE.test(address)) {
      const message = say`This address does not work: expected one that starts with https:// or /`;
      report(warningAt(locateBody(at), message));
      continue;
    }
    // HTML writes & like that.
    const plain = address.replaceAll("&amp;", "&");
    const slip = mayBeSlip(plain, place) ? textSlipIn(plain, place) : undefined;
    if (slip === undefined) continue;
    const span = { start: bodyStart + at, end: bodyStart + at + address.length };
    const fix = slip.meant === undefined ? undefined : { span, replacement: slip.meant };
    report(warningAt(locateBody(at), slip.message, fix));
  }
}

/** Whether an address is that of a picture: `![…](`, `src=`; its text begins behind the last address. */
function isPicture(text: string, index: number, passed: number): boolean {
  return text[index] === "]"
    ? text[passed + text.slice(passed, index).lastIndexOf("[") - 1] === "!"
    : /^src/i.test(text.slice(index, index + 3));
}
