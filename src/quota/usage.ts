import type { Account } from "./account.ts";
import type { Kv, KvEntry, KvKey } from "../platform/kv.ts";
import type { Period } from "./period.ts";
import type { Quota } from "../model/plans.ts";
import { EMPTY_TALLY, fold, type Tally } from "./fold.ts";
import { Temporal } from "../time/temporal.ts";
import { accountPrefix, isCheckpoint } from "./ticket.ts";
import { localDay } from "../time/local_day.ts";
import { readSheet, toTicket } from "./ticket_log.ts";

/** How an account stands in its present period. Units that other processes hold unspent count as used. */
export interface Standing {
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

/** A sheet that this process leases from, as it knows it itself. */
export interface SheetInspection extends Inspection {
  readonly period: string;
}

/** The account's plan and present period, and the sheet that this process leases from, if any. */
export interface StandingQuery {
  readonly quota: Quota;
  readonly period: Period;
  readonly inspected: SheetInspection | undefined;
}

/** Reads how `account` stands. */
export async function readStanding(
  kv: Kv,
  account: string,
  { quota, period, inspected }: StandingQuery,
): Promise<Standing> {
  const { tally, unspent } = inspected?.period === period.id
    ? inspected
    : { tally: (await readSheet(kv, { account, period: period.id })).tally, unspent: 0 };
  const used = tally.taken - unspent;
  const limit = quota.requests + tally.credited;
  const remaining = Math.max(0, limit - used);
  return { period: period.id, used, limit, remaining, resetsAt: period.endsAt };
}

/** How many days to report up to `now`, and the sheet that this process leases from, if any. */
export interface UsageQuery {
  readonly days: number;
  readonly now: number;
  readonly inspected: SheetInspection | undefined;
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
  const tallies = await readTallies(kv, id, wanted[0]!);
  if (inspected !== undefined) tallies.set(inspected.period, inspected.tally);
  const used = addDays(tallies.values());
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

function addDays(tallies: Iterable<Tally>): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { days } of tallies) {
    for (const [day, units] of Object.entries(days)) sums.set(day, (sums.get(day) ?? 0) + units);
  }
  return sums;
}

function lastDays(today: string, days: number): string[] {
  const last = Temporal.PlainDate.from(today);
  return Array.from({ length: days }, (_, n) => last.subtract({ days: days - 1 - n }).toString());
}

/** The tallies of all sheets from the month of `firstDay` on. */
async function readTallies(kv: Kv, account: string, firstDay: string): Promise<Map<string, Tally>> {
  const sheets = new Map<string, KvEntry[]>();
  for await (const entry of entriesFrom(kv, account, firstDay.slice(0, 7))) {
    const period = entry.key[2] as string;
    sheets.set(period, [...sheets.get(period) ?? [], entry]);
  }
  return new Map([...sheets].map(([period, entries]) => [period, tallyOf(entries)]));
}

async function* entriesFrom(kv: Kv, account: string, month: string): AsyncGenerator<KvEntry> {
  let after: KvKey = [...accountPrefix(account), month];
  while (true) {
    const batch = await kv.list(accountPrefix(account), { after });
    yield* batch;
    if (batch.length < 1000) return;
    after = batch.at(-1)!.key;
  }
}

function tallyOf(entries: readonly KvEntry[]): Tally {
  const checkpoint = entries.find(({ key }) => isCheckpoint(key));
  const tickets = entries.filter(({ key }) => !isCheckpoint(key)).map(toTicket);
  return fold(checkpoint === undefined ? EMPTY_TALLY : checkpoint.value as Tally, tickets);
}

/** What an account has taken from its sheet, and how much of that this process has not spent. */
export interface Inspection {
  readonly tally: Tally;
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
