import type { Clock } from "../../platform/clock.ts";

/** A wait that can be cut short. */
export interface Pause {
  /** Resolves after `delayMs`, or earlier by {@linkcode shorten}. One wait at a time. */
  wait(delayMs: number): Promise<void>;
  /** Leaves at most `delayMs` of the wait that is on, if one is. */
  shorten(delayMs: number): void;
}

export function createPause(clock: Clock): Pause {
  let on: { endsAt: number; end: () => void; cancel: () => void } | undefined;

  function wait(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        on = undefined;
        resolve();
      };
      on = { endsAt: clock.now() + delayMs, end, cancel: clock.after(delayMs, end) };
    });
  }

  function shorten(delayMs: number): void {
    const endsAt = clock.now() + delayMs;
    if (on === undefined || on.endsAt <= endsAt) return;
    on.cancel();
    on = { endsAt, end: on.end, cancel: clock.after(delayMs, on.end) };
  }

  return { wait, shorten };
}
