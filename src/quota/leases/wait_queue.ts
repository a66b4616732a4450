import type { Clock } from "../../platform/clock.ts";

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
