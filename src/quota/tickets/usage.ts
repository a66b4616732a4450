import type { Quota } from "../../model/plans.ts";
import type { Env } from "../../platform/env.ts";
import { type Kv, type KvEntry, listAll } from "../../platform/kv.ts";
import { accountPrefix, ticketLogPrefix } from "../../platform/store_keys.ts";
import { localDay } from "../../time/local_day.ts";
import { Temporal } from "../../time/temporal.ts";
import { type Account, type Period, periodAt } from "./account.ts";
import type { Totals } from "./fold.ts";
import { readManyLogs, readTicketLog, totalsOf } from "./ticket_log.ts";

/** What an account has used and has left. Units that other processes hold unspent count as used. */
export interface QuotaStatus {
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

/** What an account has taken from a ticket log, and how much of that this process has not spent. */
export interface Inspection {
  readonly totals: Totals;
  readonly unspent: number;
  /** The day that usage reports count the unspent units for; undefined: there have been none. */
  readonly day: string | undefined;
}

/** An inspection of the log of one period, which this process leases from. */
interface LogInspection extends Inspection {
  readonly period: string;
}

/**
 * Creates a reader of what accounts have used: as the store has it, and to the unit as this process knows
 * it. `leaseOf` finds the lease that an account used last here, whatever its period.
 */
export function createUsageReader(
  { kv, clock }: Pick<Env, "kv" | "clock">,
  leaseOf: (accountId: string) =>
    | { readonly period: Period; inspect(): Promise<Inspection> }
    | undefined,
) {
  /**
   * Reads by what this process knows of its own log. A log that it begins to lease from while it reads
   * is read again: units that were leased meanwhile are in the store, and are not spent.
   */
  async function withInspection<T>(
    accountId: string,
    read: (inspected: LogInspection | undefined) => Promise<T>,
  ): Promise<T> {
    const lease = leaseOf(accountId);
    const inspected = lease && { period: lease.period.id, ...await lease.inspect() };
    const result = await read(inspected);
    const now = leaseOf(accountId);
    const isWhole = now === undefined || now.period.id === inspected?.period;
    return isWhole ? result : await withInspection(accountId, read);
  }

  /** What the account has used and has left in its present period; undefined for an unlimited plan. */
  async function quotaStatus({ id, quota }: Account): Promise<QuotaStatus | undefined> {
    if (quota === "unlimited") return undefined;
    return await withInspection(id, async (inspected) => {
      const period = periodAt(quota, clock.now());
      if (inspected?.period === period.id) return statusFrom(inspected, quota, period);
      const { totals } = await readTicketLog(kv, { account: id, period: period.id });
      return statusFrom({ totals, unspent: 0 }, quota, period);
    });
  }

  /**
   * The same of many accounts, by id; accounts of unlimited plans are not in it. An account whose period
   * ends while the logs are read is read again alone: of the period that is over this process may know no
   * more what of its units is unspent.
   */
  async function quotaStatuses(accounts: readonly Account[]): Promise<Map<string, QuotaStatus>> {
    const present = presentPeriods(accounts, clock.now());
    const logs = present.map(({ account: { id }, period }) => ({ account: id, period: period.id }));
    const totals = await readManyLogs(kv, logs);
    const statuses = new Map<string, QuotaStatus>();
    for (const { account, quota, period } of present) {
      const { id } = account;
      if (clock.now() >= period.endsAt) {
        statuses.set(id, (await quotaStatus(account))!);
        continue;
      }
      const lease = leaseOf(id);
      const inspected = lease?.period.id === period.id ? await lease.inspect() : undefined;
      const known = inspected ?? { totals: totals.get(id)!, unspent: 0 };
      statuses.set(id, statusFrom(known, quota, period));
    }
    return statuses;
  }

  /** What the account used on each of the last `days` days, the present one last. */
  async function usage(account: Account, days: number): Promise<DayUsage[]> {
    return await withInspection(
      account.id,
      (inspected) => readUsage(kv, account, { days, now: clock.now(), inspected }),
    );
  }

  return { quotaStatus, quotaStatuses, usage };
}

/** The state that the totals of an account's present period come to. */
function statusFrom(
  { totals, unspent }: Pick<Inspection, "totals" | "unspent">,
  quota: Quota,
  period: Period,
): QuotaStatus {
  const used = totals.taken - unspent;
  const limit = quota.requests + totals.credited;
  const remaining = Math.max(0, limit - used);
  return { period: period.id, used, limit, remaining, resetsAt: period.endsAt };
}

/** Metered accounts and their present periods; a plan's is found once: it costs more than a read of the store. */
function presentPeriods(accounts: readonly Account[], now: number) {
  const periods = new Map<Quota, Period>();
  return accounts.flatMap((account) => {
    const { quota } = account;
    if (quota === "unlimited") return [];
    const period = periods.get(quota) ?? periodAt(quota, now);
    periods.set(quota, period);
    return [{ account, quota, period }];
  });
}

/** A day without use has 0. Unlimited plans are not metered: they have 0 throughout. */
async function readUsage(
  kv: Kv,
  { id, quota }: Account,
  { days, now, inspected }: {
    readonly days: number;
    readonly now: number;
    readonly inspected: LogInspection | undefined;
  },
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

/** The callers that wait for an inspection. */
export class InspectionQueue {
  #waiting: PromiseWithResolvers<Inspection>[] = [];
  #asked: PromiseWithResolvers<Inspection>[] = [];

  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  join(): Promise<Inspection> {
    const caller = Promise.withResolvers<Inspection>();
    this.#waiting.push(caller);
    return caller.promise;
  }

  /** The log is read now, for those who wait now: who joins later may know of what this reading misses. */
  begin(): void {
    this.#asked = [...this.#asked, ...this.#waiting];
    this.#waiting = [];
  }

  /** Gives the inspection to those for whom the log was read. */
  resolve(inspection: Inspection): void {
    for (const { resolve } of this.#asked) resolve(inspection);
    this.#asked = [];
  }

  /** Refuses all of them: the log cannot be read. */
  reject(error: unknown): void {
    for (const { reject } of [...this.#asked, ...this.#waiting]) reject(error);
    this.#asked = [];
    this.#waiting = [];
  }
}
