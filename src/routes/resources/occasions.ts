import { findByAddress, type Listing, listPresent } from "../../catalog/phases.ts";
import { invalidParameter, notFound } from "../../http/http_error.ts";
import {
  anyText,
  civilDate,
  oneOf,
  required,
  type Values,
  wholeNumber,
} from "../../http/parameter.ts";
import { SCHEDULE_STATUSES, type ScheduleStatus } from "../../model/enums.ts";
import type { EventRow, ScheduleRow, ShowRow, TimedRow } from "../../model/pack.ts";
import { type CivilDay, civilDayAt } from "../../time/local_day.ts";
import { route } from "../route.ts";
import type { AnswerContext } from "../answer_context.ts";
import { MEMBER, memberFilter, pageOf, PAGING, TIMEZONE, withLocalStart } from "./filters.ts";
import { twoDigits } from "../../time/civil_date.ts";

/** `status=`: what has not begun, what today's date holds, or what has begun. */
const STATUS = oneOf(...SCHEDULE_STATUSES);

/** No item is on a later day. */
const LAST_DAY = "9999-12-31";

/** What `month` takes: it is one month, not that month of every year. */
const MONTH = "a whole number from 1 to 12, together with year";

const SHOW_FILTERS = {
  status: STATUS,
  from: civilDate(),
  to: civilDate(),
  month: { ...wholeNumber(1, 12), description: MONTH },
  year: wholeNumber(1, 9999),
  member: MEMBER,
  timezone: TIMEZONE,
};

/** `theater?status=`: shows; bare groups name celebrations only in pages. */
export const theater = route({
  id: "theater",
  path: "theater",
  summary: "Theater shows: all, upcoming, past, today's, or those of a `month` with its `year`",
  answers: { list: "show", full: "pagedShow", pages: "theater" },
  parameters: { ...PAGING, ...SHOW_FILTERS },
  kept(ctx, values) {
    const listing = filterShows(ctx, values);
    const { page: number, perpage, ...filters } = values;
    const page = pageOf({ page: number, perpage });
    const isFull = page !== undefined || ctx.envelope.hasFullItems;
    const render = (show: ShowRow) => {
      const item = isFull ? ctx.item(show, show.extra) : ctx.item(show);
      return withLocalStart(item, show, values.timezone);
    };
    return ctx.page(listing, render, { path: "theater", name: "theater", filters }, page);
  },
});

/** `theater/{id}`: one show with line-up and setlist. */
export const show = route({
  id: "show",
  path: "theater/{id}",
  summary: "One theater show with its line-up and setlist",
  answers: { one: "showDetail" },
  parameters: { id: required(anyText("a show's id")) },
  refuses: ["NOT_FOUND"],
  kept(ctx, { id }) {
    const { found, ...holds } = findPresent(
      ctx.group.table("shows"),
      id,
      ctx.now,
      "No show has that id",
    );
    const counts = ctx.group.showCounts(ctx.now);
    // The last part of an item is its closing brace.
    const item = ctx.item(found, found.extra, found.more, found.songs).slice(0, -1);
    const validUntil = Math.min(holds.validUntil, counts.validUntil);
    const milestones = `,"milestones":${JSON.stringify(counts.milestonesOf(found))}}`;
    return ctx.one([...item, milestones], { ...holds, validUntil });
  },
});

/** `events`: newest first. */
export const events = route({
  id: "events",
  path: "events",
  summary: "Events, newest first",
  answers: { list: "listedEvent" },
  parameters: { from: civilDate(), to: civilDate(), member: MEMBER, timezone: TIMEZONE },
  kept(ctx, { from = "", to = LAST_DAY, member, timezone }) {
    const asked = memberFilter(ctx, member);
    const listing = ctx.rows(
      "events",
      ({ date, members }) => date >= from && date <= to && asked.has(members),
    );
    const render = (event: EventRow) => withLocalStart(ctx.item(event), event, timezone);
    return ctx.list(asked.limit(listing), render);
  },
});

/** `events/{id}`: one event. */
export const event = route({
  id: "event",
  path: "events/{id}",
  summary: "One event",
  answers: { one: "event" },
  parameters: { id: required(anyText("an event's id")) },
  refuses: ["NOT_FOUND"],
  kept(ctx, { id }) {
    const { found, ...holds } = findPresent(
      ctx.group.table("events"),
      id,
      ctx.now,
      "No event has that id",
    );
    return ctx.one(ctx.item(found), holds);
  },
});

/** `schedule?status=`: shows and events. */
export const schedule = route({
  id: "schedule",
  path: "schedule",
  summary: "Shows and events: all, upcoming, past, or today's",
  answers: { list: "schedule" },
  parameters: { status: STATUS, member: MEMBER, timezone: TIMEZONE },
  kept(ctx, { status, member, timezone }) {
    const { now } = ctx;
    const asked = memberFilter(ctx, member);
    // The bounds of its day are phases of the row, like its start.
    const isToday = ({ day: [from, until] }: ScheduleRow) => from <= now && now < until;
    const wanted = statusFilter(status, now, isToday);
    const listing = ctx.rows("schedule", (row) => wanted.has(row) && asked.has(row.members));
    return ctx.list(
      wanted.order(asked.limit(listing)),
      (row) => withLocalStart(ctx.item(row), row, timezone),
    );
  },
});

/** The row that has this id, file name or former file name, and for which time it is as it is. */
function findPresent<R extends ShowRow | EventRow>(
  rows: readonly R[],
  id: string,
  now: number,
  otherwise: string,
) {
  const row = findByAddress(rows, id);
  const { rows: [found], ...holds } = listPresent(row === undefined ? [] : [row], now);
  if (found === undefined) throw notFound(otherwise);
  return { found, ...holds };
}

function filterShows(
  ctx: AnswerContext,
  values: Values<typeof SHOW_FILTERS>,
): Listing<ShowRow> {
  const { from, to } = daysOf(values);
  const asked = memberFilter(ctx, values.member);
  const today = values.status === "today" ? civilDayAt(ctx.now, ctx.group.timezone) : undefined;
  const isToday = ({ date }: ShowRow) => date === today?.date;
  const wanted = statusFilter(values.status, ctx.now, isToday);
  const listing = ctx.rows(
    "shows",
    (show) => show.date >= from && show.date <= to && wanted.has(show) && asked.has(show.members),
  );
  return wanted.order(asked.limit(limitedTo(today, listing)));
}

/** A day's shows change when it is over, even if none of them begins then. */
function limitedTo(day: CivilDay | undefined, listing: Listing<ShowRow>): Listing<ShowRow> {
  if (day === undefined) return listing;
  return { ...listing, validUntil: Math.min(listing.validUntil, day.until) };
}

/** The days asked for: `month` with `year`, or `year`, narrowed by `from` and `to`. */
function daysOf({ from = "", to = LAST_DAY, month, year }: Values<typeof SHOW_FILTERS>) {
  if (year === undefined) {
    if (month === undefined) return { from, to };
    throw invalidParameter("month", MONTH);
  }
  const years = String(year).padStart(4, "0");
  const first = `${years}-${twoDigits(month ?? 1)}-01`;
  const last = `${years}-${twoDigits(month ?? 12)}-31`;
  return { from: from > first ? from : first, to: to < last ? to : last };
}

/** Narrows lists of what starts to a status, and puts them in the order of that status. */
interface StatusFilter<R> {
  has(row: R): boolean;
  order(listing: Listing<R>): Listing<R>;
}

/**
 * The filter that a request asks for at `now` (epoch ms). The start of a row is one of its phases, so
 * that a listing knows until when `upcoming` and `past` hold; `isToday` has to see to its own.
 */
function statusFilter<R extends TimedRow>(
  status: ScheduleStatus | undefined,
  now: number,
  isToday: (row: R) => boolean,
): StatusFilter<R> {
  const isSoonestFirst = status === "upcoming" || status === "today";
  return {
    has: status === undefined ? () => true : {
      upcoming: (row: R) => now < row.start,
      past: (row: R) => now >= row.start,
      today: isToday,
    }[status],
    order: (listing) => isSoonestFirst ? soonestFirst(listing) : listing,
  };
}

/** Tables are newest first; the other way round, what starts together keeps its order. */
function soonestFirst<R extends TimedRow>(listing: Listing<R>): Listing<R> {
  return { ...listing, rows: listing.rows.toSorted((one, other) => one.start - other.start) };
}
