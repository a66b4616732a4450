import type { Log } from "./log.ts";

/** The source of time: every instant the program acts on, and every wait, comes from here. */
export interface Clock {
  /** The current instant, in milliseconds since the Unix epoch. */
  now(): number;
  /** Runs `task` once, `delayMs` from now; calling the returned function cancels it. */
  after(delayMs: number, task: () => void): () => void;
  /** Calls `clear` whenever the clock was set back, before anybody learns of the earlier instant. */
  onSetBack(clear: () => void): void;
}

/** Makes a clock of what shows an instant and of what waits. */
export function createClock(read: () => number, after: Clock["after"]): Clock {
  const clears: (() => void)[] = [];
  let last = -Infinity;
  return {
    now() {
      const now = read();
      const isSetBack = now < last;
      last = now;
      if (isSetBack) clears.forEach((clear) => clear());
      return now;
    },
    after,
    onSetBack: (clear) => void clears.push(clear),
  };
}

/** The machine's own clock. Its timers do not keep the process alive. */
export const systemClock: Clock = createClock(Date.now, (delayMs, task) => {
  const timer = setTimeout(task, delayMs);
  Deno.unrefTimer(timer);
  return () => clearTimeout(timer);
});

/** Runs `task` every `everyMs`, first after as long; calling the returned function ends it. */
export function every(clock: Clock, everyMs: number, task: () => void): () => void {
  let isEnded = false;
  let cancel = clock.after(everyMs, tick);

  function tick(): void {
    task();
    if (!isEnded) cancel = clock.after(everyMs, tick);
  }

  return () => {
    isEnded = true;
    cancel();
  };
}

/** Resolves `delayMs` from now by `clock`, or as soon as `signal` aborts. */
export function sleep(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      cancel();
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const cancel = clock.after(delayMs, end);
    signal?.addEventListener("abort", end);
    if (signal?.aborted) end();
  });
}

/**
 * Rejects with `late` when `work` has not settled after `limitMs`; else settles as it does. The work
 * itself goes on: what it does to the store may still happen.
 */
export function deadline<T>(
  clock: Clock,
  limitMs: number,
  work: Promise<T>,
  late = () => new Error(`Cannot reach the store: no answer within ${limitMs} ms`),
): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(late());
    const cancel = clock.after(limitMs, giveUp);
    work.then(resolve, reject).finally(cancel);
  });
}

const EVERY_MS = 10_000;
/** A larger step makes days and periods begin at other times. */
const LARGE_STEP_MS = 60_000;

/**
 * Logs each time the clock was set by more than a minute: days, quotas and birthdays follow it. A machine
 * that slept looks like one whose clock was set ahead. `elapsed`: milliseconds since any instant, by a
 * clock that is never set. Returns what ends it.
 */
export function watchClockSteps(clock: Clock, elapsed: () => number, log: Log): () => void {
  const ahead = () => clock.now() - elapsed();
  let before = ahead();
  return every(clock, EVERY_MS, () => {
    const step = ahead() - before;
    before += step;
    if (Math.abs(step) < LARGE_STEP_MS) return;
    const fields = {
      seconds: Math.round(Math.abs(step) / 1000),
      now: new Date(clock.now()).toISOString(),
    };
    if (step < 0) log.warn("The clock was set back", fields);
    else log.warn("The clock was set ahead, or the machine slept", fields);
  });
}
