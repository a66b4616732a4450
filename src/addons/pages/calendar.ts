import { observedBirthday } from "../../birthday/birthday.ts";
import type { EventItem, ShowItem } from "../../model/item/occasions.ts";
import { type Html, html, type HtmlValue } from "../../page/html.ts";
import { emptyState, time } from "../../page/parts.ts";
import { Temporal } from "../../time/temporal.ts";
import { localDay } from "../../time/local_day.ts";
import type { PageKind } from "./paths.ts";
import {
  beginningOfOccasion,
  type GroupPage,
  itemLink,
  stateMark,
  todayOf,
  toGroup,
  type View,
} from "./view.ts";
import { innerChoice } from "./words/words.ts";

/** The first and the last month, `YYYY-MM`, that has a page. */
export type MonthSpan = readonly [first: string, last: string];

interface DayEntry {
  readonly date: string;
  /** `HH:MM`, or empty where it is of the whole day. */
  readonly time: string;
  readonly what: Html;
}

/** The month of the page's instant, as `YYYY-MM`. */
export function presentMonth(view: View): string {
  return todayOf(view).slice(0, 7);
}

/** Whether this is a month that a page can be asked for: `YYYY-MM`. */
export function isMonth(text: string): boolean {
  return /^[12]\d{3}-(?:0[1-9]|1[0-2])$/.test(text);
}

/** `December 2026` of `2026-12`. */
export function monthName({ words: { locale } }: View, month: string): string {
  return new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" })
    .format(Date.parse(`${month}-01`));
}

/** A month on a page of its own. */
export async function monthPage(view: View, month: string, span: MonthSpan): Promise<GroupPage> {
  const { name } = view.read.group;
  const title = monthName(view, month);
  return {
    title: `${title} · ${name}`,
    description: view.words.calendarOf(name, title),
    hero: html`<h1>${title}</h1>${toGroup(view)}`,
    main: await calendar(view, month, span),
  };
}

/** A month with all that is on its days, and the ways to the months beside it. */
export async function calendar(
  view: View,
  month: string,
  [firstMonth, lastMonth]: MonthSpan,
  heading?: Html,
): Promise<Html> {
  const { words, paths } = view;
  const first = Temporal.PlainDate.from(`${month}-01`);
  const entries = Map.groupBy(await entriesOf(view, first), ({ date }) => date);
  const today = todayOf(view);
  const [firstDay] = [...entries.keys()].sort();
  const names = weekdays(view);
  const [before, after] = [-1, 1].map((months) => first.add({ months }).toString().slice(0, 7));
  const present = today.slice(0, 7);
  const way = (name: string, rel: string) =>
    name >= firstMonth && name <= lastMonth &&
    html`<a href="${paths.month(name)}" rel="${rel}">${monthName(view, name)}</a>`;
  const links = [
    way(before!, "prev"),
    ![before, month, after].includes(present) &&
    html`<a href="${paths.month(present)}">${words.thisMonth}</a>`,
    way(after!, "next"),
  ].filter(Boolean);
  const head = (heading ?? links.length > 0) && html`
    <div class="monthhead">${heading}${links.length > 0 &&
      html`<nav class="pager" aria-label="${words.months}">${links}</nav>`}</div>
  `;
  if (entries.size === 0) return html`${head}${emptyState(words.nothingInMonth)}`;
  const free = html`<li class="free" aria-hidden="true"></li>`;
  return html`
    ${head}<div
      class="weekdays" aria-hidden="true">${names.map((name) => html`<span>${name}</span>`)}</div>
        <ol class="month">${Array(first.dayOfWeek - 1).fill(free)}${Array.from({
          length: first.daysInMonth,
        }, (_, place) => {
          const day = first.add({ days: place });
          const date = day.toString();
          const onDay = entries.get(date) ?? [];
          // In a list, as phones have it, what is over of this month comes last, with a word above it.
          const isOver = date < today && today.startsWith(month);
          const classes = [
            date === today && "today",
            isOver && "over",
            onDay.length === 0 && "free",
          ];
          return html`
            <li class="${classes.filter(Boolean).join(" ")}"
              ${isOver && date === firstDay &&
                html`data-label="${words.past}"`}><time datetime="${date}"><span class="weekday">${names[
                  day.dayOfWeek - 1
                ]} </span>${day.day}${date === today && html`
                <span class="small">${words.today}</span>
              `}</time>${onDay.length > 0 && html`<ul>${onDay.map(entryLine)}</ul>`}</li>
          `;
        })}${Array(7 - first.add({ days: first.daysInMonth - 1 }).dayOfWeek).fill(free)}</ol>
  `;
}

/** `Mon` to `Sun`. */
function weekdays({ words: { locale } }: View): string[] {
  const format = new Intl.DateTimeFormat(locale, { weekday: "short", timeZone: "UTC" });
  return Array.from({ length: 7 }, (_, place) => format.format(Date.UTC(2026, 5, 1 + place)));
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

async function entriesOf(view: View, first: Temporal.PlainDate): Promise<DayEntry[]> {
  const { read, words } = view;
  const month = first.toString().slice(0, 7);
  const days = { from: first.toString(), to: first.add(SALE_AHEAD).toString() };
  const [shows, events, calls, releases, birthdays] = await Promise.all([
    ...[read.shows(days), read.events(days)] as const,
    ...[read.videocalls(), read.releases(), read.birthdays()] as const,
  ]);
  const entry = (
    [kind, id, title]: readonly [PageKind | undefined, string, string],
    date: string,
    time: string,
    what: string,
    behind?: HtmlValue,
  ): DayEntry => ({
    date,
    time,
    what: html`${itemLink(view, kind, id, title)}${
      what !== "" && html`
        <span class="faint">${what}</span>
      `
    }${behind}`,
  });
  const year = Number(month.slice(0, 4));
  return [
    ...[...shows, ...events].flatMap((item: ShowItem | EventItem) => {
      const { at, date, isTimed } = beginningOfOccasion(item);
      const kind = "start_at" in item ? "show" : undefined;
      const on = (date: string, time: string, what: string) =>
        entry([kind, item.id, item.title], date, time, what, stateMark(view, item.state));
      const sales = new Set(
        item.tickets?.flatMap(({ sale_from }) => sale_from ? [Date.parse(sale_from)] : []),
      );
      return [
        on(date, isTimed ? at.slice(11, 16) : "", kind === "show" ? "" : words.event),
        ...[...sales].map((at) =>
          on(localDay(at, read.group.timezone), clockOf(view, at), words.ticketSale)
        ),
      ];
    }),
    ...calls.map(({ date, sessions }) => {
      const title = sessions.find(({ title }) => title)?.title ?? words.videocalls;
      return entry([undefined, date, title], date, sessions[0]?.start_time ?? "", words.videocall);
    }),
    ...releases.map(({ id, release_date: date = "", title, type }) =>
      entry([undefined, id, title], date, "", words.comesOut(innerChoice(words, type)))
    ),
    ...birthdays.flatMap(({ member_id: id, name, birth_date: born, birthday, status }) => {
      const date = observedBirthday(born || `--${birthday}`, year, read.group.leapDay);
      if (status === "graduated" || date < born) return [];
      const age = year - Number(born.slice(0, 4));
      const what = born === "" ? words.birthday : words.birthdayTurns(age);
      return [entry(["member", id, name], date, "", what)];
    }),
  ].filter(({ date }) => date.startsWith(month))
    .sort((one, other) => one.time < other.time ? -1 : one.time > other.time ? 1 : 0);
}

/** `19:00` on the group's clock. */
function clockOf({ read: { group } }: View, epochMs: number): string {
  return new Intl.DateTimeFormat("en-GB", {
    timeZone: group.timezone,
    ...{ hour: "2-digit", minute: "2-digit" } as const,
  }).format(epochMs);
}
