import type { Clock } from "./clock.ts";
import type { Log } from "./log.ts";

export interface ClockStepsDeps {
  readonly clock: Clock;
  /** Milliseconds since any instant, by a clock that nobody sets: `performance.now()`. */
  readonly elapsed: () => number;
  readonly log: Log;
  /** Called with the size of each step, in ms; below 0: the clock was set back. */
  readonly stepped?: (stepMs: number) => void;
}

const EVERY_MS = 10_000;
/** Time servers correct a clock by less, and mostly slowly. */
const MIN_STEP_MS = 60_000;

/**
 * Logs each time the clock was set by more than a minute: days, quotas and birthdays follow it, so
 * that an operator should know. A machine that slept looks like one whose clock was set ahead.
 * Returns what ends it.
 */
export function watchClockSteps(
  { clock, elapsed, log, stepped = () => {} }: ClockStepsDeps,
): () => void {
  const ahead = () => clock.now() - elapsed();
  let before = ahead();
  let cancel = clock.after(EVERY_MS, look);

  function look(): void {
    const now = ahead();
    const step = now - before;
    before = now;
    if (Math.abs(step) > MIN_STEP_MS) {
      logStep(step);
      stepped(step);
    }
    cancel = clock.after(EVERY_MS, look);
  }

  function logStep(step: number): void {
    const seconds = Math.round(Math.abs(step) / 1000);
    const now = new Date(clock.now()).toISOString();
    if (step < 0) log.warn("The clock was set back", { seconds, now });
    else log.warn("The clock was set ahead, or the machine slept", { seconds, now });
  }

  return () => cancel();
}
