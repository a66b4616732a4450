import { observedBirthday } from "../../../birthday/birthday.ts";
import type { EventItem, ShowItem } from "../../../model/item/occasions.ts";
import { type Html, html, type HtmlValue } from "../../../page/html.ts";
import { emptyState, time } from "../../../page/parts.ts";
import { Temporal } from "../../../time/temporal.ts";
import { localDay } from "../../../time/local_day.ts";
import { twoDigits } from "../../../time/civil_date.ts";
import type { ItemRef } from "../reader.ts";
import { innerChoice } from "../words/words.ts";
import {
  badges,
  beginningOfOccasion,
  type GroupPage,
  itemLink,
  type PageView,
  stateMark,
  todayOf,
  toGroup,
} from "./view.ts";

/** The first and the last month, `YYYY-MM`, that has a page. */
export type MonthSpan = readonly [first: string, last: string];

interface DayEntry {
  readonly date: string;
  /** `HH:MM`, or empty where it is of the whole day. */
  readonly time: string;
  readonly what: Html;
}

/** The month of the page's instant, as `YYYY-MM`. */
export function presentMonth(view: PageView): string {
  return todayOf(view).slice(0, 7);
}

/** Whether this is a month that a page can be asked for: `YYYY-MM`. */
export function isMonth(text: string): boolean {
  return /^[12]\d{3}-(?:0[1-9]|1[0-2])$/.test(text);
}

/** A month on a page of its own. */
export async function monthPage(
  view: PageView,
  month: string,
  span: MonthSpan,
): Promise<GroupPage> {
  const { name } = view.read.group;
  const title = monthName(view, Temporal.PlainDate.from(`${month}-01`));
  return {
    title: view.marks === undefined ? `${title} · ${name}` : title,
    description: view.words.calendarOf(name, title),
    hero: html`<h1>${title}</h1>${toGroup(view)}`,
    main: await calendar(view, month, span),
  };
}

/** A month with all that is on its days, and the ways to the months beside it. */
export async function calendar(
  view: PageView,
  month: string,
  [firstMonth, lastMonth]: MonthSpan,
  heading?: Html,
): Promise<Html> {
  const { words, paths } = view;
  const first = Temporal.PlainDate.from(`${month}-01`);
  const [before, after] = [first.subtract({ months: 1 }), first.add({ months: 1 })];
  const entries = Map.groupBy(await entriesOf(view, first), ({ date }) => date);
  const today = todayOf(view);
  const [firstDay] = [...entries.keys()].sort();
  const way = (to: Temporal.PlainDate, rel: string) => {
    const name = to.toString().slice(0, 7);
    return name >= firstMonth && name <= lastMonth &&
      html`<a href="${paths.month(name)}" rel="${rel}">${monthName(view, to)}</a>`;
  };
  return html`
    <div
      class="monthhead">${heading}<nav class="pager" aria-label="${words.months}">${way(
        before,
        "prev",
      )}${!today.startsWith(month) &&
        html`<a href="${paths.month(today.slice(0, 7))}">${words.thisMonth}</a>`}${way(
          after,
          "next",
        )}</nav></div>
    ${entries.size === 0 && emptyState(words.nothingInMonth)}
    <div class="weekdays" aria-hidden="true">${weekdays(view).map((name) =>
      html`<span>${name}</span>`
    )}</div>
    <ol class="month">${Array(first.dayOfWeek - 1).fill(
      html`<li class="free" aria-hidden="true"></li>`,
    )}${Array.from({ length: first.daysInMonth }, (_, place) => {
      const day = first.add({ days: place });
      const date = day.toString();
      return dayCell(view, day, entries.get(date) ?? [], today, date === firstDay);
    })}</ol>
  `;
}

/** `December 2026`. */
export function monthName({ words: { locale } }: PageView, day: Temporal.PlainDate): string {
  return new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" })
    .format(Date.parse(day.toString()));
}

/** `Mon` to `Sun`. */
function weekdays({ words: { locale } }: PageView): string[] {
  const format = new Intl.DateTimeFormat(locale, { weekday: "short", timeZone: "UTC" });
  return Array.from({ length: 7 }, (_, place) => format.format(Date.UTC(2026, 5, 1 + place)));
}

/**
 * In a list, as phones have it, days without entries go, but for today, and those of this month that are
 * over come last, with words above them.
 */
function dayCell(
  view: PageView,
  day: Temporal.PlainDate,
  entries: readonly DayEntry[],
  today: string,
  isFirst: boolean,
): Html {
  const isToday = day.toString() === today;
  const isOver = day.toString() < today && today.startsWith(day.toString().slice(0, 7));
  const classes = [
    ...(isToday ? ["today"] : []),
    ...(isOver ? ["over"] : []),
    ...(entries.length === 0 ? ["free"] : []),
  ];
  const words = html`<span class="weekday">${weekdays(view)[day.dayOfWeek - 1]} </span>${day.day}${
    isToday && html`
      <span class="small">${view.words.today}</span>
    `
  }`;
  const label = isOver && isFirst && html`data-label="${view.words.past}"`;
  return html`<li class="${
    classes.join(" ")
  }" ${label}><time datetime="${day.toString()}">${words}</time>${
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

/** No sale begins longer before its show. */
const SALE_AHEAD = { months: 12 };

async function entriesOf(view: PageView, first: Temporal.PlainDate): Promise<DayEntry[]> {
  const { read } = view;
  const month = first.toString().slice(0, 7);
  const days = { from: `${month}-01`, to: `${month}-${twoDigits(first.daysInMonth)}` };
  const onSale = { from: days.from, to: first.add(SALE_AHEAD).toString() };
  const [shows, events] = await Promise.all([read.shows(onSale), read.events(onSale)]);
  const isWithin = ({ date }: ShowItem | EventItem) => date.startsWith(month);
  const all = await Promise.all([
    occasions(view, [...shows.filter(isWithin), ...events.filter(isWithin)]),
    sales(view, [...shows, ...events], month),
    videocalls(view, month),
    releases(view, month),
    birthdays(view, month),
  ]);
  return all.flat().sort((one, other) =>
    one.time < other.time ? -1 : one.time > other.time ? 1 : 0
  );
}

function refOf(item: ShowItem | EventItem): ItemRef {
  return { kind: "start_at" in item ? "show" : "event", id: item.id };
}

function occasions(
  view: PageView,
  items: readonly (ShowItem | EventItem)[],
): Promise<DayEntry[]> {
  const { words } = view;
  return Promise.all(items.map(async (item) => {
    const ref = refOf(item);
    const { at, date, isTimed } = beginningOfOccasion(item);
    const what = entry(view, ref, item.title, ref.kind === "event" ? words.event : "", [
      stateMark(view, item.state),
      badges(view, ref),
      // Only what has begun can be anybody's round number.
      ref.kind === "show" && !item.is_upcoming && await milestoneNote(view, item.id),
    ]);
    return { date, time: isTimed ? at.slice(11, 16) : "", what };
  }));
}

/** "Aya: show 100": members with milestones of all their shows. */
async function milestoneNote({ read, words }: PageView, id: string): Promise<HtmlValue> {
  const { milestones = [] } = await read.show(id) ?? {};
  const texts = milestones.filter(({ id, setlist }) => setlist === undefined && !read.hides(id))
    .map(({ name, count }) => `${name}: ${words.numberedShow(count, undefined)}`);
  return texts.length > 0 && html`
    <span class="faint">${texts.join(", ")}</span>
  `;
}

function sales(
  view: PageView,
  items: readonly (ShowItem | EventItem)[],
  month: string,
): DayEntry[] {
  const { timezone } = view.read.group;
  return items.flatMap((item) => {
    const begins = new Set(
      (item.tickets ?? []).flatMap(({ sale_from: at }) => at === undefined ? [] : Date.parse(at)),
    );
    return [...begins].flatMap((at) => {
      const date = localDay(at, timezone);
      if (!date.startsWith(month)) return [];
      const marks = [stateMark(view, item.state)];
      const what = entry(view, refOf(item), item.title, view.words.ticketSale, marks);
      return { date, time: clockOf(view, at), what };
    });
  });
}

async function videocalls(view: PageView, month: string): Promise<DayEntry[]> {
  const days = await view.read.videocalls();
  return days.filter(({ date }) => date.startsWith(month)).map(({ date, sessions }) => {
    const ref = { kind: "videocall", id: date } as const;
    const title = sessions.find(({ title }) => title)?.title ?? view.words.videocalls;
    const what = entry(view, ref, title, view.words.videocall, [badges(view, ref)]);
    return { date, time: sessions[0]?.start_time ?? "", what };
  });
}

async function releases(view: PageView, month: string): Promise<DayEntry[]> {
  const { read, words } = view;
  return (await read.releases()).flatMap(({ id, release_date: date = "", title, type }) => {
    if (!date.startsWith(month)) return [];
    const ref = { kind: "release", id } as const;
    const comesOut = words.comesOut(innerChoice(words, type));
    return [{ date, time: "", what: entry(view, ref, title, comesOut, [badges(view, ref)]) }];
  });
}

async function birthdays(view: PageView, month: string): Promise<DayEntry[]> {
  const { read, words } = view;
  const year = Number(month.slice(0, 4));
  return (await read.birthdays()).flatMap((member) => {
    const { member_id: id, name, birth_date: born, birthday, status } = member;
    const date = observedBirthday(born || `--${birthday}`, year, read.group.leapDay);
    if (status === "graduated" || !date.startsWith(month) || date < born) return [];
    const what = born === ""
      ? words.birthday
      : words.birthdayTurns(year - Number(born.slice(0, 4)));
    return [{ date, time: "", what: entry(view, { kind: "member", id }, name, what, []) }];
  });
}

function entry(
  view: PageView,
  ref: ItemRef,
  title: string,
  kind: string,
  behind: readonly HtmlValue[],
): Html {
  return html`${itemLink(view, ref, title)}${
    kind !== "" && html`
      <span class="faint">${kind}</span>
    `
  }${behind}`;
}

/** `19:00` on the group's clock. */
function clockOf({ read }: PageView, epochMs: number): string {
  return new Intl.DateTimeFormat("en-GB", {
    timeZone: read.group.timezone,
    hour: "2-digit",
    minute: "2-digit",
  }).format(epochMs);
}
