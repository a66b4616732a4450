import type { Quota } from "../../model/plans.ts";
import type { Clock } from "../../platform/clock.ts";
import { remainingOf } from "../tickets/fold.ts";
import type { TicketSnapshot } from "../tickets/ticket_log.ts";

/** The units that a lease has in memory, the requests that wait for more, and how fast they are spent. */
export interface UnitPool {
  /** Units leased and not spent. */
  readonly available: number;
  /** Units that nobody may spend any more, to be given back. */
  readonly returnable: number;
  /** What the last ticket was granted. */
  readonly block: number;
  readonly queue: WaitQueue;
  readonly spendRate: SpendRate;
  spend(units: number): void;
  /** Adds what a ticket was granted; units that are not `spendable` go back. */
  receive(grant: number, spendable: boolean): void;
  /** Takes back what was spent and not owed. */
  restore(units: number, spendable: boolean): void;
  /** Gives up what is above two blocks, counting the units that are `coming`. */
  trim(coming: number): void;
  /** Makes `units`, or all, returnable. */
  giveUp(units?: number): void;
  /** Takes all that is to be given back out of the pool. */
  takeReturnable(): number;
  /**
   * Serves those who wait from what is here: there will be no more. Where one of them wanted more than
   * that, gives up what was leased for it, and returns how many were left.
   */
  flushQueue(): number | undefined;
}

/** Refunds up to twice this stay, however small the blocks are. */
const MIN_KEPT = 8;

export function createUnitPool(clock: Clock): UnitPool {
  const queue = createWaitQueue(clock);
  const spendRate = createSpendRate(clock.now());
  // Every request looks at these: plain fields, since each lease's getters would be other functions.
  const pool = {
    available: 0,
    returnable: 0,
    block: 0,
    queue,
    spendRate,
    spend,
    receive,
    restore,
    trim,
    giveUp,
    takeReturnable,
    flushQueue,
  };

  function spend(units: number): void {
    pool.available -= units;
    spendRate.spend(units);
  }

  function receive(grant: number, spendable: boolean): void {
    pool.block = grant;
    put(grant, spendable);
  }

  function restore(units: number, spendable: boolean): void {
    spendRate.spend(-units);
    put(units, spendable);
  }

  function put(units: number, spendable: boolean): void {
    if (spendable) pool.available += units;
    else pool.returnable += units;
    spend(queue.serve(pool.available));
  }

  // A crash may lose two blocks: many refunds at once must not pile up more.
  function trim(coming: number): void {
    const excess = pool.available + coming - 2 * Math.max(pool.block, MIN_KEPT);
    if (excess > 0) giveUp(Math.min(excess, pool.available));
  }

  function giveUp(units = pool.available): void {
    pool.returnable += units;
    pool.available -= units;
  }

  function takeReturnable(): number {
    const units = pool.returnable;
    pool.returnable = 0;
    return units;
  }

  // Who wanted more than is here leaves it: other processes may be asked for less.
  function flushQueue(): number | undefined {
    const refuses = queue.units > pool.available;
    spend(queue.flush(pool.available));
    const { available } = pool;
    if (!refuses || available <= MIN_KEPT) return undefined;
    giveUp(available - MIN_KEPT);
    return available;
  }

  return pool;
}

/** Measures how fast units are spent between two blocks. */
export interface SpendRate {
  spend(units: number): void;
  /** Units per second since the last call, which this one begins anew. */
  take(now: number): number;
}

/** A measurement that starts at `start`, epoch ms. */
export function createSpendRate(start: number): SpendRate {
  let since = start;
  let spent = 0;
  return {
    spend: (units) => void (spent += units),
    take(now) {
      const perSecond = spent * 1000 / Math.max(1, now - since);
      since = now;
      spent = 0;
      return perSecond;
    },
  };
}

/**
 * The outcome of a request that has waited. `served`: its units are charged. `exhausted`: there are
 * none. `unavailable`: the store did not answer in time.
 */
export type WaitOutcome = "served" | "exhausted" | "unavailable";

/** Requests that wait for units, first come first served. */
export interface WaitQueue {
  readonly length: number;
  /** Units they wait for together. */
  readonly units: number;
  /** Puts a request at the end; after `limitMs` it leaves as `unavailable`. */
  join(units: number, limitMs: number): Promise<WaitOutcome>;
  /** Serves requests from the front while `available` units suffice; returns how many were spent. */
  serve(available: number): number;
  /** Serves each request for which `available` units suffice; the others leave as `exhausted`. */
  flush(available: number): number;
  /** Lets all leave as `unavailable`. */
  cancelAll(): void;
}

interface Waiter {
  readonly units: number;
  leave(outcome: WaitOutcome): void;
}

export function createWaitQueue(clock: Clock): WaitQueue {
  const waiters: Waiter[] = [];
  let waitingUnits = 0;

  function join(units: number, limitMs: number): Promise<WaitOutcome> {
    return new Promise((resolve) => {
      const cancel = clock.after(limitMs, () => leave("unavailable"));
      const waiter = { units, leave };
      waiters.push(waiter);
      waitingUnits += units;

      function leave(outcome: WaitOutcome): void {
        cancel();
        waiters.splice(waiters.indexOf(waiter), 1);
        waitingUnits -= units;
        resolve(outcome);
      }
    });
  }

  return {
    get length() {
      return waiters.length;
    },
    get units() {
      return waitingUnits;
    },
    join,
    serve: (available) => serve(waiters, available),
    flush: (available) => flush(waiters, available),
    cancelAll() {
      while (waiters.length > 0) waiters[0]!.leave("unavailable");
    },
  };
}

function serve(waiters: readonly Waiter[], available: number): number {
  let spent = 0;
  while (waiters.length > 0 && waiters[0]!.units <= available - spent) {
    spent += waiters[0]!.units;
    waiters[0]!.leave("served");
  }
  return spent;
}

function flush(waiters: readonly Waiter[], available: number): number {
  let spent = 0;
  while (waiters.length > 0) {
    const { units, leave } = waiters[0]!;
    const fits = units <= available - spent;
    if (fits) spent += units;
    leave(fits ? "served" : "exhausted");
  }
  return spent;
}

/** What the last snapshot of a ticket log leaves of a plan's quota. */
export interface QuotaView {
  /** The quota with the operator's credits. */
  readonly limit: number;
  /** What the log had left to grant; the whole quota before the first snapshot. */
  readonly left: number;
  /** Whether the log is known to have had nothing left. */
  readonly isDrained: boolean;
}

/** Finds the view of a plan in a snapshot. */
export type FindQuotaView = (plan: Quota, snapshot: TicketSnapshot | undefined) => QuotaView;

/** Makes a finder that remembers its last view, since every request asks for it. */
export function createQuotaView(): FindQuotaView {
  let lastPlan: Quota | undefined;
  let lastSnapshot: TicketSnapshot | undefined;
  let view: QuotaView;

  return (plan, snapshot) => {
    if (lastPlan !== plan || lastSnapshot !== snapshot) {
      view = viewOf(plan.requests, snapshot);
      lastPlan = plan;
      lastSnapshot = snapshot;
    }
    return view;
  };
}

function viewOf(requests: number, snapshot: TicketSnapshot | undefined): QuotaView {
  if (snapshot === undefined) return { limit: requests, left: requests, isDrained: false };
  const left = remainingOf(snapshot.totals, requests);
  return { limit: requests + snapshot.totals.credited, left, isDrained: left === 0 };
}
