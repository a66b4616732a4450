import { observedBirthday } from "../../birthday/birthday.ts";
import { notFound } from "../../http/http_error.ts";
import type { ShowItem } from "../../model/item/occasions.ts";
import type { TimedEvent } from "./reader.ts";
import { type Html, html, type HtmlValue } from "../../page/html.ts";
import { emptyState, pager, time, unbroken } from "../../page/parts.ts";
import { Temporal } from "../../time/temporal.ts";
import { localDay } from "../../time/local_day.ts";
import { zoneName } from "../../time/words.ts";
import type { PageKind } from "./paths.ts";
import {
  beginningOf,
  dateWords,
  DOT,
  type GroupPage,
  itemLink,
  stateMark,
  todayOf,
  type View,
} from "./view.ts";

/** What is on a day: `time` is `HH:MM`, or empty where it is of the whole day. */
interface DayEntry {
  readonly date: string;
  readonly time: string;
  readonly what: Html;
  /** Whether it does not take place as planned. */
  readonly isOff?: boolean;
}

/** The month of the page's instant, as `YYYY-MM`. */
export function presentMonth(view: View): string {
  return todayOf(view).slice(0, 7);
}

/** `December 2026` of `2026-12`. */
export function monthName({ words: { locale } }: View, month: string): string {
  return new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" })
    .format(Date.parse(`${month}-01`));
}

/** A month on a page of its own. @throws {HttpError} `NOT_FOUND` before and behind all that is on */
export async function monthPage(view: View, month = presentMonth(view)): Promise<GroupPage> {
  const { name } = view.read.group;
  const title = monthName(view, month);
  const [first, last] = await monthsOf(view);
  if (month < first || month > last) {
    throw notFound("Nothing is on in that month, nor before or after it");
  }
  return {
    path: view.paths.month(month),
    title: `${title} · ${name}`,
    description: view.words.say`${title}: what ${name} does`,
    hero: html`<h1>${title}</h1>`,
    main: await calendar(view, month),
  };
}

/** The first and the last month of a group that have pages, the present one among them. */
async function monthsOf(view: View): Promise<readonly [first: string, last: string]> {
  const days = await view.read.outermostDays();
  const months = [presentMonth(view), ...days.map((date) => date.slice(0, 7))].sort();
  return [months[0]!, months.at(-1)!];
}

/** A month with all that is on its days, and the ways to the months beside it. */
export async function calendar(view: View, month: string, heading?: Html): Promise<Html> {
  const { words: { say, locale }, paths, read } = view;
  const first = Temporal.PlainDate.from(`${month}-01`);
  const entries = Map.groupBy(await entriesOf(view, first), ({ date }) => date);
  const [firstMonth, lastMonth] = await monthsOf(view);
  const today = todayOf(view);
  const present = today.slice(0, 7);
  const [firstDay] = [...entries.keys()].sort();
  const names = weekdays(locale);
  const [before, after] = [-1, 1].map((months) => first.add({ months }).toString().slice(0, 7));
  const way = (name: string, words: string): [string, string] | false =>
    name >= firstMonth && name <= lastMonth && [paths.month(name), words];
  const head = html`${heading}${
    pager(say`Months`, [
      way(before!, `← ${monthName(view, before!)}`),
      ![before, month, after].includes(present) && way(present, say`This month`),
      way(after!, `${monthName(view, after!)} →`),
    ])
  }`;
  const nothing =
    say`Nothing is on in this month. Shows, events, video calls, releases and birthdays appear here.`;
  if (entries.size === 0) return html`<div>${head}${emptyState(nothing)}</div>`;
  const free = html`<li class="free" aria-hidden="true"></li>`;
  // Below other things, a month begins with the week that is on.
  const isPresent = heading !== undefined && month === present;
  const monday = Temporal.PlainDate.from(today).subtract({
    days: Temporal.PlainDate.from(today).dayOfWeek - 1,
  });
  const from = isPresent && Temporal.PlainDate.compare(monday, first) > 0 ? monday : first;
  const days = Array.from({ length: first.daysInMonth - from.day + 1 }, (_, place) => {
    const day = from.add({ days: place });
    const date = day.toString();
    const onDay = entries.get(date) ?? [];
    // In a list, as phones have it, what is over of this month comes last, with a word above it.
    const label = date < today && month === present && date === firstDay && say`Past`;
    const classes = [
      date === today && "today",
      date < today && (month === present ? "over later" : "over"),
      onDay.length === 0 && "free",
    ];
    return html`
      <li class="${classes.filter(Boolean).join(" ")}"
        ${label &&
          html`data-label="${label}"`}><time datetime="${date}"><span class="weekday">${names[
            day.dayOfWeek - 1
          ]} </span>${day.day}${date === today && html`
          <span class="small">${say`today`}</span>
        `}</time>${onDay.length > 0 && html`<ul>${onDay.map(entryLine)}</ul>`}</li>
    `;
  });
  const zone = zoneName(read.group.timezone, read.now);
  return html`
    <div class="${heading && "glance"}">${head}<div
      class="weekdays" aria-hidden="true">${names.map((name) => html`<span>${name}</span>`)}</div>
        <ol class="month">${Array(from.dayOfWeek - 1).fill(free)}${days}${Array(
          7 - first.add({ days: first.daysInMonth - 1 }).dayOfWeek,
        ).fill(free)}</ol><p class="small">${say`Times are in ${zone}.`}</p></div>
  `;
}

/** `Mon` to `Sun`. */
function weekdays(locale: string): string[] {
  const format = new Intl.DateTimeFormat(locale, { weekday: "short", timeZone: "UTC" });
  return Array.from({ length: 7 }, (_, place) => format.format(Date.UTC(2026, 5, 1 + place)));
}

function entryLine({ date, time: clock, what, isOff }: DayEntry): Html {
  return html`<li${
    isOff && html`
      class="off"
    `
  }>${
    clock !== "" && html`
      ${time(`${date}T${clock}`, clock)}
    `
  }<div>${what}</div></li>`;
}

/** No sale begins longer before its show. */
const SALE_AHEAD = { months: 12 };

async function entriesOf(view: View, first: Temporal.PlainDate): Promise<DayEntry[]> {
  const { read, words } = view;
  const { say } = words;
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
      what !== "" && html`<div class="small">${what}</div>`
    }${behind}`,
  });
  const year = Number(month.slice(0, 4));
  return [
    ...[...shows, ...events].flatMap((item: ShowItem | TimedEvent) => {
      const { at, date, isTimed } = beginningOf(item);
      const kind = "start_at" in item ? "show" : undefined;
      const on = (date: string, time: string, what: string, title = item.title) => ({
        ...entry([kind, item.id, title], date, time, what, stateMark(view, item.state)),
        isOff: item.state !== "scheduled",
      });
      const sales = Map.groupBy(item.tickets ?? [], ({ sale_from }) => sale_from);
      return [
        on(date, isTimed ? at.slice(11, 16) : "", kind === "show" ? "" : say`event`),
        ...[...sales].map(([from, tickets]) =>
          from && on(
            localDay(Date.parse(from), read.group.timezone),
            clockOf(view, Date.parse(from)),
            [
              ...new Set(tickets.map(({ type }) => type)),
              say`for ${unbroken(dateWords(words.locale, date, { month: "long" }))}`,
            ].filter(Boolean).join(DOT),
            say`Ticket sale: ${item.title}`,
          )
        ).filter((entry) => entry !== undefined && entry !== ""),
      ];
    }),
    ...calls.map(({ date, sessions }) => {
      const title = sessions.find(({ title }) => title)?.title ?? say`Video calls`;
      return entry([undefined, date, title], date, sessions[0]?.start_time ?? "", say`video calls`);
    }),
    ...releases.map(({ id, release_date: date = "", title, type }) =>
      entry([undefined, id, title], date, "", say`${words.innerChoice(type)} comes out`)
    ),
    ...birthdays.flatMap(({ member_id: id, name, birth_date: born, birthday, status }) => {
      const date = observedBirthday(born || `--${birthday}`, year, read.group.leapDay);
      if (status === "graduated" || date < born) return [];
      const age = year - Number(born.slice(0, 4));
      const what = born === "" ? say`birthday` : say`birthday, turns ${age}`;
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
