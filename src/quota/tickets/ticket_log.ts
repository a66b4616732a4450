/**
 * This room reads, folds and writes the log of tickets that all processes share.
 *
 * @module
 */

import type { Kv, KvEntry } from "../../platform/kv.ts";
import { EMPTY_TOTALS, fold, type StoredTicket, type Totals } from "./fold.ts";
import { checkpointKey, isCheckpoint, ticketLogPrefix } from "../../platform/store_keys.ts";
import type { Ticket, TicketLog } from "./ticket.ts";

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
 * @throws the store's error, or Error where compactions never let a long log be read.
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
export function toTicket({ key, value, version }: KvEntry): StoredTicket {
  return { name: key.at(-1) as string, version: version!, ticket: value as Ticket };
}

/** What all entries of a ticket log come to, its checkpoint among them. */
export function totalsOf(entries: readonly KvEntry[]): Totals {
  const checkpoint = entries.find(({ key }) => isCheckpoint(key));
  const tickets = entries.filter(({ key }) => !isCheckpoint(key)).map(toTicket);
  return fold(checkpoint === undefined ? EMPTY_TOTALS : checkpoint.value as Totals, tickets);
}
