import type { Account } from "./account.ts";
import type { Kv } from "../platform/kv.ts";
import { checkpointKey, ticketKey } from "../platform/store_keys.ts";
import { type Ticket, type TicketLog, ticketName } from "./ticket.ts";
import { localDay } from "../time/local_day.ts";
import { periodAt } from "./period.ts";
import { type CheckpointLimits, compactionOf } from "./checkpoint.ts";
import { type Clock, sleep } from "../platform/clock.ts";
import { readTicketLog, type TicketSnapshot } from "./ticket_log.ts";
import { deadline } from "../platform/deadline.ts";

/** What pens need to write with. */
export interface TicketWriterDeps {
  readonly kv: Kv;
  readonly clock: Clock;
  /** The name of this process, shared with nobody: see `newHolder()`. */
  readonly holder: string;
  /** A number this holder has not used before, greater than all it has. */
  nextNumber(): number;
  readonly limits: CheckpointLimits;
}

/** One holder's hand on one ticket log: it writes a ticket at a time and finds out what became of it. */
export interface TicketWriter {
  /** The last reading of the ticket log; undefined before the first. */
  readonly snapshot: TicketSnapshot | undefined;
  /** The ticket whose fate is not known yet. */
  readonly pending: Ticket | undefined;
  read(): Promise<TicketSnapshot>;
  /** Takes up a new ticket. The one before must be settled. */
  begin(ticket: Ticket): void;
  /**
   * Writes the unsettled ticket and finds out what it was granted (its `want` if that is not above 0).
   * `unknown`: it may have been granted, but no trace is left. After a rejection the fate is open:
   * call again, the same ticket is used.
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
 * A pen for `ticket log`, whose period ends at `endsAt` (epoch ms).
 *
 * Every ticket is committed on two conditions: that there is no ticket of its name, and that the
 * checkpoint is the one last read. So one name is granted once, however often and late its commit is
 * tried; and a ticket that a compaction took in and deleted cannot come back. Its grant then stands in
 * the checkpoint, beside its holder's name.
 */
export function createTicketWriter(
  deps: TicketWriterDeps,
  log: TicketLog,
  endsAt: number,
): TicketWriter {
  const { kv, clock, holder } = deps;
  let snapshot: TicketSnapshot | undefined;
  let unsettled: PendingTicket | undefined;

  function expireInMs(days: number): number {
    return Math.max(0, endsAt - clock.now()) + days * DAY_MS;
  }

  async function read(): Promise<TicketSnapshot> {
    snapshot = await deadline(clock, CALL_LIMIT_MS, readTicketLog(kv, log));
    return snapshot;
  }

  function begin(ticket: Ticket): void {
    if (unsettled !== undefined) {
      throw new Error("Cannot begin a ticket: the last one is unsettled");
    }
    const forgotten = snapshot?.totals.forgotten ?? 0;
    unsettled = { number: deps.nextNumber(), ticket, forgotten };
  }

  function write({ number, ticket }: PendingTicket): Promise<string | null> {
    const key = ticketKey(log, ticketName(holder, number));
    const version = snapshot?.checkpointVersion ?? null;
    const checks = [{ key, version: null }, { key: checkpointKey(log), version }];
    const set = { set: key, value: ticket, expireInMs: expireInMs(TICKET_DAYS) };
    return deadline(clock, CALL_LIMIT_MS, kv.commit(checks, [set]));
  }

  async function settle(): Promise<number | "unknown"> {
    const open = unsettled!;
    while (true) {
      const committed = await write(open) !== null;
      const { want } = open.ticket;
      const grant = committed && want <= 0 ? want : grantIn(await read(), open);
      if (grant === "absent") continue;
      unsettled = undefined;
      return grant;
    }
  }

  /** What the snapshot says the ticket was granted; absent: it has certainly not been committed. */
  function grantIn(
    { totals }: TicketSnapshot,
    { number, forgotten }: PendingTicket,
  ): number | "absent" | "unknown" {
    const state = totals.holders[holder];
    if (state === undefined) return totals.forgotten === forgotten ? "absent" : "unknown";
    if (state.number === number) return state.grant;
    return state.number < number ? "absent" : "unknown";
  }

  async function compact(): Promise<void> {
    const before = snapshot ?? await read();
    if (before.tickets.length === 0) return;
    const terms = {
      now: clock.now(),
      expireInMs: expireInMs(CHECKPOINT_DAYS),
      limits: deps.limits,
    };
    const { checks, writes } = compactionOf(log, before, terms);
    await deadline(clock, CALL_LIMIT_MS, kv.commit(checks, writes));
    await read();
  }

  return {
    get snapshot() {
      return snapshot;
    },
    get pending() {
      return unsettled?.ticket;
    },
    read,
    begin,
    commit: settle,
    compact,
  };
}

const ATTEMPTS = 8;
const RETRY_MS = 250;

/**
 * Adds `units` (a positive integer) to what the account's present period allows.
 *
 * Each credit has a holder's name of its own: a holder may have one ticket under way at a time.
 *
 * @throws {RangeError} for another number, or an unlimited plan; Error where the store cannot be
 * reached, or its answer was lost for good: the credit may then have been given.
 */
export async function addCredit(
  deps: TicketWriterDeps,
  account: Account,
  units: number,
): Promise<void> {
  if (!Number.isSafeInteger(units) || units < 1) {
    throw new RangeError(`Cannot credit units: expected a positive integer, got ${units}`);
  }
  const { quota } = account;
  if (quota === "unlimited") throw new RangeError("Cannot credit units: the plan is unlimited");
  const { clock } = deps;
  const at = clock.now();
  const period = periodAt(quota, at);
  const holder = `${deps.holder}c${deps.nextNumber()}`;
  const log = { account: account.id, period: period.id };
  const writer = createTicketWriter({ ...deps, holder }, log, period.endsAt);
  await writer.read();
  const day = localDay(at, quota.timezone);
  writer.begin({ want: 0, limit: quota.requests, at, day, done: true, credit: units });
  for (let attempt = 1;; attempt++) {
    try {
      if (await writer.commit() !== "unknown") return;
      throw new Error("Cannot tell whether the credit was given: look at the key's limit");
    } catch (error) {
      if (attempt === ATTEMPTS || writer.pending === undefined) throw error;
      await sleep(clock, RETRY_MS);
    }
  }
}
