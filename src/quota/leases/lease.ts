/**
 * This room leases units of a quota to this process, which spends them without asking the store.
 *
 * A {@linkcode Lease} is what a request sees: it takes units from the {@linkcode UnitPool}, or waits in
 * its queue. {@linkcode LeaseTasks} make all calls to the store, one after the other, in one loop; what
 * they learn is in the pool and in the {@linkcode LeaseState}, which the next request reads.
 *
 * @module
 */

import type { Quota } from "../../model/plans.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Random } from "../../platform/random.ts";
import type { Account, Charge, LeasedUse, NoteLeased, Period } from "../tickets/account.ts";
import { TicketWriter, type TicketWriterDeps } from "../tickets/ticket_writer.ts";
import { type Inspection, InspectionQueue } from "../tickets/usage.ts";
import { LeaseState } from "./lease_state.ts";
import { LeaseTasks } from "./lease_tasks.ts";
import type { StoreHealth, StoreWaiter } from "./store_health.ts";
import { createIdleTimer, createTaskLoop, type IdleTimer, type TaskLoop } from "./task_loop.ts";
import { createQuotaView, type QuotaView, UnitPool } from "./unit_pool.ts";

/** What a lease works with. */
export interface LeaseDeps extends TicketWriterDeps {
  readonly random: Random;
  readonly health: StoreHealth;
  /** Receives each lease. */
  readonly leased?: NoteLeased | undefined;
  /** Called with a lease whose tickets the store does not have any more. */
  lost(lease: Lease): void;
}

/**
 * A request waits for units this long, and as much again while the store answers others; if the store is
 * unreachable, none does.
 */
const WAIT_MS = 800;
const MIN_PATIENCE_MS = 5_000;
/** What an unlimited rate is taken for when it is guessed how fast a quota can drain. */
const FASTEST_PER_SECOND = 1_000;
/** Failures in a row after which a period that is over is left as it is: about an hour. */
const LAST_FAILURE = 120;

/** The units of one account and period that this process may spend, and how it comes by more. */
export class Lease implements StoreWaiter {
  readonly period: Period;
  answersAtVainWait: number | undefined = undefined;
  readonly #clock: Clock;
  readonly #health: StoreHealth;
  readonly #pool: UnitPool;
  readonly #state: LeaseState;
  readonly #writer: TicketWriter;
  readonly #inspections = new InspectionQueue();
  readonly #idle: IdleTimer;
  readonly #tasks: LeaseTasks;
  readonly #viewOf = createQuotaView();
  readonly #loop: TaskLoop;
  #endWaiters: (() => void)[] = [];

  /** Opens a lease of `account` for `period`; nothing is leased yet. */
  constructor(deps: LeaseDeps, account: string, period: Period, quota: Quota) {
    const { clock, random, holder, health } = deps;
    this.period = period;
    this.#clock = clock;
    this.#health = health;
    this.#pool = new UnitPool(clock);
    this.#state = new LeaseState(quota, clock.now());
    this.#writer = new TicketWriter(deps, { account, period: period.id }, period.endsAt);
    this.#idle = createIdleTimer({
      clock,
      usedAt: () => this.#state.usedAt,
      patienceMs: () => this.#patienceMs(),
      whenIdle: () => this.#isOver() ? void this.end() : this.#loop.start(),
    });
    this.#tasks = new LeaseTasks({
      clock,
      holder,
      period,
      pool: this.#pool,
      state: this.#state,
      writer: this.#writer,
      inspections: this.#inspections,
      idle: this.#idle,
      // Not the same for all, so that they do not all compact at the same ticket.
      compactAt: Math.floor(deps.limits.compactAt * (1 + random.fraction() / 2)),
      view: () => this.#view(),
      noteLeased: () => deps.leased?.(account, () => this.#use()),
      lost: () => deps.lost(this),
    });
    this.#loop = createTaskLoop({
      clock,
      random,
      nextTask: () => this.#tasks.next(),
      isUrgent: () => this.#pool.queue.length > 0,
      succeeded: health.succeeded,
      failed: (error, failures, pauseMs) => this.#noteFailure(error, failures, pauseMs),
      rested: () => this.#finishEnding(),
    });
  }

  /** Units leased and not spent. */
  get unspent(): number {
    return this.#pool.unspent;
  }

  /** Charges `units` at `now` (epoch ms); at once, as a plain value, while they are here. */
  take(account: Account, quota: Quota, units: number, now: number): Charge | Promise<Charge> {
    const state = this.#state;
    const pool = this.#pool;
    state.usedAt = now;
    this.#adoptPlan(account, quota);
    if (pool.available >= units) return this.#spend(units, now);
    if (state.isExhausted(now) || state.isTooMuch(now, units)) {
      return this.#chargeFor("exhausted", 0);
    }
    const outcome = this.#health.wait(
      this,
      (goesOn) => {
        this.#loop.hurry();
        return pool.queue.join(units, WAIT_MS, goesOn);
      },
      () => this.#probe(),
    );
    if (outcome === undefined) return this.#chargeFor("unavailable", 0);
    this.#loop.start();
    return outcome.then((outcome) =>
      outcome === "served" ? this.#chargeFor("admitted", units) : this.#chargeFor(outcome, 0)
    );
  }

  /** Takes back units that are not owed; `paidUnder`: the plan's requests when they were charged. */
  refund(units: number, paidUnder: number): void {
    const pool = this.#pool;
    const state = this.#state;
    pool.restore(units, state.isOpen && paidUnder <= state.plan.requests);
    pool.trim(Math.max(0, this.#writer.pending?.want ?? 0));
    if (pool.returnable > 0) this.#loop.start();
    if (pool.available > 0) this.#idle.start();
  }

  /** Reads the log between two tickets, so that what is unspent here is known to the unit. */
  inspect(): Promise<Inspection> {
    const inspection = this.#inspections.join();
    if (this.#loop.isStopped) this.#inspections.reject(closedError());
    this.#loop.hurry();
    this.#loop.start();
    return inspection;
  }

  /** Forgets that the period has nothing left, so that the next request asks the store again. */
  forgetExhaustion(): void {
    this.#state.forgetExhaustion();
  }

  /** The store goes on in another database: nothing is spent before it is known whether that has the tickets. */
  doubt(): void {
    this.#pool.doubt();
    this.#state.isInDoubt = true;
    this.#state.forgetExhaustion();
    this.#loop.hurry();
    this.#loop.start();
  }

  /** Gives back what is unspent; resolves when the store has it. Nothing is leased from then on. */
  end(): Promise<void> {
    this.#state.beginEnding();
    this.#idle.stop();
    const ended = new Promise<void>((resolve) => this.#endWaiters.push(resolve));
    if (this.#loop.isStopped) this.#finishEnding();
    else this.#loop.start();
    return ended;
  }

  /** Stops every attempt at once. */
  abandon(): void {
    this.#idle.stop();
    this.#loop.stop();
    this.#pool.queue.cancelAll();
    this.#inspections.reject(closedError());
    this.#finishEnding();
  }

  /** Units leased under a larger limit must not be spent under a smaller one: they go back first. */
  #adoptPlan({ ratePerSecond }: Account, quota: Quota): void {
    const state = this.#state;
    if (quota !== state.plan) {
      if (quota.requests < state.plan.requests) this.#pool.giveUp();
      state.adoptPlan(quota);
    }
    state.ratePerSecond = ratePerSecond === "unlimited" ? Infinity : ratePerSecond;
  }

  #spend(units: number, now: number): Charge {
    const pool = this.#pool;
    const state = this.#state;
    pool.spend(units);
    const isHalfSpent = pool.available <= pool.block / 2;
    if (isHalfSpent && !state.isExhausted(now) && now >= state.renewNotBefore) {
      state.isRenewing = true;
      this.#loop.start();
    }
    return this.#chargeFor("admitted", units);
  }

  /** Leases a block that no request waits for: the next ones are served from it. */
  #probe(): void {
    this.#state.isRenewing = true;
    this.#loop.hurry();
    this.#loop.start();
  }

  #chargeFor(outcome: Charge["outcome"], units: number): Charge {
    const { limit, left } = this.#view();
    const { available } = this.#pool;
    const known = outcome === "exhausted" ? this.#state.leftIfShort(this.#clock.now()) : 0;
    const remaining = outcome === "admitted" ? left + available : Math.max(available, known);
    return new LeaseCharge(this, outcome, units, limit, remaining, this.#state.plan.requests);
  }

  /** The quota as the plan and the last snapshot of the log have it. */
  #view(): QuotaView {
    return this.#viewOf(this.#state.plan, this.#writer.snapshot);
  }

  #use(): LeasedUse {
    const { limit, left } = this.#view();
    return { period: this.period, limit, taken: limit - left, unspent: this.#pool.unspent };
  }

  #isOver(): boolean {
    return this.#clock.now() >= this.period.endsAt;
  }

  /** The soonest that half of what is left can be gone, when all who lease do their utmost. */
  #patienceMs(): number {
    const rate = Math.min(this.#state.ratePerSecond, FASTEST_PER_SECOND);
    const perSecond = rate * this.#tasks.countActive();
    return Math.max(MIN_PATIENCE_MS, 1000 * this.#view().left / 2 / perSecond);
  }

  #noteFailure(error: unknown, failures: number, pauseMs: number): void {
    this.#health.failed(error);
    this.#inspections.reject(error);
    this.#state.noteFailure(this.#clock.now() + pauseMs);
    if (this.#isOver() && failures >= LAST_FAILURE) this.abandon();
  }

  #finishEnding(): void {
    if (this.#state.isOpen && !this.#loop.isStopped) return;
    for (const resolve of this.#endWaiters) resolve();
    this.#endWaiters = [];
  }
}

/** What a lease answers to a request. */
class LeaseCharge implements Charge {
  readonly resetsAt: number;
  readonly #lease: Lease;
  readonly #paidUnder: number;
  #refundable: number;

  constructor(
    lease: Lease,
    readonly outcome: Charge["outcome"],
    units: number,
    readonly limit: number,
    readonly remaining: number,
    paidUnder: number,
  ) {
    this.resetsAt = lease.period.endsAt;
    this.#lease = lease;
    this.#paidUnder = paidUnder;
    this.#refundable = units;
  }

  refund(): void {
    if (this.#refundable > 0) this.#lease.refund(this.#refundable, this.#paidUnder);
    this.#refundable = 0;
  }
}

function closedError(): Error {
  return new Error("Cannot read the quota: the ledger is closed");
}
