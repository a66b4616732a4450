import type { Kv, KvEntry } from "../platform/kv.ts";
import type { Quota } from "../model/plans.ts";
import { EMPTY_TALLY, fold, remainingOf, type StoredTicket, type Tally } from "./fold.ts";
import { checkpointKey, isCheckpoint, type Sheet, sheetPrefix, type Ticket } from "./ticket.ts";

/** A sheet as the store had it at one instant. */
export interface Reading {
  /** What the checkpoint holds, and the version it has; null: there is none. */
  readonly base: Tally;
  readonly checkpointVersion: string | null;
  /** The tickets beside the checkpoint, those that may be compacted: no earlier one can be missing. */
  readonly tickets: readonly StoredTicket[];
  /** Checkpoint and all tickets folded. */
  readonly tally: Tally;
}

const BATCH = 1000;
const ATTEMPTS = 5;

/**
 * Reads a sheet. Up to 999 tickets are one snapshot. More are read in several: then the checkpoint is
 * read once more, and all is read again if a compaction took tickets away in between.
 *
 * Tickets that commit while a long sheet is being read may be missed. That changes no grant of a
 * ticket committed before the read began: whatever is missed has a later version.
 *
 * @throws the store's error, or Error where compactions never let a long sheet be read.
 */
export async function readSheet(kv: Kv, sheet: Sheet): Promise<Reading> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const first = await kv.list(sheetPrefix(sheet));
    if (first.length < BATCH) return toReading(first, Infinity);
    const rest = await readRest(kv, sheet, first);
    const again = await kv.get(checkpointKey(sheet));
    if (again.version === versionOfCheckpoint(first)) {
      return toReading([...first, ...rest], first.length);
    }
  }
  throw new Error(
    `Cannot read the quota sheet "${sheet.period}" of "${sheet.account}": it changes`,
  );
}

async function readRest(kv: Kv, sheet: Sheet, first: readonly KvEntry[]): Promise<KvEntry[]> {
  const rest: KvEntry[] = [];
  for (let batch = first; batch.length === BATCH;) {
    batch = await kv.list(sheetPrefix(sheet), { after: batch.at(-1)!.key });
    rest.push(...batch);
  }
  return rest;
}

function versionOfCheckpoint(entries: readonly KvEntry[]): string | null {
  const first = entries[0];
  return first !== undefined && isCheckpoint(first.key) ? first.version : null;
}

/** The first `snapshot` entries are of one snapshot; the others were read after it. */
function toReading(entries: readonly KvEntry[], snapshot: number): Reading {
  const checkpointVersion = versionOfCheckpoint(entries);
  const base = checkpointVersion === null ? EMPTY_TALLY : entries[0]!.value as Tally;
  const all = entries.slice(checkpointVersion === null ? 0 : 1).map(toTicket);
  const tickets = snapshot >= entries.length ? all : upToSnapshot(all, snapshot);
  return { base, checkpointVersion, tickets, tally: fold(base, all) };
}

/**
 * Of a sheet read in several snapshots: the tickets no later than the last one that the first
 * snapshot shows. Whatever is that old had been committed when the reading began.
 */
function upToSnapshot(all: readonly StoredTicket[], snapshot: number): StoredTicket[] {
  let last = "";
  for (const { version } of all.slice(0, snapshot - 1)) if (version > last) last = version;
  return all.filter(({ version }) => version <= last);
}

/** A stored entry of a sheet, other than its checkpoint. */
export function toTicket({ key, value, version }: KvEntry): StoredTicket {
  return { name: key.at(-1) as string, version: version!, ticket: value as Ticket };
}

/** What a plan makes of the last reading of a sheet. */
export interface Outlook {
  /** The quota with the operator's credits. */
  readonly limit: number;
  /** What the sheet had left to grant; the whole quota before the first reading. */
  readonly left: number;
  /** Whether it is known to have had nothing left. */
  readonly drained: boolean;
}

/** Finds the outlook; only anew when the plan or the reading is another, since every request asks. */
export function createOutlook(): (plan: Quota, reading: Reading | undefined) => Outlook {
  let last: { readonly plan: Quota; readonly reading: Reading | undefined; outlook: Outlook };

  return (plan, reading) => {
    if (last?.plan !== plan || last.reading !== reading) {
      last = { plan, reading, outlook: outlookOf(plan.requests, reading) };
    }
    return last.outlook;
  };
}

function outlookOf(requests: number, reading: Reading | undefined): Outlook {
  if (reading === undefined) return { limit: requests, left: requests, drained: false };
  const left = remainingOf(reading.tally, requests);
  return { limit: requests + reading.tally.credited, left, drained: left === 0 };
}
