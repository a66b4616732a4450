import type { Clock } from "../../platform/clock.ts";
import { localDay } from "../../time/local_day.ts";
import type { Period } from "../tickets/account.ts";
import { activeHolders, hasOthers, isLastOf, type Ticket } from "../tickets/fold.ts";
import type { TicketWriter } from "../tickets/ticket_writer.ts";
import type { InspectionQueue } from "../tickets/usage.ts";
import type { LeaseState } from "./lease_state.ts";
import { blockSize, type LeaseAction, nextAction } from "./next_action.ts";
import type { IdleTimer, Task } from "./task_loop.ts";
import type { QuotaView, UnitPool } from "./unit_pool.ts";

interface LeaseTasksDeps {
  readonly clock: Clock;
  readonly holder: string;
  readonly period: Period;
  readonly pool: UnitPool;
  readonly state: LeaseState;
  readonly writer: TicketWriter;
  readonly inspections: InspectionQueue;
  readonly idle: IdleTimer;
  /** Tickets beside the checkpoint from which on this holder compacts them. */
  readonly compactAt: number;
  /** The quota as the plan and the last snapshot of the log have it. */
  view(): QuotaView;
  noteLeased(): void;
  /** Called if what is leased was lost: the log has no tickets of it. */
  lost(): void;
}

/** What one lease does at the store, one task at a time. */
export class LeaseTasks {
  readonly #deps: LeaseTasksDeps;

  constructor(deps: LeaseTasksDeps) {
    this.#deps = deps;
  }

  /** Holders that lease from the log now, this one included. */
  countActive(): number {
    const { writer: { snapshot }, holder, clock } = this.#deps;
    return snapshot === undefined ? 1 : activeHolders(snapshot.totals, holder, clock.now());
  }

  /** The most urgent task; undefined: there is nothing to do. A task that rejects is decided again. */
  next(): Task | undefined {
    const { clock, period: { endsAt }, pool, state, writer, inspections, idle } = this.#deps;
    const action = nextAction(state, clock.now(), {
      endsAt,
      hasPendingTicket: writer.pending !== undefined,
      hasInspections: inspections.isWaiting,
      waiting: pool.queue.length,
      available: pool.available,
      returnable: pool.returnable,
      isIdle: idle.isDue,
      isCompactionDue: this.#isCompactionDue(),
    });
    // From this instant on no request is served from them, even if the store has to be waited for.
    if (action === "return_all") pool.giveUp();
    return action && (() => this.#perform(action));
  }

  /** It falls to the holder of the last ticket: all see the same tickets, and one compaction is enough. */
  #isCompactionDue(): boolean {
    const { writer: { snapshot }, compactAt, holder } = this.#deps;
    const { tickets } = snapshot ?? { tickets: [] };
    return tickets.length >= compactAt && isLastOf(tickets, holder);
  }

  #perform(action: LeaseAction): Promise<void> {
    switch (action) {
      case "review":
        return this.#review();
      case "commit":
        return this.#commitTicket();
      case "inspect":
        return this.#showTotals();
      case "return":
      case "return_all":
        return this.#giveBack();
      case "lease":
        return this.#leaseBlock();
      case "seal":
        return this.#sealLog();
      case "notify":
        return this.#sendIdleNotice();
      case "check_need":
        return this.#checkNeed();
      case "compact":
        return this.#deps.writer.compact();
    }
  }

  /** Goes on with what is leased if the log has the tickets of it. */
  async #review(): Promise<void> {
    const { writer, state, pool, lost } = this.#deps;
    await writer.read();
    state.isInDoubt = false;
    if (!writer.hasTicketsOf(pool.unspent)) return lost();
    pool.trust();
  }

  async #commitTicket(): Promise<void> {
    const { writer, state, pool } = this.#deps;
    const { want, limit, day } = writer.pending!;
    const { forgotten } = state;
    const grant = await writer.commit();
    if (want <= 0) return;
    this.#receive(grant === "unknown" ? 0 : grant, { limit, day });
    if (pool.returnable === 0 && this.#deps.view().isDrained) this.#exhaust(forgotten);
  }

  #receive(grant: number, { limit, day }: Pick<Ticket, "limit" | "day">): void {
    const { state, pool, idle, noteLeased } = this.#deps;
    state.noteGrant(grant, day);
    pool.receive(grant, limit <= state.plan.requests);
    if (pool.available > 0) idle.start();
    noteLeased();
  }

  async #leaseBlock(): Promise<void> {
    const { writer, state } = this.#deps;
    if (this.#deps.view().isDrained) {
      const { forgotten } = state;
      await writer.read();
      if (this.#deps.view().isDrained) return this.#exhaust(forgotten);
    }
    writer.begin(this.#ticketFor(this.#nextBlock()));
    await this.#commitTicket();
  }

  /**
   * Serves those who wait from what is here: there will be no more. `forgotten` is the state's when the log
   * was asked; a credit that was made since then may not be in what it answered.
   */
  #exhaust(forgotten: number): void {
    const { state, pool, writer, clock, holder, period: { endsAt } } = this.#deps;
    if (state.forgotten !== forgotten) return;
    const left = pool.flushQueue();
    const { available } = pool;
    const { totals } = writer.snapshot!;
    state.noteExhaustion(clock.now(), { holder, totals, available, left, endsAt });
  }

  async #giveBack(): Promise<void> {
    const { pool, writer, state } = this.#deps;
    const back = this.#ticketFor(-pool.takeReturnable());
    const keepsNone = pool.available === 0 && pool.queue.length === 0;
    writer.begin(keepsNone ? { ...back, done: true } : back);
    await this.#commitTicket();
    state.noteGivenBack();
  }

  async #sendIdleNotice(): Promise<void> {
    const { pool, writer, state } = this.#deps;
    state.idleNotice = "sent";
    if (pool.available > 0) return;
    writer.begin({ ...this.#ticketFor(0), done: true });
    await this.#commitTicket();
  }

  async #showTotals(): Promise<void> {
    const { inspections, pool, writer, state } = this.#deps;
    inspections.begin();
    const before = pool.unspent;
    const { totals } = await writer.read();
    // What is given back here while the log is read must not hide what others have taken meanwhile.
    const unspent = Math.min(before, pool.unspent);
    inspections.resolve({ totals, unspent, day: state.leasedOn });
  }

  async #sealLog(): Promise<void> {
    const { writer, state } = this.#deps;
    await writer.read();
    await writer.compact();
    state.phase = "sealed";
  }

  /** Idle units go back when others could miss them: when half of the quota is gone. */
  async #checkNeed(): Promise<void> {
    const { clock, idle, pool, writer, holder, state } = this.#deps;
    idle.acknowledge();
    const checkedAt = clock.now();
    try {
      const { totals } = await writer.read();
      const isScarce = this.#deps.view().left <= state.plan.requests / 2 &&
        hasOthers(totals, holder);
      if (isScarce && state.usedAt < checkedAt) pool.giveUp();
    } finally {
      if (pool.available > 0) idle.start();
    }
  }

  #nextBlock(): number {
    const { pool, clock, state } = this.#deps;
    const { limit, left } = this.#deps.view();
    return blockSize({
      limit,
      remaining: left,
      holders: this.countActive(),
      previous: pool.block,
      spentPerSecond: Math.min(state.ratePerSecond, pool.takeSpendRate(clock.now())),
      waiting: pool.queue.units - pool.available,
    });
  }

  /** What comes back belongs to the day it was leased on. */
  #ticketFor(want: number): Ticket {
    const { clock, period, state: { plan, leasedOn } } = this.#deps;
    const at = clock.now();
    const dayNow = () =>
      plan.per === "day" ? period.id : localDay(Math.min(at, period.endsAt - 1), plan.timezone);
    return { want, limit: plan.requests, at, day: want < 0 ? leasedOn! : dayNow() };
  }
}
