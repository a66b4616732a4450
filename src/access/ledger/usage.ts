import type { Quota } from "../../model/plans.ts";
import type { Kv, KvEntry, KvKey } from "../../platform/kv.ts";
import { localDay } from "../../time/local_day.ts";
import { Temporal } from "../../time/temporal.ts";
import type { Account } from "./account.ts";
import { EMPTY_TALLY, fold, type Tally } from "./fold.ts";
import type { Period } from "./period.ts";
import { readSheet, toTicket } from "./sheet.ts";
import { accountPrefix, isCheckpoint } from "./ticket.ts";

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

/** Reads how `account` stands; `unspent` says what this process holds. */
export async function readStanding(
  kv: Kv,
  account: string,
  quota: Quota,
  { id, endsAt }: Period,
  unspent: () => number,
): Promise<Standing> {
  const before = unspent();
  const { tally } = await readSheet(kv, { account, period: id });
  // What was leased during the read is not in the tally, what was spent during it is used.
  const used = Math.max(0, tally.taken - Math.min(before, unspent()));
  const limit = quota.requests + tally.credited;
  return { period: id, used, limit, remaining: Math.max(0, limit - used), resetsAt: endsAt };
}

/** What to report: the last `days` days up to `now`, without what this process holds unspent. */
export interface UsageQuery {
  readonly days: number;
  readonly now: number;
  readonly unspent: ReadonlyMap<string, number>;
}

/**
 * Reads what `account` used on each day, oldest first. A day without use has 0. Unlimited plans are
 * not metered: they have 0 throughout.
 */
export async function readUsage(
  kv: Kv,
  { id, quota }: Account,
  { days, now, unspent }: UsageQuery,
): Promise<DayUsage[]> {
  const zone = quota === "unlimited" ? "UTC" : quota.timezone;
  const wanted = lastDays(localDay(now, zone), days);
  const used = new Map<string, number>();
  for (const tally of await readTallies(kv, id, wanted[0]!)) {
    for (const [day, units] of Object.entries(tally.days)) {
      used.set(day, (used.get(day) ?? 0) + units);
    }
  }
  return wanted.map((day) => ({
    day,
    used: Math.max(0, (used.get(day) ?? 0) - (unspent.get(day) ?? 0)),
  }));
}

function lastDays(today: string, days: number): string[] {
  const last = Temporal.PlainDate.from(today);
  return Array.from({ length: days }, (_, n) => last.subtract({ days: days - 1 - n }).toString());
}

/** The tallies of all sheets from the month of `firstDay` on. */
async function readTallies(kv: Kv, account: string, firstDay: string): Promise<Tally[]> {
  const sheets = new Map<string, KvEntry[]>();
  for await (const entry of entriesFrom(kv, account, firstDay.slice(0, 7))) {
    const period = entry.key[2] as string;
    sheets.set(period, [...sheets.get(period) ?? [], entry]);
  }
  return [...sheets.values()].map(tallyOf);
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
