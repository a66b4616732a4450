import { Temporal } from "../../time/temporal.ts";

/** The quota's day ends at midnight there, in summer and in winter. */
const ZONE = "America/Los_Angeles";

/** Of 10,000 units a day; the rest is left for other users of the same key. */
const DAILY_UNITS = 9_000;

/** Units that may be spent ahead of the day's even pace, for starts and short bursts. */
const AHEAD = 1_000;

/** Units used on one day of the quota; handed on from poll to poll, across processes. */
export interface QuotaUse {
  readonly day: string;
  readonly units: number;
}

/** The quota's day in which an instant (epoch ms) lies. */
function quotaDay(epochMs: number): string {
  return zoned(epochMs).toPlainDate().toString();
}

/** The instant (epoch ms) at which the quota's current day ends. */
export function quotaDayEnd(epochMs: number): number {
  return zoned(epochMs).add({ days: 1 }).startOfDay().epochMilliseconds;
}

/** The use of the current day; zero units where `carried` is of an earlier day, or of another form. */
export function quotaUse(carried: unknown, epochMs: number): QuotaUse {
  const day = quotaDay(epochMs);
  const use = carried as Partial<QuotaUse> | null | undefined;
  const same = use?.day === day && typeof use.units === "number";
  return { day, units: same ? use.units! : 0 };
}

/**
 * The instant (epoch ms) from which `cost` more units fit the budget: now, or later in the day,
 * so that short intervals do not use up the whole day's quota in its first hours.
 */
export function affordableAt(use: QuotaUse, cost: number, epochMs: number): number {
  const start = zoned(epochMs).startOfDay().epochMilliseconds;
  const end = quotaDayEnd(epochMs);
  const pace = (DAILY_UNITS - AHEAD) / (end - start);
  const at = start + Math.ceil((use.units + cost - AHEAD) / pace);
  return Math.min(Math.max(at, epochMs), end);
}

function zoned(epochMs: number) {
  return Temporal.Instant.fromEpochMilliseconds(Math.trunc(epochMs)).toZonedDateTimeISO(ZONE);
}
