import { type Clock, deadline } from "../../platform/clock.ts";
import type { Kv, KvCheck, KvWrite } from "../../platform/kv.ts";
import { checkpointKey, ticketKey } from "../../platform/store_keys.ts";
import { type CheckpointLimits, compactionOf } from "./checkpoint.ts";
import { type Ticket, type TicketLog, ticketName, type Totals } from "./fold.ts";
import { readTicketLog, type TicketSnapshot } from "./ticket_log.ts";

/** What ticket writers work with. */
export interface TicketWriterDeps {
  readonly kv: Kv;
  readonly clock: Clock;
  /** The name of this process, shared with no other: see `processName()`. */
  readonly holder: string;
  /** A number this holder has not used before, greater than all it has. */
  nextNumber(): number;
  readonly limits: CheckpointLimits;
  /** Called at each answer of the store. */
  answered(): void;
}

/** Writes one holder's tickets to one log, one at a time, and finds out what each was granted. */
export interface TicketWriter {
  /** The last snapshot of the log; undefined before the first. */
  readonly snapshot: TicketSnapshot | undefined;
  /** The ticket of which nobody knows yet whether it was granted. */
  readonly pending: Ticket | undefined;
  read(): Promise<TicketSnapshot>;
  /** Makes a ticket the pending one. There must be no other. */
  begin(ticket: Ticket): void;
  /**
   * Commits the pending ticket and finds out what it was granted (its `want` if that is not above 0).
   * `unknown`: it may have been granted, but no trace is left. After a rejection the ticket is still
   * pending, and the next call commits the same one.
   */
  commit(): Promise<number | "unknown">;
  /** Takes tickets into the checkpoint; does nothing where another process is quicker. */
  compact(): Promise<void>;
}

interface PendingTicket {
  readonly number: number;
  readonly ticket: Ticket;
  /** How many holders the checkpoint had dropped before the first try. */
  readonly forgotten: number;
}

const CALL_LIMIT_MS = 3_000;
const DAY_MS = 86_400_000;
const TICKET_DAYS = 40;
const CHECKPOINT_DAYS = 400;

/**
 * A writer of tickets to `log`, whose period ends at `endsAt` (epoch ms).
 *
 * A commit checks that there is no ticket of its name, and that the checkpoint is the one last read.
 * One name is thus granted once, however often and late its commit is tried, and a ticket that a
 * compaction took in and deleted cannot come back: its grant is in the checkpoint, beside the name
 * of its holder.
 */
export function createTicketWriter(
  deps: TicketWriterDeps,
  log: TicketLog,
  endsAt: number,
): TicketWriter {
  const { kv, clock, holder, limits } = deps;
  let pending: PendingTicket | undefined;
  // Every request looks at the snapshot: plain fields, as of a lease's units.
  const writer = {
    snapshot: undefined as TicketSnapshot | undefined,
    pending: undefined as Ticket | undefined,
    read,
    begin,
    commit,
    compact,
  };

  async function read(): Promise<TicketSnapshot> {
    const snapshot = await deadline(clock, CALL_LIMIT_MS, readTicketLog(kv, log));
    deps.answered();
    return writer.snapshot = snapshot;
  }

  function begin(ticket: Ticket): void {
    if (pending !== undefined) throw new Error("Cannot begin a ticket: another one is pending");
    const forgotten = writer.snapshot?.totals.forgotten ?? 0;
    pending = { number: deps.nextNumber(), ticket, forgotten };
    writer.pending = ticket;
  }

  async function commit(): Promise<number | "unknown"> {
    const written = pending!;
    while (true) {
      const isCommitted = await write(written) !== null;
      deps.answered();
      const { want } = written.ticket;
      const grant = isCommitted && want <= 0
        ? want
        : findGrant((await read()).totals, holder, written);
      if (grant === "absent") continue;
      pending = writer.pending = undefined;
      return grant;
    }
  }

  function write({ number, ticket }: PendingTicket): Promise<string | null> {
    const key = ticketKey(log, ticketName(holder, number));
    const version = writer.snapshot?.checkpointVersion ?? null;
    const checks = [{ key, version: null }, { key: checkpointKey(log), version }];
    return send(checks, [{ set: key, value: ticket, expireInMs: expireInMs(TICKET_DAYS) }]);
  }

  async function compact(): Promise<void> {
    const before = writer.snapshot ?? await read();
    if (before.tickets.length === 0) return;
    const options = { now: clock.now(), expireInMs: expireInMs(CHECKPOINT_DAYS), limits };
    const { checks, writes } = compactionOf(log, before, options);
    await send(checks, writes);
    deps.answered();
    await read();
  }

  function send(checks: readonly KvCheck[], writes: readonly KvWrite[]): Promise<string | null> {
    return deadline(clock, CALL_LIMIT_MS, kv.commit(checks, writes));
  }

  function expireInMs(days: number): number {
    return Math.max(0, endsAt - clock.now()) + days * DAY_MS;
  }

  return writer;
}

/** What the totals say that a ticket was granted; `absent`: it has certainly not been committed. */
function findGrant(
  totals: Totals,
  holder: string,
  { number, forgotten }: PendingTicket,
): number | "absent" | "unknown" {
  const state = totals.holders[holder];
  if (state === undefined) return totals.forgotten === forgotten ? "absent" : "unknown";
  if (state.number === number) return state.grant;
  return state.number < number ? "absent" : "unknown";
}
