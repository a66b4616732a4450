import type { Quota } from "../model/plans.ts";
import type { Clock } from "../platform/clock.ts";
import { getAll, type Kv, listAll } from "../platform/kv.ts";
import { accountCounters, counterKey } from "../platform/store_keys.ts";
import { localDay } from "../time/local_day.ts";
import { Temporal } from "../time/temporal.ts";
import type { Account } from "./account.ts";
import { type Counter, toCounter } from "./counter.ts";
import type { Lease } from "./lease.ts";
import { type Period, periodAt } from "./period.ts";

/** What an account has used and has left. Units that other processes hold unspent count as used. */
export interface QuotaStatus {
  /** `2026-07-04` or `2026-07`, in the plan's zone. */
  readonly period: string;
  readonly used: number;
  /** The quota with the operator's credits. */
  readonly limit: number;
  readonly remaining: number;
  /** Epoch ms. */
  readonly resetsAt: number;
}

/** Units used on one day in the plan's zone, counted on the day they were leased. */
export interface DayUsage {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly used: number;
}

/** Reads what accounts have used: as the store has it, and to the unit as this process knows it. */
export interface UsageReader {
  /**
   * What many accounts have used and have left in their present periods, by id; accounts of unlimited
   * plans are not in it. Rejects if the store cannot be read.
   */
  statuses(accounts: readonly Account[]): Promise<Map<string, QuotaStatus>>;
  /** The same of one account; undefined for an unlimited plan. */
  status(account: Account): Promise<QuotaStatus | undefined>;
  /**
   * What the account used on each of the last `days` days, the present one last. A day without use has 0;
   * unlimited plans are not metered. Rejects if the store cannot be read.
   */
  usage(account: Account, days: number): Promise<DayUsage[]>;
}

/** Creates a reader. `leasesOf` gives the leases of an account that this process has, those that end too. */
export function createUsageReader(
  { kv, clock }: { readonly kv: Kv; readonly clock: Clock },
  leasesOf: (accountId: string) => readonly Lease[],
): UsageReader {
  const leaseOf = (accountId: string, { id }: Period) =>
    leasesOf(accountId).find(({ period }) => period.id === id);

  async function statuses(accounts: readonly Account[]): Promise<Map<string, QuotaStatus>> {
    const now = clock.now();
    const periods = new Map<Quota, Period>();
    const metered = accounts.flatMap(({ id, quota }) => {
      if (quota === "unlimited") return [];
      // Many accounts have one plan, and its period costs more than a look into memory.
      const period = periods.get(quota) ?? periodAt(quota, now);
      periods.set(quota, period);
      return [{ id, quota, period }];
    });
    const keys = metered.map(({ id, period }) => counterKey(id, period.id));
    const entries = await getAll<Counter>(kv, keys);
    const all = metered.map(async ({ id, quota, period }, place) => {
      // A counter that is leased from here is read between two changes.
      const lease = leaseOf(id, period);
      const { counter, unspent } = await lease?.inspect() ??
        { counter: toCounter(entries[place]!), unspent: 0 };
      return [id, statusFrom(counter, unspent, quota, period)] as const;
    });
    return new Map(await Promise.all(all));
  }

  /** A lease that begins while the counters are read has units that are not spent: all is read again. */
  async function usage(account: Account, days: number): Promise<DayUsage[]> {
    const zone = account.quota === "unlimited" ? "UTC" : account.quota.timezone;
    const wanted = lastDays(localDay(clock.now(), zone), days);
    const leases = leasesOf(account.id);
    const inspected = await Promise.all(leases.map((lease) => lease.inspect()));
    const counters = await readCounters(kv, account.id, wanted[0]!);
    if (leasesOf(account.id).some((lease) => !leases.includes(lease))) return usage(account, days);
    for (const { period, counter } of inspected) counters.set(period, counter);
    const used = new Map<string, number>();
    const add = (day: string, units: number) => used.set(day, (used.get(day) ?? 0) + units);
    for (const counter of counters.values()) {
      for (const [day, units] of Object.entries(counter.days)) add(day, units);
    }
    for (const { day, unspent } of inspected) add(day, -unspent);
    return carryBack(wanted.map((day) => ({ day, used: used.get(day) ?? 0 })));
  }

  return {
    statuses,
    usage,
    status: async (account) => (await statuses([account])).get(account.id),
  };
}

function statusFrom(
  { taken, credited }: Counter,
  unspent: number,
  quota: Quota,
  period: Period,
): QuotaStatus {
  const used = taken - unspent;
  const limit = quota.requests + credited;
  const remaining = Math.max(0, limit - used);
  return { period: period.id, used, limit, remaining, resetsAt: period.endsAt };
}

/** Reads the counters of all periods from the month of `firstDay` on, by period. */
async function readCounters(
  kv: Kv,
  account: string,
  firstDay: string,
): Promise<Map<string, Counter>> {
  const counters = new Map<string, Counter>();
  // The month itself sorts after this, and before its days.
  const after = counterKey(account, firstDay.slice(0, 6));
  for await (const { key, value } of listAll<Counter>(kv, accountCounters(account), { after })) {
    counters.set(key[2] as string, value!);
  }
  return counters;
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

function lastDays(today: string, days: number): string[] {
  const last = Temporal.PlainDate.from(today);
  return Array.from({ length: days }, (_, n) => last.subtract({ days: days - 1 - n }).toString());
}
