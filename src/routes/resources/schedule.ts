import type { Listing } from "../../catalog/phases.ts";
import { oneOf } from "../../http/parameter_kinds.ts";
import { SCHEDULE_STATUSES, type ScheduleStatus } from "../../model/enums.ts";
import type { ScheduleRow } from "../../model/pack.ts";
import { cachedRoute } from "../route.ts";
import { MEMBER, memberFilter } from "./member_filter.ts";
import { TIMEZONE, withLocalStart } from "./timezone.ts";

/** `schedule?status=`: shows and events. */
export const schedule = cachedRoute({
  id: "schedule",
  path: "schedule",
  summary: "Shows and events: all, upcoming, past, or today's",
  answers: { list: "schedule" },
  parameters: { status: oneOf(...SCHEDULE_STATUSES), member: MEMBER, timezone: TIMEZONE },
  answer(ctx, { status, member, timezone }) {
    const asked = memberFilter(ctx, member);
    const listing = asked.limit(ctx.rows(
      "schedule",
      (row) => (status === undefined || KEEP[status](row, ctx.now)) && asked.has(row.members),
    ));
    const ordered = status === "upcoming" || status === "today" ? soonestFirst(listing) : listing;
    return ctx.list(ordered, (row) => withLocalStart(ctx.item(row), row, timezone));
  },
});

/** Every bound used here is a phase of the row, so that the listing knows until when it holds. */
const KEEP: Record<ScheduleStatus, (row: ScheduleRow, now: number) => boolean> = {
  upcoming: (row, now) => now < row.start,
  past: (row, now) => now >= row.start,
  today: (row, now) => row.day[0] <= now && now < row.day[1],
};

/** The table is newest first; the other way round, what starts together keeps its order. */
function soonestFirst(listing: Listing<ScheduleRow>): Listing<ScheduleRow> {
  return { ...listing, rows: listing.rows.toSorted((one, other) => one.start - other.start) };
}
