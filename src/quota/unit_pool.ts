import type { Clock } from "../platform/clock.ts";
import { createWaitQueue, type WaitQueue } from "./wait_queue.ts";

/** The units that a lease has in memory, the requests that wait for more, and how fast they go. */
export interface UnitPool {
  /** Units leased and not spent. */
  readonly available: number;
  /** Units to give back that nobody may spend any more. */
  readonly returnable: number;
  /** What the last ticket was granted. */
  readonly block: number;
  readonly queue: WaitQueue;
  readonly spendRate: SpendRate;
  spend(units: number): void;
  /** Puts away what a ticket was granted; what is not `spendable` goes back. */
  receive(grant: number, spendable: boolean): void;
  /** Takes back what was spent and not owed. */
  restore(units: number, spendable: boolean): void;
  /** What is above two blocks, with the units that are `coming`, is given up. */
  trim(coming: number): void;
  /** Nobody may spend these units, or any, any more. */
  giveUp(units?: number): void;
  /** All that is to be given back, which is no longer here then. */
  takeReturnable(): number;
  /** There will be no more for those who wait. */
  disband(): void;
}

/** Refunds up to twice this are kept, however small the blocks are. */
const LEAST_KEPT = 8;

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
    disband,
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

  // Many refunds at once must not pile up more than a crash may lose: two blocks.
  function trim(coming: number): void {
    const excess = pool.available + coming - 2 * Math.max(pool.block, LEAST_KEPT);
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

  function disband(): void {
    spend(queue.disband(pool.available));
  }

  return pool;
}

/** How fast units are spent between two blocks. */
export interface SpendRate {
  spend(units: number): void;
  /** Units per second since the last call, which this one begins anew. */
  take(now: number): number;
}

/** A pace that starts at `start`, epoch ms. */
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
