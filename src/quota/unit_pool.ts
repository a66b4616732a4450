import type { Clock } from "../platform/clock.ts";
import { createWaitingLine, type WaitingLine } from "./wait_queue.ts";

/** The units that a lease has in memory, the requests that wait for more, and how fast they go. */
export interface Stock {
  /** Units leased and not spent. */
  readonly available: number;
  /** Units to give back that nobody may spend any more. */
  readonly surplus: number;
  /** What the last ticket was granted. */
  readonly block: number;
  readonly line: WaitingLine;
  readonly pace: Pace;
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
  takeSurplus(): number;
  /** There will be no more for those who wait. */
  disband(): void;
}

/** Refunds up to twice this are kept, however small the blocks are. */
const LEAST_KEPT = 8;

export function createStock(clock: Clock): Stock {
  const line = createWaitingLine(clock);
  const pace = createPace(clock.now());
  // Every request looks at these: plain fields, since each lease's getters would be other functions.
  const stock = {
    available: 0,
    surplus: 0,
    block: 0,
    line,
    pace,
    spend,
    receive,
    restore,
    trim,
    giveUp,
    takeSurplus,
    disband,
  };

  function spend(units: number): void {
    stock.available -= units;
    pace.spend(units);
  }

  function receive(grant: number, spendable: boolean): void {
    stock.block = grant;
    put(grant, spendable);
  }

  function restore(units: number, spendable: boolean): void {
    pace.spend(-units);
    put(units, spendable);
  }

  function put(units: number, spendable: boolean): void {
    if (spendable) stock.available += units;
    else stock.surplus += units;
    spend(line.serve(stock.available));
  }

  // Many refunds at once must not pile up more than a crash may lose: two blocks.
  function trim(coming: number): void {
    const excess = stock.available + coming - 2 * Math.max(stock.block, LEAST_KEPT);
    if (excess > 0) giveUp(Math.min(excess, stock.available));
  }

  function giveUp(units = stock.available): void {
    stock.surplus += units;
    stock.available -= units;
  }

  function takeSurplus(): number {
    const units = stock.surplus;
    stock.surplus = 0;
    return units;
  }

  function disband(): void {
    spend(line.disband(stock.available));
  }

  return stock;
}

/** How fast units are spent between two blocks. */
export interface Pace {
  spend(units: number): void;
  /** Units per second since the last call, which this one begins anew. */
  take(now: number): number;
}

/** A pace that starts at `start`, epoch ms. */
export function createPace(start: number): Pace {
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
