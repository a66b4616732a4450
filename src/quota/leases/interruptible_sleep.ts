import type { Clock } from "../../platform/clock.ts";

/** A sleep that can be cut short. */
export interface InterruptibleSleep {
  /** Resolves after `delayMs`, or earlier by {@linkcode shorten}. One sleep at a time. */
  sleep(delayMs: number): Promise<void>;
  /** Leaves at most `delayMs` of the sleep under way, if there is one. */
  shorten(delayMs: number): void;
}

interface Sleep {
  readonly endsAt: number;
  end(): void;
  cancel(): void;
}

export function createInterruptibleSleep(clock: Clock): InterruptibleSleep {
  let current: Sleep | undefined;

  function sleep(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        current = undefined;
        resolve();
      };
      current = { endsAt: clock.now() + delayMs, end, cancel: clock.after(delayMs, end) };
    });
  }

  function shorten(delayMs: number): void {
    const endsAt = clock.now() + delayMs;
    if (current === undefined || current.endsAt <= endsAt) return;
    const { end, cancel } = current;
    cancel();
    current = { endsAt, end, cancel: clock.after(delayMs, end) };
  }

  return { sleep, shorten };
}
