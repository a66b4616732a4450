import { setImmediate } from "node:timers";
import { type Clock, createClock } from "../../src/platform/clock.ts";

/** A clock that stands still until a test moves it. */
export interface ManualClock extends Clock {
  /**
   * Moves `ms` ahead: runs every timer that falls due, in order, each at its own instant, and lets
   * promises settle before the next one.
   */
  advance(ms: number): Promise<void>;
  /** Moves to the next timer and runs it; false when none is set. */
  advanceToNext(): Promise<boolean>;
  /** Sets the clock, backwards too, without running timers: what an adjusted system clock does. */
  set(epochMs: number): void;
}

interface Timer {
  readonly at: number;
  readonly task: () => void;
}

/**
 * A {@linkcode ManualClock} that shows `startMs`, in milliseconds since the Unix epoch. `settled` is
 * awaited after each timer: real work (requests under way) can be waited for there.
 */
export function createManualClock(startMs = 0, settled = settle): ManualClock {
  let now = startMs;
  const timers = new Set<Timer>();

  function earliest(): Timer | undefined {
    let found: Timer | undefined;
    for (const timer of timers) if (found === undefined || timer.at < found.at) found = timer;
    return found;
  }

  async function run(timer: Timer): Promise<void> {
    timers.delete(timer);
    now = Math.max(now, timer.at);
    timer.task();
    await settled();
  }

  function after(delayMs: number, task: () => void): () => void {
    const timer = { at: now + Math.max(0, Math.ceil(delayMs)), task };
    timers.add(timer);
    return () => void timers.delete(timer);
  }

  return {
    ...createClock(() => now, after),
    async advance(ms) {
      const end = now + ms;
      await settled();
      for (let timer = earliest(); timer !== undefined && timer.at <= end; timer = earliest()) {
        await run(timer);
      }
      now = Math.max(now, end);
    },
    async advanceToNext() {
      await settled();
      const timer = earliest();
      if (timer !== undefined) await run(timer);
      return timer !== undefined;
    },
    set: (epochMs) => void (now = epochMs),
  };
}

/** Resolves when every promise chain that waits for nothing outside has run to its end. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
}
