import type { Clock } from "../platform/clock.ts";

/** What a request in the line came to: its units, none to be had, or no answer in time. */
export type WaitOutcome = "served" | "exhausted" | "unavailable";

/** Requests that wait for units, first come first served. */
export interface WaitQueue {
  readonly length: number;
  /** Units they wait for together. */
  readonly units: number;
  /** Puts a request at the end; after `limitMs` it is sent away as `unavailable`. */
  join(units: number, limitMs: number): Promise<WaitOutcome>;
  /** Serves from the front as long as `available` units suffice; returns how many were spent. */
  serve(available: number): number;
  /** There will be no more: serves whoever `available` units suffice for, sends the others away. */
  disband(available: number): number;
  /** Sends everybody away without an answer. */
  dismiss(): void;
}

interface Waiter {
  readonly units: number;
  leave(turn: WaitOutcome): void;
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

      function leave(turn: WaitOutcome): void {
        cancel();
        waiters.splice(waiters.indexOf(waiter), 1);
        waitingUnits -= units;
        resolve(turn);
      }
    });
  }

  function serve(available: number): number {
    let spent = 0;
    while (waiters.length > 0 && waiters[0]!.units <= available - spent) {
      spent += waiters[0]!.units;
      waiters[0]!.leave("served");
    }
    return spent;
  }

  function disband(available: number): number {
    let spent = 0;
    while (waiters.length > 0) {
      const { units, leave } = waiters[0]!;
      const fits = units <= available - spent;
      if (fits) spent += units;
      leave(fits ? "served" : "exhausted");
    }
    return spent;
  }

  function dismiss(): void {
    while (waiters.length > 0) waiters[0]!.leave("unavailable");
  }

  return {
    get length() {
      return waiters.length;
    },
    get units() {
      return waitingUnits;
    },
    join,
    serve,
    disband,
    dismiss,
  };
}
