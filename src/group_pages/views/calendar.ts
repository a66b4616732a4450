import { observedBirthday } from "../../birthday/birthday.ts";
import { type Html, html, type HtmlValue } from "../../page/html.ts";
import { emptyState, time } from "../../page/parts.ts";
import { Temporal } from "../../time/temporal.ts";
import type { ShowRow } from "../../model/pack.ts";
import { localDay } from "../../time/local_day.ts";
import type { PageItem, PageShow } from "../page_group.ts";
import { innerChoice } from "../words/words.ts";
import {
  badges,
  type GroupPage,
  itemLink,
  type PageView,
  stateMark,
  todayOf,
  toGroup,
} from "./view.ts";

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

/** The months from the first to the last that have something, the present one among them. */
function monthSpan(view: PageView): readonly [first: string, last: string] {
  const { group } = view;
  const dates = [
    ...group.shows().map(({ row }) => row.date),
    ...group.events().map(({ row }) => row.date),
    ...group.videocalls().map(({ id }) => id),
  ];
  let [first, last] = [presentMonth(view), presentMonth(view)];
  for (const date of dates) {
    const month = date.slice(0, 7);
    if (month < first) first = month;
    if (month > last) last = month;
  }
  return [first, last];
}

/** A month on a page of its own; undefined if it is before the first or behind the last. */
export function monthPage(view: PageView, month: string): GroupPage | undefined {
  if (!isShownMonth(view, month)) return undefined;
  const { index } = view.group;
  const title = monthName(view, Temporal.PlainDate.from(`${month}-01`));
  return {
    title: view.marks === undefined ? `${title} · ${index.name}` : title,
    description: view.words.calendarOf(index.name, title),
    hero: html`<h1>${title}</h1>${toGroup(view)}`,
    main: calendar(view, month),
  };
}

function isShownMonth(view: PageView, month: string): boolean {
  if (view.paths.hasEveryMonth) return true;
  const [first, last] = monthSpan(view);
  return month >= first && month <= last;
}

/** A month with all that is on its days, and the ways to the months beside it. */
export function calendar(view: PageView, month: string, heading?: Html): Html {
  const { words, paths } = view;
  const first = Temporal.PlainDate.from(`${month}-01`);
  const [before, after] = [first.subtract({ months: 1 }), first.add({ months: 1 })];
  const entries = Map.groupBy(entriesOf(view, month), ({ date }) => date);
  const today = todayOf(view);
  const [firstDay] = [...entries.keys()].sort();
  const way = (to: Temporal.PlainDate, rel: string) => {
    const name = to.toString().slice(0, 7);
    return isShownMonth(view, name) &&
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
    <ol class="month">${Array.from({ length: first.daysInMonth }, (_, place) => {
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
 * The first day says by its class where in the week it is. In a list, as phones have it, days without
 * entries go, but for today, and those of this month that are over come last, with words above them.
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
    ...(day.day === 1 ? [`from-${day.dayOfWeek}`] : []),
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

function entriesOf(view: PageView, month: string): DayEntry[] {
  const all = [
    ...occasions(view, month),
    ...sales(view, month),
    ...videocalls(view, month),
    ...releases(view, month),
    ...birthdays(view, month),
  ];
  return all.sort((one, other) => one.time < other.time ? -1 : one.time > other.time ? 1 : 0);
}

function occasions(view: PageView, month: string): DayEntry[] {
  const { group, words } = view;
  const isWithin = ({ date }: { readonly date: string }) => date.startsWith(month);
  return [...group.shows(isWithin), ...group.events(isWithin)].map((item) => {
    const { title, state } = item.fields;
    const { date, start, isUntimed } = item.row;
    const what = entry(view, item, title, item.kind === "event" ? words.event : "", [
      stateMark(view, state),
      badges(view, item),
      "lineup" in item.fields && milestoneNote(view, item as PageShow),
    ]);
    return { date, time: isUntimed ? "" : clockOf(view, start), what };
  });
}

/** "Aya: show 100": members with milestones of all their shows. */
function milestoneNote(view: PageView, show: PageShow): HtmlValue {
  const all = view.group.milestonesOf(show)
    .filter(({ id, setlist }) => setlist === undefined && !view.group.hides(id));
  const texts = all.map(({ name, count }) =>
    `${name}: ${view.words.numberedShow(count, undefined)}`
  );
  return texts.length > 0 && html`
    <span class="faint">${texts.join(", ")}</span>
  `;
}

function sales(view: PageView, month: string): DayEntry[] {
  const { group, words } = view;
  const { timezone } = group.index;
  const isSoldIn = ({ sales = [] }: Pick<ShowRow, "sales">) =>
    sales.some(([at]) => localDay(at, timezone).startsWith(month));
  return [...group.shows(isSoldIn), ...group.events(isSoldIn)].flatMap((item) =>
    (item.row.sales ?? []).flatMap(([at]) => {
      const date = localDay(at, timezone);
      if (!date.startsWith(month)) return [];
      const { title, state } = item.fields;
      const what = entry(view, item, title, words.ticketSale, [stateMark(view, state)]);
      return { date, time: clockOf(view, at), what };
    })
  );
}

function videocalls(view: PageView, month: string): DayEntry[] {
  return view.group.videocalls().filter(({ id }) => id.startsWith(month)).map((item) => {
    const { sessions } = item.fields;
    const title = sessions.find(({ title }) => title)?.title ?? view.words.videocalls;
    const what = entry(view, item, title, view.words.videocall, [badges(view, item)]);
    return { date: item.id, time: sessions[0]?.start_time ?? "", what };
  });
}

function releases(view: PageView, month: string): DayEntry[] {
  const { group, words } = view;
  return group.releases().flatMap((item) => {
    const { release_date: date = "", title, type } = item.fields;
    if (!date.startsWith(month)) return [];
    const comesOut = words.comesOut(innerChoice(words, type));
    return [{ date, time: "", what: entry(view, item, title, comesOut, [badges(view, item)]) }];
  });
}

function birthdays(view: PageView, month: string): DayEntry[] {
  const { group, words } = view;
  return group.members().flatMap((item) => {
    const { row: { birthDate, name } } = item;
    if (birthDate === undefined || item.fields.is_graduate) return [];
    const year = Number(month.slice(0, 4));
    const date = observedBirthday(birthDate, year, group.index.leapDay);
    if (!date.startsWith(month) || date < birthDate) return [];
    const what = birthDate.startsWith("-")
      ? words.birthday
      : words.birthdayTurns(year - Number(birthDate.slice(0, 4)));
    return [{ date, time: "", what: entry(view, item, name, what, []) }];
  });
}

function entry(
  view: PageView,
  item: PageItem<unknown>,
  title: string,
  kind: string,
  behind: readonly HtmlValue[],
): Html {
  return html`${itemLink(view, item, title)}${
    kind !== "" && html`
      <span class="faint">${kind}</span>
    `
  }${behind}`;
}

/** `19:00` on the group's clock. */
function clockOf({ group }: PageView, epochMs: number): string {
  return new Intl.DateTimeFormat("en-GB", {
    timeZone: group.index.timezone,
    hour: "2-digit",
    minute: "2-digit",
  }).format(epochMs);
}
