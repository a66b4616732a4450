import type { Quota } from "../../model/plans.ts";
import type { Clock } from "../../platform/clock.ts";
import { remainingOf } from "../tickets/fold.ts";
import type { TicketSnapshot } from "../tickets/ticket_log.ts";

/** Refunds up to twice this stay, however small the blocks are. */
const MIN_KEPT = 8;

/** The units that a lease has in memory, the requests that wait for more, and how fast they are spent. */
export class UnitPool {
  // Every request reads these: plain fields.
  available = 0;
  /** Units that may not be spent any more, to be given back. */
  returnable = 0;
  /** Units that were leased of a database that the store has left, until it is known what became of them. */
  inDoubt = 0;
  /** What the last ticket was granted. */
  block = 0;
  readonly queue: WaitQueue;
  /** Units spent since an instant, epoch ms. */
  #spent = 0;
  #since: number;

  constructor(clock: Clock) {
    this.queue = new WaitQueue(clock);
    this.#since = clock.now();
  }

  /** Units leased and not spent, those to be given back among them. */
  get unspent(): number {
    return this.available + this.returnable + this.inDoubt;
  }

  /** Lets nothing be spent of what is here. */
  doubt(): void {
    this.inDoubt += this.available;
    this.available = 0;
  }

  /** Lets it be spent again. */
  trust(): void {
    const units = this.inDoubt;
    this.inDoubt = 0;
    this.#put(units, true);
  }

  spend(units: number): void {
    this.available -= units;
    this.#spent += units;
  }

  /** Units spent per second since the last call, at which the next measurement begins. */
  takeSpendRate(now: number): number {
    const perSecond = this.#spent * 1000 / Math.max(1, now - this.#since);
    this.#since = now;
    this.#spent = 0;
    return perSecond;
  }

  /** Adds what a ticket was granted; units that are not `spendable` go back. */
  receive(grant: number, spendable: boolean): void {
    this.block = grant;
    this.#put(grant, spendable);
  }

  /** Takes back what was spent and not owed. */
  restore(units: number, spendable: boolean): void {
    this.#spent -= units;
    this.#put(units, spendable);
  }

  #put(units: number, spendable: boolean): void {
    if (spendable) this.available += units;
    else this.returnable += units;
    this.spend(this.queue.serve(this.available));
  }

  /**
   * Gives up what is above two blocks, counting the units that are `coming`. A crash may lose two blocks:
   * many refunds at once must not pile up more.
   */
  trim(coming: number): void {
    const excess = this.available + coming - 2 * Math.max(this.block, MIN_KEPT);
    if (excess > 0) this.giveUp(Math.min(excess, this.available));
  }

  /** Makes `units`, or all, returnable. */
  giveUp(units = this.available): void {
    this.returnable += units;
    this.available -= units;
  }

  takeReturnable(): number {
    const units = this.returnable;
    this.returnable = 0;
    return units;
  }

  /**
   * Serves those who wait from what is here: there will be no more. If one of them wanted more than that,
   * gives up what was leased for it, since other processes may be asked for less, and returns how many
   * were left.
   */
  flushQueue(): number | undefined {
    const refuses = this.queue.units > this.available;
    this.spend(this.queue.flush(this.available));
    const { available } = this;
    if (!refuses || available <= MIN_KEPT) return undefined;
    this.giveUp(available - MIN_KEPT);
    return available;
  }
}

/**
 * The outcome of a request that has waited. `served`: its units are charged. `exhausted`: there are
 * none. `unavailable`: the store did not answer in time.
 */
export type WaitOutcome = "served" | "exhausted" | "unavailable";

interface Waiter {
  readonly units: number;
  leave(outcome: WaitOutcome): void;
}

/** Requests that wait for units, first come first served. */
class WaitQueue {
  readonly #clock: Clock;
  readonly #waiters: Waiter[] = [];
  #units = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get length(): number {
    return this.#waiters.length;
  }

  get units(): number {
    return this.#units;
  }

  /** Puts a request at the end; after `limitMs`, and as much again while `goesOn`, it leaves as `unavailable`. */
  join(units: number, limitMs: number, goesOn: () => boolean): Promise<WaitOutcome> {
    return new Promise((resolve) => {
      const expire = () => {
        if (goesOn()) cancel = this.#clock.after(limitMs, expire);
        else waiter.leave("unavailable");
      };
      let cancel = this.#clock.after(limitMs, expire);
      const waiter: Waiter = {
        units,
        leave: (outcome) => {
          cancel();
          this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
          this.#units -= units;
          resolve(outcome);
        },
      };
      this.#waiters.push(waiter);
      this.#units += units;
    });
  }

  /** Serves requests from the front while `available` units suffice; returns how many were spent. */
  serve(available: number): number {
    let spent = 0;
    while (this.length > 0 && this.#waiters[0]!.units <= available - spent) {
      spent += this.#waiters[0]!.units;
      this.#waiters[0]!.leave("served");
    }
    return spent;
  }

  /** Serves each request for which `available` units suffice; the others leave as `exhausted`. */
  flush(available: number): number {
    let spent = 0;
    while (this.length > 0) {
      const { units, leave } = this.#waiters[0]!;
      const fits = units <= available - spent;
      if (fits) spent += units;
      leave(fits ? "served" : "exhausted");
    }
    return spent;
  }

  /** Lets all leave as `unavailable`. */
  cancelAll(): void {
    while (this.length > 0) this.#waiters[0]!.leave("unavailable");
  }
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

/** Creates a finder of views that remembers its last one, since every request asks for it. */
export function createQuotaView() {
  let lastPlan: Quota | undefined;
  let lastSnapshot: TicketSnapshot | undefined;
  let view: QuotaView;

  return (plan: Quota, snapshot: TicketSnapshot | undefined): QuotaView => {
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
