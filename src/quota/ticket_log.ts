import type { Kv, KvEntry } from "../platform/kv.ts";
import type { Quota } from "../model/plans.ts";
import { EMPTY_TOTALS, fold, remainingOf, type StoredTicket, type Totals } from "./fold.ts";
import { checkpointKey, isCheckpoint, ticketLogPrefix } from "../platform/store_keys.ts";
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
 * Reads a ticket log. Up to 999 tickets are one snapshot. More are read in several: then the checkpoint is
 * read once more, and all is read again if a compaction took tickets away in between.
 *
 * Tickets that commit while a long ticket log is being read may be missed. That changes no grant of a
 * ticket committed before the read began: whatever is missed has a later version.
 *
 * @throws the store's error, or Error where compactions never let a long ticket log be read.
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

/** The first `atOnce` entries are of one snapshot; the others were read after it. */
function toSnapshot(entries: readonly KvEntry[], atOnce: number): TicketSnapshot {
  const checkpointVersion = versionOfCheckpoint(entries);
  const base = checkpointVersion === null ? EMPTY_TOTALS : entries[0]!.value as Totals;
  const all = entries.slice(checkpointVersion === null ? 0 : 1).map(toTicket);
  const tickets = atOnce >= entries.length ? all : upTo(all, atOnce);
  return { base, checkpointVersion, tickets, totals: fold(base, all) };
}

/**
 * Of a ticket log read in several snapshots: the tickets no later than the last one that the first
 * snapshot shows. Whatever is that old had been committed when the reading began.
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

/** What a plan makes of the last snapshot of a ticket log. */
export interface QuotaView {
  /** The quota with the operator's credits. */
  readonly limit: number;
  /** What the ticket log had left to grant; the whole quota before the first reading. */
  readonly left: number;
  /** Whether it is known to have had nothing left. */
  readonly drained: boolean;
}

/** Finds the view; only anew when the plan or the snapshot is another, since every request asks. */
export function createQuotaView(): (
  plan: Quota,
  snapshot: TicketSnapshot | undefined,
) => QuotaView {
  let last: {
    readonly plan: Quota;
    readonly snapshot: TicketSnapshot | undefined;
    view: QuotaView;
  };

  return (plan, snapshot) => {
    if (last?.plan !== plan || last.snapshot !== snapshot) {
      last = { plan, snapshot, view: viewOf(plan.requests, snapshot) };
    }
    return last.view;
  };
}

function viewOf(requests: number, snapshot: TicketSnapshot | undefined): QuotaView {
  if (snapshot === undefined) return { limit: requests, left: requests, drained: false };
  const left = remainingOf(snapshot.totals, requests);
  return { limit: requests + snapshot.totals.credited, left, drained: left === 0 };
}
