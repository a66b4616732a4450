import { slugsOf } from "../../catalog/members.ts";
import type { LiveSums } from "../../core/live_services.ts";
import { serviceKey } from "../../core/service_key.ts";
import { LIVE } from "../../core/services.ts";
import { oneOf, otherwise } from "../../http/parameter.ts";
import { STATS_PERIODS, type StatsPeriod } from "../../model/enums.ts";
import type { LiveSumItem } from "../../model/item/around_live.ts";
import type { AnswerContext } from "../../routes/answer_context.ts";
import { MEMBER, memberFilter } from "../../routes/resources/filters.ts";
import { allReady, route } from "../../routes/route.ts";
import { localDay, nextDayStart } from "../../time/local_day.ts";
import { DAY_MS } from "../../toolbox/durations.ts";
import { addSums, NO_SUM, type Sum } from "./sum.ts";

/** What broadcasts come to, from memory. */
export interface LiveStats extends LiveSums {
  /**
   * The sums of members by slug, of broadcasts that began from one day to another, `YYYY-MM-DD`: by the
   * records as far as they reach, else by whole months.
   */
  between(group: string, from: string, to: string): ReadonlyMap<string, Sum>;
  /** The first day of the first month of which there is a sum of the group; "" if there is none. */
  firstDay(group: string): string;
  /** Resolves when nothing is under way any more. */
  stop(): Promise<void>;
}

export const LIVE_STATS = serviceKey<LiveStats>("live stats");

/** How long a client may keep the report, in seconds. */
const MAX_AGE = 60;

/** `live/stats`: what broadcasts of a period come to, by member. */
export const liveStatsRoute = route({
  id: "live-stats",
  path: "live/stats",
  summary: "How much members were on air this week, month or year, or ever; most time first",
  answers: { report: "liveStats" },
  parameters: { period: otherwise(oneOf(...STATS_PERIODS), "week"), member: MEMBER },
  dependency: {
    ready: (service) => allReady(service(LIVE_STATS).ready(), service(LIVE).ensureFreshRecents()),
    version: (service) => service(LIVE_STATS).revision(),
  },
  kept(ctx, { period, member }) {
    const { group: { slug, timezone }, now } = ctx;
    const stats = ctx.service(LIVE_STATS);
    const asked = memberFilter(ctx, member);
    const today = localDay(now, timezone);
    const { from, to } = period === "all"
      ? { from: stats.firstDay(slug), to: today }
      : periodOf(period, today);
    const { rows, validUntil } = sumItems(ctx, stats.between(slug, from, to));
    const items = rows.filter(({ id }) => asked.has([id]));
    const said = { period, from, to };
    const listing = asked.limit({
      rows: items,
      madeAt: now,
      validUntil: Math.min(validUntil, nextDayStart(now, timezone)),
      maxAge: MAX_AGE,
    });
    return ctx.report({
      name: "data",
      items: items.map((item) => [JSON.stringify(item)]),
      head: { ...said, total: items.length },
      tail: said,
    }, listing);
  },
});

/** The first and the last day of the week (ISO 8601: from Monday), month or year of a day. */
export function periodOf(period: Exclude<StatsPeriod, "all">, today: string) {
  const [year, month] = [today.slice(0, 4), today.slice(0, 7)];
  switch (period) {
    case "week": {
      const monday = Date.parse(today) - (new Date(today).getUTCDay() + 6) % 7 * DAY_MS;
      return { from: dateOf(monday), to: dateOf(monday + 6 * DAY_MS) };
    }
    case "month": {
      const days = new Date(Date.UTC(Number(year), Number(today.slice(5, 7)), 0)).getUTCDate();
      return { from: `${month}-01`, to: `${month}-${days}` };
    }
    case "year":
      return { from: `${year}-01-01`, to: `${year}-12-31` };
  }
}

function dateOf(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}

/** The items of sums by slug, most time first: of those who are in the content now, by any of their slugs. */
function sumItems(ctx: AnswerContext, sums: ReadonlyMap<string, Sum>) {
  const { rows: members, validUntil } = ctx.rows("members");
  const owners = [
    { id: "", name: ctx.group.name, slugs: [""] },
    ...members.map((member) => ({ id: member.id, name: member.name, slugs: slugsOf(member) })),
  ];
  const rows = owners.flatMap(({ id, name, slugs }): LiveSumItem[] => {
    const sum = slugs.map((slug) => sums.get(slug) ?? NO_SUM).reduce(addSums);
    if (sum.count === 0) return [];
    const { count, durationMs: duration_ms, peak: peak_viewers, longestMs: longest_ms } = sum;
    return [{ id, name, count, duration_ms, peak_viewers, longest_ms }];
  }).sort((a, b) => b.duration_ms - a.duration_ms || b.count - a.count || (a.id < b.id ? -1 : 1));
  return { rows, validUntil };
}
