/**
 * This room renders the pages of the preview.
 *
 * @module
 */

import { observedBirthday } from "../../../../src/birthday/birthday.ts";
import { type Html, html, type HtmlValue } from "../../../../src/page/html.ts";
import { emptyState, time } from "../../../../src/page/parts.ts";
import { localDay } from "../../../../src/time/local_day.ts";
import { Temporal } from "../../../../src/time/temporal.ts";
import { itemLink, locale, marks, monthPath, stateMark, wordLabel } from "../parts.ts";
import type { FolderGroup, FolderItem } from "../folder.ts";
import { say } from "../../../words/say.ts";

/** Something on a day. */
interface DayEntry {
  readonly date: string;
  /** `HH:MM`, or empty where it is of the whole day. */
  readonly time: string;
  readonly what: Html;
}

/** The month that `now` (epoch ms) is in, as `YYYY-MM`. */
export function monthOf(now: number, { index }: FolderGroup): string {
  return localDay(now, index.timezone).slice(0, 7);
}

/** Whether this is a month that a page can be asked for: `YYYY-MM`. */
export function isMonth(text: string): boolean {
  return /^[12]\d{3}-(?:0[1-9]|1[0-2])$/.test(text);
}

/** A month with all that is on its days, and the ways to the months beside it. */
export function calendar(group: FolderGroup, month: string, now: number, heading: Html): Html {
  const first = Temporal.PlainDate.from(`${month}-01`);
  const [before, after] = [first.subtract({ months: 1 }), first.add({ months: 1 })];
  const entries = Map.groupBy(entriesOf(group, month, now), ({ date }) => date);
  const today = localDay(now, group.index.timezone);
  const way = (to: Temporal.PlainDate, rel: string) =>
    html`<a href="${monthPath(group.index.slug, to.toString().slice(0, 7))}" rel="${rel}">${
      monthName(to)
    }</a>`;
  return html`
    <div
      class="monthhead">${heading}<nav class="pager" aria-label="${say`Months`}">${way(
        before,
        "prev",
      )}${!today.startsWith(month) &&
        html`<a href="${
          monthPath(group.index.slug, today.slice(0, 7))
        }">${say`This month`}</a>`}${way(
          after,
          "next",
        )}</nav></div>
    ${entries.size === 0 &&
      emptyState(
        say`Nothing is on in this month. Shows, events, video calls, releases and birthdays appear here.`,
      )}
    <div class="weekdays" aria-hidden="true">${weekdays().map((name) =>
      html`<span>${name}</span>`
    )}</div>
    <ol class="month">${Array.from({ length: first.daysInMonth }, (_, place) => {
      const day = first.add({ days: place });
      return dayCell(day, entries.get(day.toString()) ?? [], day.toString() === today);
    })}</ol>
  `;
}

/** `December 2026`. */
export function monthName(day: Temporal.PlainDate): string {
  return new Intl.DateTimeFormat(locale(), { month: "long", year: "numeric", timeZone: "UTC" })
    .format(Date.parse(day.toString()));
}

/** `Mon` to `Sun`. */
function weekdays(): string[] {
  const format = new Intl.DateTimeFormat(locale(), { weekday: "short", timeZone: "UTC" });
  return Array.from({ length: 7 }, (_, place) => format.format(Date.UTC(2026, 5, 1 + place)));
}

/** The first day says by its class where in the week it stands; a day without entries goes in a list. */
function dayCell(
  day: Temporal.PlainDate,
  entries: readonly DayEntry[],
  isToday: boolean,
): Html {
  const classes = [
    ...(day.day === 1 ? [`from-${day.dayOfWeek}`] : []),
    ...(isToday ? ["today"] : []),
    ...(entries.length === 0 ? ["free"] : []),
  ];
  const words = html`<span class="weekday">${weekdays()[day.dayOfWeek - 1]} </span>${day.day}${
    isToday && html`
      <span class="now">${say`today`}</span>
    `
  }`;
  return html`<li class="${classes.join(" ")}"><time datetime="${day.toString()}">${words}</time>${
    entries.length > 0 && html`<ul>${entries.map(entryLine)}</ul>`
  }</li>`;
}

function entryLine({ date, time: clock, what }: DayEntry): Html {
  return html`<li>${
    clock !== "" && html`
      ${time(`${date}T${clock}`, clock)}
    `
  }${what}</li>`;
}

function entriesOf(group: FolderGroup, month: string, now: number): DayEntry[] {
  const all = [
    ...occasions(group, month, now),
    ...videocalls(group, month, now),
    ...releases(group, month, now),
    ...birthdays(group, month, now),
  ];
  return all.sort((one, other) => one.time < other.time ? -1 : one.time > other.time ? 1 : 0);
}

function occasions(group: FolderGroup, month: string, now: number): DayEntry[] {
  const items = [...group.shows, ...group.events].filter(({ row }) => row.date.startsWith(month));
  return items.map((item) => {
    const view = item.at(now);
    const { title, state } = view.fields;
    const { row: { date, start, isUntimed } } = item;
    const what = entry(item, title, item.kind === "event" ? say`event` : "", [
      stateMark(state),
      marks(item, view, group, now),
    ], group);
    return { date, time: isUntimed ? "" : clockOf(start, group), what };
  });
}

function videocalls(group: FolderGroup, month: string, now: number): DayEntry[] {
  return group.videocalls.filter(({ id }) => id.startsWith(month)).map((item) => {
    const view = item.at(now);
    const { sessions } = view.fields;
    const title = sessions.find(({ title }) => title)?.title ?? say`Video calls`;
    const what = entry(item, title, say`video calls`, [marks(item, view, group, now)], group);
    return { date: item.id, time: sessions[0]?.start_time ?? "", what };
  });
}

function releases(group: FolderGroup, month: string, now: number): DayEntry[] {
  return group.releases.flatMap((item) => {
    const view = item.at(now);
    const { release_date: date = "", title, type } = view.fields;
    if (!date.startsWith(month)) return [];
    return [{
      ...{ date, time: "" },
      what: entry(
        item,
        title,
        say`${wordLabel(type)} comes out`,
        [marks(item, view, group, now)],
        group,
      ),
    }];
  });
}

function birthdays(group: FolderGroup, month: string, now: number): DayEntry[] {
  return group.members.flatMap((item) => {
    const { row: { birthDate, name } } = item;
    const view = item.at(now);
    if (birthDate === undefined || view.fields.is_graduate) return [];
    const year = Number(month.slice(0, 4));
    const date = observedBirthday(birthDate, year, group.index.leapDay);
    if (!date.startsWith(month) || date < birthDate) return [];
    const what = birthDate.startsWith("-")
      ? say`birthday`
      : say`birthday, turns ${year - Number(birthDate.slice(0, 4))}`;
    return [{ date, time: "", what: entry(item, name, what, [], group) }];
  });
}

function entry(
  item: FolderItem<unknown, unknown>,
  title: string,
  kind: string,
  behind: readonly HtmlValue[],
  { index }: FolderGroup,
): Html {
  return html`${itemLink(item, title, index.language)}${
    kind !== "" && html`
      <span class="faint">${kind}</span>
    `
  }${behind}`;
}

/** `19:00` on the group's clock. */
function clockOf(epochMs: number, { index }: FolderGroup): string {
  return new Intl.DateTimeFormat("en-GB", {
    timeZone: index.timezone,
    hour: "2-digit",
    minute: "2-digit",
  }).format(epochMs);
}
