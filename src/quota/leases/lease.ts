/**
 * This room leases units of a quota to this process, which spends them without asking the store.
 *
 * @module
 */

import type { Quota } from "../../model/plans.ts";
import type { Random } from "../../platform/random.ts";
import type { Account, Charge, LeasedUse, NoteLeased, Period } from "../tickets/account.ts";
import { TicketWriter, type TicketWriterDeps } from "../tickets/ticket_writer.ts";
import { type Inspection, InspectionQueue } from "../tickets/usage.ts";
import {
  afterFailure,
  asEnding,
  countActive,
  isExhausted,
  isOver,
  isTooMuch,
  type LeaseContext,
  leftWhereShort,
  newLeaseState,
  withoutExhaustion,
  withPlan,
} from "./lease_state.ts";
import { nextTask } from "./lease_tasks.ts";
import type { StoreHealth } from "./store_health.ts";
import { createIdleTimer, createTaskLoop } from "./task_loop.ts";
import { createQuotaView, UnitPool } from "./unit_pool.ts";

/** What a lease works with. */
export interface LeaseDeps extends TicketWriterDeps {
  readonly random: Random;
  readonly health: StoreHealth;
  /** Receives each lease. */
  readonly leased?: NoteLeased | undefined;
}

const MIN_PATIENCE_MS = 5_000;
/** What an unlimited rate is taken for when it is guessed how fast a quota can drain. */
const FASTEST_PER_SECOND = 1_000;
/** Failures in a row after which a period that is over is left as it is: about an hour. */
const LAST_FAILURE = 120;

/** The units of one account and period that this process may spend, and how it comes by more. */
export type Lease = ReturnType<typeof createLease>;

/**
 * Opens a lease of `account` for `period`.
 *
 * Requests only read numbers in memory, or join the queue. One loop makes all calls to the store,
 * one after the other: `decideLeaseAction` names the most urgent, `LEASE_TASKS` has what it does.
 */
export function createLease(
  deps: LeaseDeps,
  account: string,
  period: Period,
  quota: Quota,
) {
  const { clock, random, holder, health } = deps;
  const writer = new TicketWriter(deps, { account, period: period.id }, period.endsAt);
  const pool = new UnitPool(clock);
  const viewOf = createQuotaView();
  const lease: LeaseContext = {
    clock,
    holder,
    health,
    period,
    writer,
    pool,
    inspections: new InspectionQueue(),
    idle: createIdleTimer({
      clock,
      usedAt: () => lease.usedAt,
      patienceMs: () => patienceMs(lease),
      whenIdle: () => whenIdle(lease),
    }),
    loop: createTaskLoop({
      clock,
      random,
      nextTask: () => nextTask(lease),
      isUrgent: () => pool.queue.length > 0,
      succeeded: health.succeeded,
      failed: (error, failures, pauseMs) => noteFailure(lease, error, failures, pauseMs),
      rested: () => finishEnding(lease),
    }),
    // Not the same for all, so that they do not all compact at the same ticket.
    compactAt: Math.floor(deps.limits.compactAt * (1 + random.fraction() / 2)),
    endWaiters: [],
    view: () => viewOf(lease.state.plan, writer.snapshot),
    noteLeased: () => deps.leased?.(account, () => usedOf(lease)),
    usedAt: clock.now(),
    inVainAt: undefined,
    state: newLeaseState(quota),
  };
  return {
    period,
    /** Units leased and not spent. */
    get unspent() {
      return pool.unspent;
    },
    /** Charges `units` at `now` (epoch ms); at once, as a plain value, while they are here. */
    take: (account: Account, quota: Quota, units: number, now: number) =>
      takeUnits(lease, account, quota, units, now),
    /** Reads the log between two tickets, so that what is unspent here is known to the unit. */
    inspect: () => inspect(lease),
    /** Forgets that the period has nothing left, so that the next request asks the store again. */
    forgetExhaustion: () => void (lease.state = withoutExhaustion(lease.state)),
    /** Gives back what is unspent; resolves when the store has it. Nothing is leased from then on. */
    end: () => end(lease),
    /** Stops every attempt at once. */
    abandon: () => abandon(lease),
  };
}

function usedOf(lease: LeaseContext): LeasedUse {
  const { limit, left } = lease.view();
  return { period: lease.period, limit, taken: limit - left, unspent: lease.pool.unspent };
}

function inspect({ inspections, loop }: LeaseContext): Promise<Inspection> {
  const inspection = inspections.join();
  if (loop.isStopped) inspections.reject(closedError());
  loop.hurry();
  loop.start();
  return inspection;
}

/** The soonest that half of what is left can be gone, when all who lease do their utmost. */
function patienceMs(lease: LeaseContext): number {
  const perSecond = Math.min(lease.state.ratePerSecond, FASTEST_PER_SECOND) * countActive(lease);
  return Math.max(MIN_PATIENCE_MS, 1000 * lease.view().left / 2 / perSecond);
}

function whenIdle(lease: LeaseContext): void {
  if (isOver(lease)) void end(lease);
  else lease.loop.start();
}

function noteFailure(
  lease: LeaseContext,
  error: unknown,
  failures: number,
  pauseMs: number,
): void {
  lease.health.failed(error);
  lease.inspections.reject(error);
  lease.state = afterFailure(lease.state, lease.clock.now() + pauseMs);
  if (isOver(lease) && failures >= LAST_FAILURE) abandon(lease);
}

function end(lease: LeaseContext): Promise<void> {
  lease.state = asEnding(lease.state);
  lease.idle.stop();
  const ended = new Promise<void>((resolve) => lease.endWaiters.push(resolve));
  if (lease.loop.isStopped) finishEnding(lease);
  else lease.loop.start();
  return ended;
}

function abandon(lease: LeaseContext): void {
  lease.idle.stop();
  lease.loop.stop();
  lease.pool.queue.cancelAll();
  lease.inspections.reject(closedError());
  finishEnding(lease);
}

function finishEnding(lease: LeaseContext): void {
  if (lease.state.phase === "open" && !lease.loop.isStopped) return;
  for (const resolve of lease.endWaiters) resolve();
  lease.endWaiters = [];
}

function closedError(): Error {
  return new Error("Cannot read the quota: the ledger is closed");
}

/** A request waits for units this long at most; if the store is unreachable, none does. */
const WAIT_MS = 800;

/** Charges `units` to a lease: at once if they are here, else when the store has been asked. */
function takeUnits(
  lease: LeaseContext,
  account: Account,
  quota: Quota,
  units: number,
  now: number,
): Charge | Promise<Charge> {
  lease.usedAt = now;
  adoptPlan(lease, account, quota);
  const { pool: { queue, available }, loop } = lease;
  if (available >= units) return spend(lease, units, now);
  if (isExhausted(lease.state, now) || isTooMuch(lease.state, now, units)) {
    return chargeFor(lease, "exhausted", 0);
  }
  const outcome = lease.health.wait(
    lease,
    () => {
      loop.hurry();
      return queue.join(units, WAIT_MS);
    },
    () => probe(lease),
  );
  if (outcome === undefined) return chargeFor(lease, "unavailable", 0);
  loop.start();
  return outcome.then((outcome) =>
    outcome === "served" ? chargeFor(lease, "admitted", units) : chargeFor(lease, outcome, 0)
  );
}

/** Leases a block that no request waits for: the next ones are served from it. */
function probe(lease: LeaseContext): void {
  if (!lease.state.isRenewing) lease.state = { ...lease.state, isRenewing: true };
  lease.loop.hurry();
  lease.loop.start();
}

/** Units leased under a larger limit must not be spent under a smaller one: they go back first. */
function adoptPlan(lease: LeaseContext, { ratePerSecond }: Account, quota: Quota): void {
  const { plan, ratePerSecond: knownRate } = lease.state;
  const rate = ratePerSecond === "unlimited" ? Infinity : ratePerSecond;
  if (quota !== plan) {
    if (quota.requests < plan.requests) lease.pool.giveUp();
    lease.state = withPlan(lease.state, quota);
  }
  if (rate !== knownRate) lease.state = { ...lease.state, ratePerSecond: rate };
}

function spend(lease: LeaseContext, units: number, now: number): Charge {
  const { pool, loop, state } = lease;
  pool.spend(units);
  const isHalfSpent = pool.available <= pool.block / 2;
  if (isHalfSpent && !isExhausted(state, now) && now >= state.renewNotBefore) {
    if (!state.isRenewing) lease.state = { ...state, isRenewing: true };
    loop.start();
  }
  return chargeFor(lease, "admitted", units);
}

function chargeFor(lease: LeaseContext, outcome: Charge["outcome"], units: number): Charge {
  const { limit, left } = lease.view();
  const { available } = lease.pool;
  const known = outcome === "exhausted" ? leftWhereShort(lease.state, lease.clock.now()) : 0;
  const remaining = outcome === "admitted" ? left + available : Math.max(available, known);
  return new LeaseCharge(lease, outcome, units, limit, remaining);
}

/** What a lease answers to a request. */
class LeaseCharge implements Charge {
  readonly resetsAt: number;
  readonly #paidUnder: number;
  readonly #lease: LeaseContext;
  #refundable: number;

  constructor(
    lease: LeaseContext,
    readonly outcome: Charge["outcome"],
    units: number,
    readonly limit: number,
    readonly remaining: number,
  ) {
    this.resetsAt = lease.period.endsAt;
    this.#paidUnder = lease.state.plan.requests;
    this.#lease = lease;
    this.#refundable = units;
  }

  refund(): void {
    if (this.#refundable > 0) refund(this.#lease, this.#refundable, this.#paidUnder);
    this.#refundable = 0;
  }
}

function refund(lease: LeaseContext, units: number, paidUnder: number): void {
  const { pool, writer, loop, idle, state } = lease;
  pool.restore(units, state.phase === "open" && paidUnder <= state.plan.requests);
  pool.trim(Math.max(0, writer.pending?.want ?? 0));
  if (pool.returnable > 0) loop.start();
  if (pool.available > 0) idle.start();
}
