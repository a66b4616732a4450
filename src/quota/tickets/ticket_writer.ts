import { type Clock, deadline, sleep } from "../../platform/clock.ts";
import type { Quota } from "../../model/plans.ts";
import type { Kv, KvCheck, KvWrite } from "../../platform/kv.ts";
import { checkpointKey, ticketKey } from "../../platform/store_keys.ts";
import { localDay } from "../../time/local_day.ts";
import { type Account, periodAt } from "./account.ts";
import {
  type CheckpointLimits,
  compactionOf,
  readTicketLog,
  type TicketSnapshot,
} from "./ticket_log.ts";
import { type Ticket, type TicketLog, ticketName, type Totals } from "./fold.ts";
import { DAY_MS } from "../../toolbox/durations.ts";

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

interface PendingTicket {
  readonly number: number;
  readonly ticket: Ticket;
  /** How many holders the checkpoint had dropped before the first try. */
  readonly forgotten: number;
}

/** How many granted tickets are remembered: more than the units of a lease can be of. */
const MAX_GRANTED = 32;

const CALL_LIMIT_MS = 3_000;
const TICKET_DAYS = 40;
const CHECKPOINT_DAYS = 400;

/**
 * Writes one holder's tickets to one log, one at a time, and finds out what each was granted.
 *
 * A commit checks that there is no ticket of its name, and that the checkpoint is the one last read.
 * One name is thus granted once, however often and late its commit is tried, and a ticket that a
 * compaction took in and deleted cannot come back: its grant is in the checkpoint, beside the name
 * of its holder.
 */
export class TicketWriter {
  /** The last snapshot of the log; undefined before the first. Every request reads it: a plain field. */
  snapshot: TicketSnapshot | undefined;
  readonly #deps: TicketWriterDeps;
  readonly #log: TicketLog;
  readonly #endsAt: number;
  #pending: PendingTicket | undefined;
  /** The last ones, oldest first. */
  #granted: ({ readonly number: number; readonly grant: number })[] = [];

  /** A writer to `log`, whose period ends at `endsAt` (epoch ms). */
  constructor(deps: TicketWriterDeps, log: TicketLog, endsAt: number) {
    this.#deps = deps;
    this.#log = log;
    this.#endsAt = endsAt;
  }

  /** The ticket of which it is not known yet whether it was granted. */
  get pending(): Ticket | undefined {
    return this.#pending?.ticket;
  }

  async read(): Promise<TicketSnapshot> {
    const { clock, kv, answered } = this.#deps;
    const snapshot = await deadline(clock, CALL_LIMIT_MS, readTicketLog(kv, this.#log));
    answered();
    return this.snapshot = snapshot;
  }

  /** Makes a ticket the pending one. There must be no other. */
  begin(ticket: Ticket): void {
    if (this.#pending !== undefined) {
      throw new Error("Cannot begin a ticket: another one is pending");
    }
    const forgotten = this.snapshot?.totals.forgotten ?? 0;
    this.#pending = { number: this.#deps.nextNumber(), ticket, forgotten };
  }

  /**
   * Commits the pending ticket and finds out what it was granted (its `want` if that is not above 0).
   * `unknown`: it may have been granted, but no trace is left. After a rejection the ticket is still
   * pending, and the next call commits the same one.
   */
  async commit(): Promise<number | "unknown"> {
    const written = this.#pending!;
    while (true) {
      const isCommitted = await this.#write(written) !== null;
      this.#deps.answered();
      const { want } = written.ticket;
      const grant = isCommitted && want <= 0
        ? want
        : findGrant((await this.read()).totals, this.#deps.holder, written);
      if (grant === "absent") continue;
      this.#pending = undefined;
      if (grant !== "unknown" && grant > 0) {
        this.#granted = [...this.#granted, { number: written.number, grant }].slice(-MAX_GRANTED);
      }
      return grant;
    }
  }

  /**
   * Whether the last snapshot has the tickets by which this holder came by its last `units`. One that is
   * no higher than what the checkpoint has of this holder is in the checkpoint.
   */
  hasTicketsOf(units: number): boolean {
    const { holder } = this.#deps;
    const { tickets, base } = this.snapshot!;
    const names = new Set(tickets.map(({ name }) => name));
    const compacted = base.holders[holder]?.number ?? 0;
    let left = units;
    for (const { number, grant } of this.#granted.toReversed()) {
      if (left <= 0) return true;
      if (number > compacted && !names.has(ticketName(holder, number))) return false;
      left -= grant;
    }
    return left <= 0;
  }

  /** Takes tickets into the checkpoint; does nothing if another process is quicker. */
  async compact(): Promise<void> {
    const before = this.snapshot ?? await this.read();
    if (before.tickets.length === 0) return;
    const { clock, limits, answered } = this.#deps;
    const options = { now: clock.now(), expireInMs: this.#expireInMs(CHECKPOINT_DAYS), limits };
    const { checks, writes } = compactionOf(this.#log, before, options);
    await this.#send(checks, writes);
    answered();
    await this.read();
  }

  #write({ number, ticket }: PendingTicket): Promise<string | null> {
    const key = ticketKey(this.#log, ticketName(this.#deps.holder, number));
    const version = this.snapshot?.checkpointVersion ?? null;
    const checks = [{ key, version: null }, { key: checkpointKey(this.#log), version }];
    return this.#send(checks, [
      { set: key, value: ticket, expireInMs: this.#expireInMs(TICKET_DAYS) },
    ]);
  }

  #send(checks: readonly KvCheck[], writes: readonly KvWrite[]): Promise<string | null> {
    const { clock, kv } = this.#deps;
    return deadline(clock, CALL_LIMIT_MS, kv.commit(checks, writes));
  }

  #expireInMs(days: number): number {
    return Math.max(0, this.#endsAt - this.#deps.clock.now()) + days * DAY_MS;
  }
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

const CREDIT_ATTEMPTS = 8;
const CREDIT_RETRY_MS = 250;

/**
 * Adds `units` (a positive integer) to what the account's present period allows.
 *
 * Each credit is a ticket of a holder of its own, because a holder has one pending ticket at a time.
 *
 * @throws {RangeError} for another number, or an unlimited plan
 * @throws {Error} if the store cannot be reached, or its answer was lost: the credit may have been
 *   given
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
  const ticket = creditTicket(quota, deps.clock.now(), units);
  const period = periodAt(quota, ticket.at);
  const holder = `${deps.holder}c${deps.nextNumber()}`;
  const log = { account: account.id, period: period.id };
  const writer = new TicketWriter({ ...deps, holder }, log, period.endsAt);
  await writer.read();
  writer.begin(ticket);
  await commitPersistently(writer, deps.clock);
}

function creditTicket(quota: Quota, at: number, credit: number): Ticket {
  const day = localDay(at, quota.timezone);
  return { want: 0, limit: quota.requests, at, day, done: true, credit };
}

async function commitPersistently(writer: TicketWriter, clock: Clock): Promise<void> {
  for (let attempt = 1;; attempt++) {
    try {
      if (await writer.commit() !== "unknown") return;
      throw new Error("Cannot tell whether the credit was given: look at the key's limit");
    } catch (error) {
      if (attempt === CREDIT_ATTEMPTS || writer.pending === undefined) throw error;
      await sleep(clock, CREDIT_RETRY_MS);
    }
  }
}
