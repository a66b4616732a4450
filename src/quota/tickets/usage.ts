import type { Account } from "./account.ts";
import { type Kv, type KvEntry, listAll } from "../../platform/kv.ts";
import type { Totals } from "./fold.ts";
import type { LogInspection } from "./inspection.ts";
import { Temporal } from "../../time/temporal.ts";
import { accountPrefix, ticketLogPrefix } from "../../platform/store_keys.ts";
import { localDay } from "../../time/local_day.ts";
import { totalsOf } from "./ticket_log.ts";

/** Units used on one day in the plan's zone, counted on the day they were leased. */
export interface DayUsage {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly used: number;
}

/** How many days to report up to `now`, and what this process knows of its own log, if any. */
export interface UsageQuery {
  readonly days: number;
  readonly now: number;
  readonly inspected: LogInspection | undefined;
}

/**
 * Reads what `account` used on each day, oldest first. A day without use has 0. Unlimited plans are
 * not metered: they have 0 throughout.
 */
export async function readUsage(
  kv: Kv,
  { id, quota }: Account,
  { days, now, inspected }: UsageQuery,
): Promise<DayUsage[]> {
  const zone = quota === "unlimited" ? "UTC" : quota.timezone;
  const wanted = lastDays(localDay(now, zone), days);
  const totals = await readAllTotals(kv, id, wanted[0]!);
  if (inspected !== undefined) totals.set(inspected.period, inspected.totals);
  const used = addDays(totals.values());
  const { day: leasedOn = "", unspent = 0 } = inspected ?? {};
  used.set(leasedOn, (used.get(leasedOn) ?? 0) - unspent);
  return carryBack(wanted.map((day) => ({ day, used: used.get(day) ?? 0 })));
}

/** Units that came back beyond what a day leased had been leased the day before. */
function carryBack(usage: readonly DayUsage[]): DayUsage[] {
  let excess = 0;
  const carried = usage.toReversed().map(({ day, used }) => {
    const rest = used + excess;
    excess = Math.min(0, rest);
    return { day, used: Math.max(0, rest) };
  });
  return carried.toReversed();
}

function addDays(totals: Iterable<Totals>): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { days } of totals) {
    for (const [day, units] of Object.entries(days)) sums.set(day, (sums.get(day) ?? 0) + units);
  }
  return sums;
}

function lastDays(today: string, days: number): string[] {
  const last = Temporal.PlainDate.from(today);
  return Array.from({ length: days }, (_, n) => last.subtract({ days: days - 1 - n }).toString());
}

/** Reads the totals of all logs from the month of `firstDay` on, by period. */
async function readAllTotals(
  kv: Kv,
  account: string,
  firstDay: string,
): Promise<Map<string, Totals>> {
  const logs = new Map<string, KvEntry[]>();
  const after = ticketLogPrefix({ account, period: firstDay.slice(0, 7) });
  for await (const entry of listAll(kv, accountPrefix(account), { after })) {
    const period = entry.key[2] as string;
    logs.set(period, [...logs.get(period) ?? [], entry]);
  }
  return new Map([...logs].map(([period, entries]) => [period, totalsOf(entries)]));
}
