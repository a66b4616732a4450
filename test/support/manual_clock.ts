import { setImmediate } from "node:timers";
import type { Clock } from "../../src/platform/clock.ts";

/** A clock that stands still until a test moves it. */
export interface ManualClock extends Clock {
  /**
   * Moves `ms` ahead: runs every timer that falls due, in order, each at its own instant, and lets
   * all promises settle before the next one.
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

/** A {@linkcode ManualClock} that shows `startMs`, in milliseconds since the Unix epoch. */
export function createManualClock(startMs = 0): ManualClock {
  let nowMs = startMs;
  const timers: Timer[] = [];

  function after(delayMs: number, task: () => void): () => void {
    const timer = { at: nowMs + Math.max(0, delayMs), task };
    let place = timers.length;
    while (place > 0 && timers[place - 1]!.at > timer.at) place--;
    timers.splice(place, 0, timer);
    return () => {
      const found = timers.indexOf(timer);
      if (found >= 0) timers.splice(found, 1);
    };
  }

  async function runFirst(): Promise<void> {
    const timer = timers.shift()!;
    nowMs = Math.max(nowMs, timer.at);
    timer.task();
    await settle();
  }

  async function advance(ms: number): Promise<void> {
    const target = nowMs + ms;
    await settle();
    while (timers.length > 0 && timers[0]!.at <= target) await runFirst();
    nowMs = Math.max(nowMs, target);
  }

  async function advanceToNext(): Promise<boolean> {
    await settle();
    if (timers.length === 0) return false;
    await runFirst();
    return true;
  }

  return {
    now: () => nowMs,
    after,
    advance,
    advanceToNext,
    set: (epochMs) => void (nowMs = epochMs),
  };
}

/** Resolves when every promise chain that waits for nothing outside has run to its end. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
