import { setImmediate } from "node:timers";
import type { Clock } from "../../src/platform/clock.ts";

/** A clock that a test drives. */
export interface ManualClock extends Clock {
  /** Lets `ms` pass: runs the timers that fall due, in order, and lets promises settle after each. */
  advance(ms: number): Promise<void>;
}

interface Timer {
  readonly at: number;
  readonly task: () => void;
}

/** Makes a clock that stands still until it is advanced. `startMs`: epoch ms. */
export function createManualClock(startMs: number): ManualClock {
  const timers = new Set<Timer>();
  let now = startMs;

  function after(delayMs: number, task: () => void): () => void {
    const timer = { at: now + Math.max(0, Math.ceil(delayMs)), task };
    timers.add(timer);
    return () => void timers.delete(timer);
  }

  async function advance(ms: number): Promise<void> {
    const end = now + ms;
    await settle();
    for (let timer = next(end); timer !== undefined; timer = next(end)) {
      timers.delete(timer);
      now = Math.max(now, timer.at);
      timer.task();
      await settle();
    }
    now = end;
  }

  function next(end: number): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of timers) {
      if (timer.at <= end && (first === undefined || timer.at < first.at)) first = timer;
    }
    return first;
  }

  return { now: () => now, after, advance };
}

/** Promises that wait for nothing but other promises are settled after a turn or two. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
}
