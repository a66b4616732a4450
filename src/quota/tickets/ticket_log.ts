/**
 * This room reads, folds and writes the log of tickets that all processes share.
 *
 * @module
 */

import type { Kv, KvCheck, KvEntry, KvWrite } from "../../platform/kv.ts";
import {
  checkpointKey,
  isCheckpoint,
  TICKET_LOGS,
  ticketKey,
  ticketLogPrefix,
} from "../../platform/store_keys.ts";
import {
  EMPTY_TOTALS,
  fold,
  type HolderState,
  inCommitOrder,
  type StoredTicket,
  type Ticket,
  type TicketLog,
  type Totals,
} from "./fold.ts";

/** A ticket log as the store had it at one instant. */
export interface TicketSnapshot {
  /** What the checkpoint holds, and the version it has; null: there is none. */
  readonly base: Totals;
  readonly checkpointVersion: string | null;
  /** The tickets beside the checkpoint, those that may be compacted: no earlier one can be missing. */
  readonly tickets: readonly StoredTicket[];
  /** Checkpoint and all tickets folded. */
  readonly totals: Totals;
}

const BATCH = 1000;
const ATTEMPTS = 5;

/**
 * Reads a ticket log. Up to 999 tickets are one snapshot of the store. A longer log is read in several;
 * then the checkpoint is read once more, and all is read again if a compaction took tickets away.
 *
 * Tickets that commit while a long log is being read may be missed. That changes no grant of a ticket
 * committed before the read began: a ticket that is missed has a later version.
 *
 * @throws the store's error, or Error if compactions never let a long log be read.
 */
export async function readTicketLog(kv: Kv, log: TicketLog): Promise<TicketSnapshot> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const first = await kv.list(ticketLogPrefix(log));
    if (first.length < BATCH) return toSnapshot(first, Infinity);
    const rest = await readRest(kv, log, first);
    const again = await kv.get(checkpointKey(log));
    if (again.version === versionOfCheckpoint(first)) {
      return toSnapshot([...first, ...rest], first.length);
    }
  }
  throw new Error(
    `Cannot read the ticket log "${log.period}" of "${log.account}": it changes`,
  );
}

async function readRest(kv: Kv, log: TicketLog, first: readonly KvEntry[]): Promise<KvEntry[]> {
  const rest: KvEntry[] = [];
  for (let batch = first; batch.length === BATCH;) {
    batch = await kv.list(ticketLogPrefix(log), { after: batch.at(-1)!.key });
    rest.push(...batch);
  }
  return rest;
}

function versionOfCheckpoint(entries: readonly KvEntry[]): string | null {
  const first = entries[0];
  return first !== undefined && isCheckpoint(first.key) ? first.version : null;
}

/** The first `atOnce` entries were read at one instant, the others after it. */
function toSnapshot(entries: readonly KvEntry[], atOnce: number): TicketSnapshot {
  const checkpointVersion = versionOfCheckpoint(entries);
  const base = checkpointVersion === null ? EMPTY_TOTALS : entries[0]!.value as Totals;
  const all = entries.slice(checkpointVersion === null ? 0 : 1).map(toTicket);
  const tickets = atOnce >= entries.length ? all : upTo(all, atOnce);
  return { base, checkpointVersion, tickets, totals: fold(base, all) };
}

/**
 * The tickets no later than the last of the first `atOnce` entries: each of them had been committed
 * when the reading began.
 */
function upTo(all: readonly StoredTicket[], atOnce: number): StoredTicket[] {
  let last = "";
  for (const { version } of all.slice(0, atOnce - 1)) if (version > last) last = version;
  return all.filter(({ version }) => version <= last);
}

/** A stored entry of a ticket log, other than its checkpoint. */
function toTicket({ key, value, version }: KvEntry): StoredTicket {
  return { name: key.at(-1) as string, version: version!, ticket: value as Ticket };
}

/** What all entries of a ticket log come to, its checkpoint among them. */
export function totalsOf(entries: readonly KvEntry[]): Totals {
  const checkpoint = entries.find(({ key }) => isCheckpoint(key));
  const tickets = entries.filter(({ key }) => !isCheckpoint(key)).map(toTicket);
  return fold(checkpoint === undefined ? EMPTY_TOTALS : checkpoint.value as Totals, tickets);
}

const SCANNED = 1000;
/** A look-up costs about as much as so many entries that are passed over. */
const WORTH_PASSING = 5;
/** Logs looked up one by one before a scan is tried again, and how many at once. */
const LOOKED_UP = 512;
const AT_ONCE = 16;

type TotalsByAccount = Map<string, Totals>;

/**
 * Reads what many logs, one of each account, come to. Accounts that follow each other are read by one
 * scan; if their older periods are in between and are more than they are, each log is looked up.
 */
export async function readManyLogs(kv: Kv, logs: readonly TicketLog[]): Promise<TotalsByAccount> {
  const wanted = logs.toSorted((a, b) => a.account < b.account ? -1 : 1);
  const totals: TotalsByAccount = new Map(wanted.map(({ account }) => [account, EMPTY_TOTALS]));
  for (let next = 0; next < wanted.length;) {
    const { read, passed } = await scan(kv, wanted, next, totals);
    next += read;
    if (passed <= WORTH_PASSING * read) continue;
    await lookUp(kv, wanted.slice(next, next + LOOKED_UP), totals);
    next += LOOKED_UP;
  }
  return totals;
}

/** Reads on from the log `first`: how many logs were read, and how many entries of others passed over. */
async function scan(
  kv: Kv,
  wanted: readonly TicketLog[],
  first: number,
  totals: TotalsByAccount,
): Promise<{ read: number; passed: number }> {
  const entries = await kv.list(TICKET_LOGS, {
    after: ticketLogPrefix(wanted[first]!),
    limit: SCANNED,
  });
  const end = entries.length < SCANNED ? undefined : logOf(entries.at(-1)!);
  const byLog = Map.groupBy(entries, (entry) => nameOf(logOf(entry)));
  let next = first;
  let used = 0;
  for (; next < wanted.length && isBefore(wanted[next]!, end); next++) {
    const ofLog = byLog.get(nameOf(wanted[next]!)) ?? [];
    used += ofLog.length;
    if (ofLog.length > 0) totals.set(wanted[next]!.account, totalsOf(ofLog));
  }
  // The scan may have ended within this log: it is read as one snapshot.
  if (
    end !== undefined && wanted[next] !== undefined && wanted[next]!.account === end.account &&
    wanted[next]!.period === end.period
  ) {
    await lookUp(kv, [wanted[next++]!], totals);
  }
  return { read: next - first, passed: entries.length - used };
}

async function lookUp(
  kv: Kv,
  logs: readonly TicketLog[],
  totals: TotalsByAccount,
): Promise<void> {
  const left = logs.values();
  const worker = async () => {
    for (const log of left) totals.set(log.account, (await readTicketLog(kv, log)).totals);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

function logOf({ key }: KvEntry): TicketLog {
  return { account: String(key[1]), period: String(key[2]) };
}

function nameOf({ account, period }: TicketLog): string {
  return `${account} ${period}`;
}

/** Whether a log sorts before the one in which the scan ended; undefined: it came to the end. */
function isBefore(log: TicketLog, end: TicketLog | undefined): boolean {
  if (end === undefined || log.account < end.account) return true;
  return log.account === end.account && log.period < end.period;
}

/** Tickets taken into the checkpoint by one commit: their keys stay well below 80 KiB. */
const TICKETS_PER_COMMIT = 500;

/** When tickets are compacted, and when a checkpoint drops holders. */
export interface CheckpointLimits {
  /** Tickets beside the checkpoint from which on a holder compacts them; up to half as many more. */
  readonly compactAt: number;
  /** Up to this many holders a checkpoint drops none. */
  readonly fewHolders: number;
  /** It never names more. One takes about 60 bytes of the 64 KiB a value may have. */
  readonly mostHolders: number;
  /** Of more than a few, those that keep nothing and were silent this long are dropped. */
  readonly silenceMs: number;
}

export const CHECKPOINT_LIMITS: CheckpointLimits = {
  compactAt: 32,
  fewHolders: 200,
  mostHolders: 600,
  silenceMs: 600_000,
};

/**
 * The commit that takes a snapshot's oldest tickets into the checkpoint and deletes them.
 *
 * It changes no grant: the tickets it takes are the first of the commit order, because any that the
 * reading does not show commits later; and what folds after them folds on the same sum. It checks
 * that the checkpoint is still the one that was read, so that of two compactions at once one fails;
 * and because every ticket is committed with a check on the checkpoint, a ticket whose holder was not
 * told of its commit cannot be written a second time after the first was taken in and deleted.
 */
export function compactionOf(
  log: TicketLog,
  snapshot: TicketSnapshot,
  { now, expireInMs, limits }: {
    /** Epoch ms. */
    readonly now: number;
    /** The life of the checkpoint. */
    readonly expireInMs: number;
    readonly limits: CheckpointLimits;
  },
): { readonly checks: readonly KvCheck[]; readonly writes: readonly KvWrite[] } {
  const oldest = inCommitOrder(snapshot.tickets).slice(0, TICKETS_PER_COMMIT);
  const value = forgetHolders(fold(snapshot.base, oldest), now, limits);
  return {
    checks: [{ key: checkpointKey(log), version: snapshot.checkpointVersion }],
    writes: [
      { set: checkpointKey(log), value, expireInMs },
      ...oldest.map(({ name }): KvWrite => ({ delete: ticketKey(log, name) })),
    ],
  };
}

/**
 * Drops holders so that the checkpoint stays below 64 KiB, and counts them. A holder that was dropped
 * before it learned the fate of its last ticket sees the count and gives that ticket up: the customer
 * can lose a block by it, and never gains one.
 */
function forgetHolders(totals: Totals, now: number, limits: CheckpointLimits): Totals {
  const all = Object.entries(totals.holders);
  if (all.length <= limits.fewHolders) return totals;
  const kept = all.filter(([, state]) => !state.done || now - state.at < limits.silenceMs)
    .toSorted(([, a], [, b]) => b.at - a.at)
    .slice(0, limits.mostHolders);
  const holders: Record<string, HolderState> = Object.fromEntries(kept);
  return { ...totals, holders, forgotten: totals.forgotten + all.length - kept.length };
}
