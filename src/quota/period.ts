import type { Quota } from "../model/plans.ts";
import { localDay, nextDayStart } from "../time/local_day.ts";
import { Temporal } from "../time/temporal.ts";

/** One stretch of time for which a quota counts. */
export interface Period {
  /** The calendar day (`2026-07-04`) or month (`2026-07`) in the plan's zone. */
  readonly id: string;
  /** The first instant of the next period, epoch ms. */
  readonly endsAt: number;
}

/** The period of `quota` that `epochMs` is in. */
export function periodAt(quota: Quota, epochMs: number): Period {
  const day = localDay(epochMs, quota.timezone);
  return quota.per === "day"
    ? { id: day, endsAt: nextDayStart(epochMs, quota.timezone) }
    : { id: day.slice(0, 7), endsAt: nextMonthStart(day, quota.timezone) };
}

/** The day of `period` (`2026-07-04`) that reports count units for if they are leased at `epochMs`. */
export function dayOfLease(quota: Quota, period: Period, epochMs: number): string {
  if (quota.per === "day") return period.id;
  return localDay(Math.min(epochMs, period.endsAt - 1), quota.timezone);
}

function nextMonthStart(day: string, zone: string): number {
  const first = Temporal.PlainDate.from(day).with({ day: 1 }).add({ months: 1 });
  return first.toZonedDateTime(zone).epochMilliseconds;
}
