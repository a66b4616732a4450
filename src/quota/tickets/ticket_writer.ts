import type { Clock } from "../../platform/clock.ts";
import { deadline } from "../../platform/deadline.ts";
import type { Kv, KvCheck, KvWrite } from "../../platform/kv.ts";
import { checkpointKey, ticketKey } from "../../platform/store_keys.ts";
import { type CheckpointLimits, compactionOf } from "./checkpoint.ts";
import type { Totals } from "./fold.ts";
import { type Ticket, type TicketLog, ticketName } from "./ticket.ts";
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
  let snapshot: TicketSnapshot | undefined;
  let pending: PendingTicket | undefined;

  async function read(): Promise<TicketSnapshot> {
    snapshot = await ask(readTicketLog(kv, log));
    return snapshot;
  }

  function begin(ticket: Ticket): void {
    if (pending !== undefined) throw new Error("Cannot begin a ticket: another one is pending");
    const forgotten = snapshot?.totals.forgotten ?? 0;
    pending = { number: deps.nextNumber(), ticket, forgotten };
  }

  async function commit(): Promise<number | "unknown"> {
    const written = pending!;
    while (true) {
      const isCommitted = await write(written) !== null;
      const { want } = written.ticket;
      const grant = isCommitted && want <= 0
        ? want
        : findGrant((await read()).totals, holder, written);
      if (grant === "absent") continue;
      pending = undefined;
      return grant;
    }
  }

  function write({ number, ticket }: PendingTicket): Promise<string | null> {
    const key = ticketKey(log, ticketName(holder, number));
    const version = snapshot?.checkpointVersion ?? null;
    const checks = [{ key, version: null }, { key: checkpointKey(log), version }];
    return send(checks, [{ set: key, value: ticket, expireInMs: expireInMs(TICKET_DAYS) }]);
  }

  async function compact(): Promise<void> {
    const before = snapshot ?? await read();
    if (before.tickets.length === 0) return;
    const options = { now: clock.now(), expireInMs: expireInMs(CHECKPOINT_DAYS), limits };
    const { checks, writes } = compactionOf(log, before, options);
    await send(checks, writes);
    await read();
  }

  function send(checks: readonly KvCheck[], writes: readonly KvWrite[]): Promise<string | null> {
    return ask(kv.commit(checks, writes));
  }

  async function ask<T>(call: Promise<T>): Promise<T> {
    const answer = await deadline(clock, CALL_LIMIT_MS, call);
    deps.answered();
    return answer;
  }

  function expireInMs(days: number): number {
    return Math.max(0, endsAt - clock.now()) + days * DAY_MS;
  }

  return {
    get snapshot() {
      return snapshot;
    },
    get pending() {
      return pending?.ticket;
    },
    read,
    begin,
    commit,
    compact,
  };
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
