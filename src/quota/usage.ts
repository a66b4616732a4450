import type { Account } from "./account.ts";
import { type Kv, type KvEntry, listAll } from "../platform/kv.ts";
import type { Period } from "./period.ts";
import type { Quota } from "../model/plans.ts";
import { EMPTY_TOTALS, fold, type Totals } from "./fold.ts";
import { Temporal } from "../time/temporal.ts";
import { accountPrefix, isCheckpoint, ticketLogPrefix } from "../platform/store_keys.ts";
import { localDay } from "../time/local_day.ts";
import { readTicketLog, toTicket } from "./ticket_log.ts";

/** How an account stands in its present period. Units that other processes hold unspent count as used. */
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

/** A ticket log that this process leases from, as it knows it itself. */
export interface LogInspection extends Inspection {
  readonly period: string;
}

/** The account's plan and present period, and the ticket log that this process leases from, if any. */
export interface QuotaStatusQuery {
  readonly quota: Quota;
  readonly period: Period;
  readonly inspected: LogInspection | undefined;
}

/** Reads how `account` stands. */
export async function readQuotaStatus(
  kv: Kv,
  account: string,
  { quota, period, inspected }: QuotaStatusQuery,
): Promise<QuotaStatus> {
  const { totals, unspent } = inspected?.period === period.id
    ? inspected
    : { totals: (await readTicketLog(kv, { account, period: period.id })).totals, unspent: 0 };
  const used = totals.taken - unspent;
  const limit = quota.requests + totals.credited;
  const remaining = Math.max(0, limit - used);
  return { period: period.id, used, limit, remaining, resetsAt: period.endsAt };
}

/** How many days to report up to `now`, and the ticket log that this process leases from, if any. */
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

/** Where more came back on a day than was leased on it, the rest had been leased the day before. */
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

/** The totals of all ticket logs from the month of `firstDay` on. */
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

function totalsOf(entries: readonly KvEntry[]): Totals {
  const checkpoint = entries.find(({ key }) => isCheckpoint(key));
  const tickets = entries.filter(({ key }) => !isCheckpoint(key)).map(toTicket);
  return fold(checkpoint === undefined ? EMPTY_TOTALS : checkpoint.value as Totals, tickets);
}

/** What an account has taken from its ticket log, and how much of that this process has not spent. */
export interface Inspection {
  readonly totals: Totals;
  readonly unspent: number;
  /** The day that usage reports count the unspent units for; undefined: there have been none. */
  readonly day: string | undefined;
}

/** Those who wait for an inspection. */
export interface Inspectors {
  readonly waiting: boolean;
  join(): Promise<Inspection>;
  show(inspection: Inspection): void;
  dismiss(error: unknown): void;
}

export function createInspectors(): Inspectors {
  let all: PromiseWithResolvers<Inspection>[] = [];

  function join(): Promise<Inspection> {
    const inspector = Promise.withResolvers<Inspection>();
    all.push(inspector);
    return inspector.promise;
  }

  function leave(): PromiseWithResolvers<Inspection>[] {
    const left = all;
    all = [];
    return left;
  }

  return {
    get waiting() {
      return all.length > 0;
    },
    join,
    show: (inspection) => leave().forEach(({ resolve }) => resolve(inspection)),
    dismiss: (error) => leave().forEach(({ reject }) => reject(error)),
  };
}
