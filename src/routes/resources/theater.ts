import { findByAddress, type Listing, listPresent } from "../../catalog/phases.ts";
import { anyText, civilDate, required, type Values, wholeNumber } from "../../http/parameter.ts";
import { HttpError, invalidParameter } from "../../http/http_error.ts";
import type { ShowRow } from "../../model/pack.ts";
import { MEMBER, memberFilter, pageOf, PAGING, TIMEZONE, withLocalStart } from "./filters.ts";
import { cachedRoute } from "../route.ts";
import { type CivilDay, civilDayAt } from "../../time/local_day.ts";
import { STATUS, statusFilter } from "./schedule.ts";
import type { RouteContext } from "../route_context.ts";

const FILTERS = {
  status: STATUS,
  from: civilDate(),
  to: civilDate(),
  month: wholeNumber(1, 12),
  year: wholeNumber(1, 9999),
  member: MEMBER,
  timezone: TIMEZONE,
};

/** `theater?status=`: shows; bare groups name celebrations only in pages. */
export const theater = cachedRoute({
  id: "theater",
  path: "theater",
  summary: "Theater shows: all, upcoming, past, or today's",
  answers: { list: "show", full: "pagedShow", pages: "theater" },
  parameters: { ...PAGING, ...FILTERS },
  answer(ctx, values) {
    const listing = filterShows(ctx, values);
    const { page: number, perpage, ...filters } = values;
    const page = pageOf({ page: number, perpage });
    const isFull = page !== undefined || ctx.envelope.hasFullItems;
    const render = (show: ShowRow) => {
      const item = isFull ? ctx.item(show, show.extra) : ctx.item(show);
      return withLocalStart(item, show, values.timezone);
    };
    if (page === undefined) return ctx.list(listing, render);
    return ctx.page(listing, render, { path: "theater", name: "theater", filters }, page);
  },
});

/** `theater/{id}`: one show with line-up and setlist. */
export const show = cachedRoute({
  id: "show",
  path: "theater/{id}",
  summary: "One theater show with its line-up and setlist",
  answers: { one: "showDetail" },
  parameters: { id: required(anyText("a show's id")) },
  refuses: ["NOT_FOUND"],
  answer(ctx, { id }) {
    const wanted = findByAddress(ctx.group.table("shows"), id);
    const { rows: [found], ...holds } = listPresent(wanted ? [wanted] : [], ctx.now);
    if (found === undefined) throw new HttpError("NOT_FOUND", { message: "No show has that id" });
    return ctx.one(ctx.item(found, found.extra, found.more), holds);
  },
});

function filterShows(ctx: RouteContext, values: Values<typeof FILTERS>): Listing<ShowRow> {
  const { from, to } = daysOf(values);
  const asked = memberFilter(ctx, values.member);
  const today = values.status === "today" ? civilDayAt(ctx.now, ctx.group.timezone) : undefined;
  const wanted = statusFilter(
    values.status,
    ctx.now,
    (show: ShowRow) => show.date === today?.date,
  );
  const listing = ctx.rows(
    "shows",
    (show) =>
      (from === undefined || show.date >= from) && (to === undefined || show.date <= to) &&
      wanted.has(show) && asked.has(show.members),
  );
  return wanted.order(asked.limit(limitedTo(today, listing)));
}

/** A day's shows are others when it is over, also where none of them begins then. */
function limitedTo(day: CivilDay | undefined, listing: Listing<ShowRow>): Listing<ShowRow> {
  if (day === undefined) return listing;
  return { ...listing, validUntil: Math.min(listing.validUntil, day.until) };
}

/** The days asked for: `month` with `year`, or `year`, narrowed by `from` and `to`. */
function daysOf({ from, to, month, year }: Values<typeof FILTERS>): { from?: string; to?: string } {
  if (month !== undefined && year === undefined) {
    throw invalidParameter("month", "a whole number from 1 to 12, together with year");
  }
  const prefix = year === undefined ? undefined : String(year).padStart(4, "0");
  const span = prefix === undefined
    ? []
    : month === undefined
    ? [`${prefix}-01-01`, `${prefix}-12-31`]
    : [`${prefix}-${twoDigits(month)}-01`, `${prefix}-${twoDigits(month)}-31`];
  const latest = [from, span[0]].filter((day) => day !== undefined).sort().at(-1);
  const earliest = [to, span[1]].filter((day) => day !== undefined).sort().at(0);
  return { ...(latest && { from: latest }), ...(earliest && { to: earliest }) };
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}
