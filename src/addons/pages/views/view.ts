/**
 * This room has the views: a group at a glance, its members, shows, articles and months.
 *
 * @module
 */

import { type Html, html, type HtmlValue } from "../../../page/html.ts";
import { badge, emptyState, time } from "../../../page/parts.ts";
import { dayWords, instantWords } from "../../../time/words.ts";
import { localDay, nextDayStart } from "../../../time/local_day.ts";
import type { EventItem, ShowItem } from "../../../model/item/occasions.ts";
import type { GroupReader, ItemRef, PageKind, PagePaths } from "../reader.ts";
import type { PageWords } from "../words/english.ts";
import { innerChoice } from "../words/words.ts";

/** What editors see beside an item and readers do not. */
export interface EditorMarks {
  /** That it is a draft or comes out later, and how many problems it has. */
  badges(item: ItemRef): Html;
  /** Its file, in lists. */
  file(item: ItemRef): HtmlValue;
  /** Its file and problems, on its own page. */
  notes(item: ItemRef): Html;
  /** How the first item of a kind is made. */
  command(kind: PageKind): Html;
}

/** All that a view needs. */
export interface PageView {
  readonly read: GroupReader;
  readonly words: PageWords;
  readonly paths: PagePaths;
  /** Undefined: readers look at it. */
  readonly marks: EditorMarks | undefined;
}

/** A page before its layout. */
export interface GroupPage {
  readonly title: string;
  /** The item that it is of, if it is of one. */
  readonly ref?: ItemRef;
  /** A picture of it, as content has it. */
  readonly image?: string | undefined;
  /** For search engines: one sentence of plain text. */
  readonly description: string;
  /** The beginning of the page, with its heading. */
  readonly hero: Html;
  readonly main: Html;
  /** The language of the title, if it is not the page's. */
  readonly titleLang?: string;
}

/** A text in the group's language. */
export function local({ read: { group } }: PageView, text: HtmlValue): HtmlValue {
  return text && html`<span lang="${group.language}">${text}</span>`;
}

/** A day in the language of the page: `today`, `Sat 5 Dec`. */
export function dayText({ read, words }: PageView, date: string): string {
  return dayWords(date, read.group, read.now, words.language);
}

/** A day without regard to the present one. */
export function plainDay({ read, words }: PageView, date: string): string {
  return dayWords(date, read.group, undefined, words.language);
}

/** A day of a past that may be long: `11 Feb 2017`. */
export function pastDay({ words: { locale } }: PageView, date: string): Html {
  const words = new Intl.DateTimeFormat(locale, {
    timeZone: "UTC",
    day: "numeric",
    month: "short",
    year: "numeric",
  }).format(Date.parse(date));
  return time(date, words);
}

/** An instant (epoch ms) in the language of the page: `today 19:00 WIB`. */
export function instantText({ read, words }: PageView, epochMs: number): string {
  return instantWords(epochMs, read.group, read.now, words.language);
}

/** When a show or event is: `today 19:00 WIB`, or its day alone. */
export function occasionWords(view: PageView, item: ShowItem | EventItem): string {
  const { at, date, isTimed } = beginningOfOccasion(item);
  return isTimed ? instantText(view, Date.parse(at)) : view.words.untimed(dayText(view, date));
}

/** When a show or event begins: its instant, as JSON has it, its day, and whether its hour is known. */
export function beginningOfOccasion(item: ShowItem | EventItem) {
  if ("start_at" in item) {
    return { at: item.start_at, date: item.date, isTimed: item.time !== "" };
  }
  return {
    at: item.date,
    date: item.date.slice(0, 10),
    isTimed: item.date.slice(11, 16) !== "00:00",
  };
}

/** The group's day at the instant of the page; the page holds until it ends. */
export function todayOf({ read }: PageView): string {
  const { now, group: { timezone } } = read;
  read.holdUntil(nextDayStart(now, timezone));
  return localDay(now, timezone);
}

/** A name or title that leads to its item's page; to `url`, if it has none. */
export function itemLink(
  { read: { group }, paths }: PageView,
  { kind, id }: ItemRef,
  title: string,
  url?: string,
): Html {
  const href = paths.item(kind, id) ?? (url || undefined);
  const lang = group.language;
  return href === undefined
    ? html`<strong lang="${lang}">${title}</strong>`
    : html`<a href="${href}" lang="${lang}">${title}</a>`;
}

/** What editors see beside an item's name. */
export function badges({ marks }: PageView, item: ItemRef): HtmlValue {
  return marks?.badges(item);
}

/** An empty list: what it would have, and for editors how the first item is made. */
export function emptyList({ marks }: PageView, text: string, kind: PageKind): Html {
  return emptyState(marks === undefined ? text : html`${text} ${marks.command(kind)}`);
}

/** That a show or event does not take place as planned. */
export function stateMark({ words }: PageView, state: string): HtmlValue {
  return state !== "scheduled" && html`
    ${badge(state === "cancelled" ? "bad" : "warn", innerChoice(words, state))}
  `;
}

/** The sides of a picture in px, as far as they are known: it keeps its place while it loads. */
export interface PictureSize {
  readonly width: number | undefined;
  readonly height: number | undefined;
}

/** A picture of content; editors see it in a frame that says so if it cannot be loaded. */
export function picture(
  { marks }: PageView,
  address: string | undefined,
  name: string,
  { width, height }: PictureSize = { width: undefined, height: undefined },
): HtmlValue {
  if (!address) return undefined;
  const size = width !== undefined && height !== undefined &&
    html`width="${width}" height="${height}"`;
  if (marks === undefined) return html`<p><img class="shown" src="${address}" alt="" ${size}></p>`;
  return html`
    <p
      class="picture"><span>${name}: ${address}</span><img src="${address}" alt="" ${size}></p>
  `;
}

/** Titled links behind each other; undefined if there is none. */
export function linkList(
  list: readonly { readonly title: string; readonly url: string }[],
): HtmlValue {
  if (list.length === 0) return undefined;
  return list.map(({ title, url }, place) =>
    html`${place > 0 && ", "}<a href="${url}">${title}</a>`
  );
}

/** The beginning of a text on one line, cut at a word. */
export function beginningOf(text: string, length = 160): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  if (line.length <= length) return line;
  const cut = line.slice(0, length).toWellFormed().replace(/\ufffd$/, "");
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), length * 0.75)).replace(/[.,:;]+$/, "")}…`;
}

/** A sentence of a page that has no text of its own. */
export function sentence(parts: readonly (string | undefined | false)[]): string {
  return parts.filter(Boolean).join(" · ");
}

/** The group's own page, as a way back from each other one. */
export function toGroup({ read: { group: { name, language } }, paths }: PageView): Html {
  return html`<p><a href="${paths.group}" lang="${language}">${name}</a></p>`;
}
