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
import { civilDayAt } from "../../time/local_day.ts";
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
    const listing = ctx.rows(
      "schedule",
      (row) => hasStatus(row, status, now, isToday) && asked.has(row.members),
    );
    return ctx.list(
      inOrder(asked.limit(listing), status),
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

function filterShows(ctx: AnswerContext, values: Values<typeof SHOW_FILTERS>): Listing<ShowRow> {
  const { now, group } = ctx;
  const { status } = values;
  const { from, to } = daysOf(values);
  const asked = memberFilter(ctx, values.member);
  const today = status === "today" ? civilDayAt(now, group.timezone) : undefined;
  const isToday = ({ date }: ShowRow) => date === today?.date;
  const listing = ctx.rows(
    "shows",
    (show) =>
      show.date >= from && show.date <= to && hasStatus(show, status, now, isToday) &&
      asked.has(show.members),
  );
  // A day's shows change when it is over, even if none of them begins then.
  const validUntil = Math.min(listing.validUntil, today?.until ?? Infinity);
  return inOrder(asked.limit({ ...listing, validUntil }), status);
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

/**
 * Whether a row has the status that is asked for at `now` (epoch ms). Its start is one of its phases, so
 * that a listing knows until when `upcoming` and `past` hold; `isToday` has to see to its own.
 */
function hasStatus<R extends TimedRow>(
  row: R,
  status: ScheduleStatus | undefined,
  now: number,
  isToday: (row: R) => boolean,
): boolean {
  if (status === "today") return isToday(row);
  return status === undefined || (status === "upcoming") === (now < row.start);
}

/** Tables are newest first; the other way round, what starts together keeps its order. */
function inOrder<R extends TimedRow>(
  listing: Listing<R>,
  status: ScheduleStatus | undefined,
): Listing<R> {
  if (status !== "upcoming" && status !== "today") return listing;
  return { ...listing, rows: listing.rows.toSorted((one, other) => one.start - other.start) };
}
