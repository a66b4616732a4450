import type { Listing } from "../../catalog/phases.ts";
import { oneOf, type Optional } from "../../http/parameter.ts";
import { SCHEDULE_STATUSES, type ScheduleStatus } from "../../model/enums.ts";
import type { ScheduleRow, TimedRow } from "../../model/pack.ts";
import { cachedRoute } from "../route.ts";
import { MEMBER, memberFilter, TIMEZONE, withLocalStart } from "./filters.ts";

/** `status=`: what has not begun, what today's date holds, or what has begun. */
export const STATUS: Optional<ScheduleStatus> = oneOf(...SCHEDULE_STATUSES);

/** `schedule?status=`: shows and events. */
export const schedule = cachedRoute({
  id: "schedule",
  path: "schedule",
  summary: "Shows and events: all, upcoming, past, or today's",
  answers: { list: "schedule" },
  parameters: { status: STATUS, member: MEMBER, timezone: TIMEZONE },
  answer(ctx, { status, member, timezone }) {
    const asked = memberFilter(ctx, member);
    // The bounds of its day are phases of the row, like its start.
    const wanted = statusFilter(status, ctx.now, isWithinDay);
    const listing = asked.limit(ctx.rows(
      "schedule",
      (row) => wanted.has(row) && asked.has(row.members),
    ));
    return ctx.list(
      wanted.order(listing),
      (row) => withLocalStart(ctx.item(row), row, timezone),
    );

    function isWithinDay({ day: [from, until] }: ScheduleRow): boolean {
      return from <= ctx.now && ctx.now < until;
    }
  },
});

/** Narrows lists of what starts to a status, and puts them in the order of that status. */
export interface StatusFilter<R> {
  has(row: R): boolean;
  order(listing: Listing<R>): Listing<R>;
}

/**
 * The filter that a request asks for at `now` (epoch ms). The start of a row is one of its phases, so
 * that a listing knows until when `upcoming` and `past` hold; `isToday` has to see to its own.
 */
export function statusFilter<R extends TimedRow>(
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
