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

interface ClockStepsDeps {
  readonly clock: Clock;
  /** Milliseconds since any instant, by a clock that is never set: `performance.now()`. */
  readonly elapsed: () => number;
  readonly log: Log;
}

const EVERY_MS = 10_000;
/** Time servers correct a clock slowly, but where it is far out. */
const MIN_STEP_MS = 1_000;
/** A larger one makes days and periods begin at other times. */
const LARGE_STEP_MS = 60_000;
/** A clock that is corrected by seconds over and over is logged this often. */
const SMALL_STEPS_EVERY_MS = 3_600_000;

/**
 * Logs each time the clock was set by more than a minute, and by more than a second once an hour: days,
 * quotas and birthdays follow it, so that an operator should know. A machine that slept looks like one whose clock was set ahead.
 * Returns what ends it.
 */
export function watchClockSteps(
  { clock, elapsed, log }: ClockStepsDeps,
): () => void {
  const ahead = () => clock.now() - elapsed();
  let before = ahead();
  let smallLoggedAt = -Infinity;

  function check(): void {
    const now = ahead();
    const step = now - before;
    before = now;
    if (Math.abs(step) > MIN_STEP_MS) {
      if (Math.abs(step) > LARGE_STEP_MS) logStep(step);
      else if (elapsed() - smallLoggedAt >= SMALL_STEPS_EVERY_MS) {
        smallLoggedAt = elapsed();
        logStep(step);
      }
    }
  }

  function logStep(step: number): void {
    const seconds = Math.round(Math.abs(step) / 1000);
    const now = new Date(clock.now()).toISOString();
    if (step < 0) log.warn("The clock was set back", { seconds, now });
    else log.warn("The clock was set ahead, or the machine slept", { seconds, now });
  }

  return every(clock, EVERY_MS, check);
}
