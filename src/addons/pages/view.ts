import type { ShowItem } from "../../model/item/occasions.ts";
import { type Html, html, type HtmlValue } from "../../page/html.ts";
import { badge, time } from "../../page/parts.ts";
import { localDay, nextDayStart } from "../../time/local_day.ts";
import { dayWords, instantWords } from "../../time/words.ts";
import type { PageKind, PagePaths } from "./paths.ts";
import type { Reader, TimedEvent } from "./reader.ts";
import type { Words } from "./words.ts";

/** A calendar or a feed of a group that everybody may follow. */
export interface Feed {
  /** The last part of its path, such as `schedule.ics`. */
  readonly file: string;
  readonly path: string;
  /** Its media type. */
  readonly type: string;
}

/** All that a view needs. */
export interface View {
  readonly read: Reader;
  readonly words: Words;
  readonly paths: PagePaths;
  /** The service's address, without a slash behind it. */
  readonly base: string;
  readonly feeds: readonly Feed[];
}

/** A page before its layout. */
export interface GroupPage {
  /** Its own path, with its query. */
  readonly path: string;
  readonly title: string;
  /** A picture of it, as content has it. */
  readonly image?: string | undefined;
  /** For search engines: one sentence of plain text. */
  readonly description: string;
  /** The page above it; the group's own if left out. */
  readonly up?: readonly [href: string, name: string];
  /** The beginning of the page, with its heading. */
  readonly hero: Html;
  readonly main: Html;
  /** What it is (ogp.me). */
  readonly type?: "profile" | "article";
  /** What it is about, as schema.org has it. */
  readonly data?: object;
}

/** A text in the group's language. */
export function local({ read: { group } }: View, text: HtmlValue): HtmlValue {
  return text && html`<span lang="${group.language}">${text}</span>`;
}

/** A title in the group's language, as the heading of a page. */
export function heading({ read: { group } }: View, title: string): Html {
  return html`<h1 lang="${group.language}">${title}</h1>`;
}

/** A day in the language of the page: `today`, `Sat 5 Dec`. */
function dayText({ read, words }: View, date: string): string {
  return dayWords(date, read.group, read.now, words.language);
}

/** The same with the machine's form beside it; nothing of no day. */
export function day(view: View, date: string | undefined): HtmlValue {
  return date && time(date, dayText(view, date));
}

/** A day of a past that may be long: `11 Feb 2017`; nothing of no day. */
export function pastDay({ words: { locale } }: View, date: string | undefined): HtmlValue {
  return date && time(date, dateWords(locale, date, { month: "short", year: "numeric" }));
}

/** A date in words, of its day and of what else is asked for. */
export function dateWords(
  locale: string,
  date: string,
  parts: Intl.DateTimeFormatOptions,
): string {
  return new Intl.DateTimeFormat(locale, { timeZone: "UTC", day: "numeric", ...parts })
    .format(Date.parse(date));
}

/** An instant (epoch ms) in the language of the page: `today 19:00 WIB`. */
export function instantText({ read, words }: View, epochMs: number): string {
  return instantWords(epochMs, read.group, read.now, words.language);
}

/** When a show or event is: `today 19:00 WIB`, or its day alone. */
export function occasion(view: View, item: ShowItem | TimedEvent): HtmlValue {
  return time(beginningOf(item).at, occasionText(view, item));
}

export function occasionText(view: View, item: ShowItem | TimedEvent): string {
  const { at, date, isTimed } = beginningOf(item);
  return isTimed
    ? instantText(view, Date.parse(at))
    : view.words.say`${dayText(view, date)}, time unknown`;
}

/** When a show or event begins: its instant, as JSON has it, its day, and whether its hour is known. */
export function beginningOf(item: ShowItem | TimedEvent) {
  const at = "start_at" in item ? item.start_at : item.date;
  return { at, date: item.date.slice(0, 10), isTimed: item.time !== "" };
}

/** The group's day at the instant of the page; the page holds until it ends. */
export function todayOf({ read }: View): string {
  const { now, group: { timezone } } = read;
  read.holdUntil(nextDayStart(now, timezone));
  return localDay(now, timezone);
}

/** A title in whose parts a line may break, but not beside the dot between them. */
export function wholeTitle(title: string): string {
  return title.replaceAll(" · ", "\u00a0·\u00a0");
}

/** A name or title that leads to its item's page; to `url`, if it has none. */
export function itemLink(
  { read: { group }, paths }: View,
  kind: PageKind | undefined,
  id: string,
  title: string,
  url?: string,
): Html {
  const href = (kind && paths.item(kind, id)) ?? (url || undefined);
  const lang = group.language;
  const shown = wholeTitle(title);
  return href === undefined
    ? html`<strong lang="${lang}">${shown}</strong>`
    : html`<a href="${href}" lang="${lang}">${shown}</a>`;
}

/** A way on at the end of a list. */
export function wayOn(href: string, words: string): Html {
  return html`<p class="on"><a href="${href}">${words} →</a></p>`;
}

/** That a show or event does not take place as planned. */
export function stateMark({ words }: View, state: string): HtmlValue {
  return state !== "scheduled" &&
    html`
      ${badge(state === "cancelled" ? "bad" : "warn", words.innerChoice(state))}
    `;
}

/** A picture of content; one whose sides (px) are known keeps its place while it loads. */
export function picture(
  address: string | undefined,
  width?: number | undefined,
  height?: number | undefined,
): HtmlValue {
  const size = width && height && html`width="${width}" height="${height}"`;
  return address && html`<p><img class="shown" src="${address}" alt="" ${size}></p>`;
}

/** What is between two facts on a line; no line ends with it. */
export const DOT = " ·\u00a0";

/** Parts with something between them. */
export function joined(parts: readonly HtmlValue[], between: HtmlValue): HtmlValue {
  const shown = parts.filter(Boolean);
  return shown.length > 0 && shown.map((part, place) => [place > 0 && between, part]);
}

export const BREAK = html`<br>`;

/** The beginning of a text on one line, cut at a word. */
export function shortened(text: string, length = 160): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  if (line.length <= length) return line;
  const cut = line.slice(0, length).toWellFormed().replace(/\ufffd$/, "");
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), length * 0.75)).replace(/[.,:;]+$/, "")}…`;
}

/** An address of content that leads somewhere from everywhere; undefined if it is empty or no web address. */
export function absoluteAddress(base: string, address: string | undefined): string | undefined {
  if (!address) return undefined;
  const whole = /^\/(?!\/)/.test(address) ? `${base}${address}` : address;
  return /^https?:\/\//i.test(whole) ? URL.parse(whole)?.href : undefined;
}
