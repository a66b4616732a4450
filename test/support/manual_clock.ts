import { setImmediate } from "node:timers";
import type { Clock } from "../../src/platform/clock.ts";

/** A clock that stands still until it is moved. */
export interface ManualClock extends Clock {
  /** Moves on by `ms`, runs the timers that fall due in order, and lets promises settle in between. */
  advance(ms: number): Promise<void>;
}

interface Timer {
  readonly at: number;
  readonly task: () => void;
}

/** Creates a clock that shows `startMs`; `settle` is awaited wherever other work must catch up. */
export function createManualClock(startMs: number, settle = turn): ManualClock {
  let now = startMs;
  const timers = new Set<Timer>();

  function earliest(): Timer | undefined {
    let found: Timer | undefined;
    for (const timer of timers) if (found === undefined || timer.at < found.at) found = timer;
    return found;
  }

  return {
    now: () => now,
    after(delayMs, task) {
      const timer = { at: now + Math.max(0, delayMs), task };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    async advance(ms) {
      const end = now + ms;
      await settle();
      for (let timer = earliest(); timer !== undefined && timer.at <= end; timer = earliest()) {
        timers.delete(timer);
        now = timer.at;
        timer.task();
        await settle();
      }
      now = end;
    },
  };
}

/** One turn of the event loop: every promise that can settle has settled. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
