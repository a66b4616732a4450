import type { Clock } from "../../platform/clock.ts";

/** So long after the last question someone still counts as asking, in ms. */
const LASTS_MS = 60_000;

/** Whether anyone wants to know who is on air. */
export interface Demand {
  /** Someone asks now. */
  note(): void;
  /** Someone listens until the returned function is called. */
  hold(): () => void;
  wanted(): boolean;
}

/** `awoken`: called when someone asks after a time in which nobody did. */
export function createDemand(clock: Clock, awoken: () => void): Demand {
  let askedAt = -Infinity;
  let listeners = 0;

  function wanted(): boolean {
    return listeners > 0 || clock.now() - askedAt <= LASTS_MS;
  }

  function note(): void {
    const asleep = !wanted();
    askedAt = clock.now();
    if (asleep) awoken();
  }

  function hold(): () => void {
    note();
    listeners++;
    let held = true;
    return () => {
      if (held) listeners--;
      held = false;
    };
  }

  return { note, hold, wanted };
}
