import type { Clock } from "../../platform/clock.ts";

/** So long after the last question someone still counts as asking, in ms. */
const ACTIVE_MS = 60_000;

/** Whether anyone wants to know who is on air. */
export interface Demand {
  /** Someone asks now. */
  noteRequest(): void;
  /** Someone listens until the returned function is called. */
  addListener(): () => void;
  isActive(): boolean;
}

/** `awoken`: called when someone asks after a time in which nobody did. */
export function createDemand(clock: Clock, awoken: () => void): Demand {
  let askedAt = -Infinity;
  let listeners = 0;

  function wanted(): boolean {
    return listeners > 0 || clock.now() - askedAt <= ACTIVE_MS;
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

  return { noteRequest: note, addListener: hold, isActive: wanted };
}
