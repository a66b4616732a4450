import type { Clock } from "../platform/clock.ts";
import type { Random } from "../platform/random.ts";
import { halfJitterMs } from "../toolbox/back_off.ts";

/** Something to be done at the store. */
export type Task = () => Promise<void>;

/** Does one task after the other, as long as there is any. */
export interface TaskLoop {
  /** Looks for tasks now, unless it is at work. */
  start(): void;
  /** After a failure: tries again soon, because somebody waits. */
  hurry(): void;
  /** Nothing is begun any more. */
  stop(): void;
}

export interface TaskLoopDeps {
  readonly clock: Clock;
  readonly random: Random;
  /** The most urgent task; undefined: there is nothing to do. */
  nextTask(): Task | undefined;
  /** Whether somebody waits for it at this moment. */
  urgent(): boolean;
  succeeded(): void;
  /** A task has rejected, the `failures`th in a row; the next one is tried after `pauseMs`. */
  failed(error: unknown, failures: number, pauseMs: number): void;
  /** There is nothing left to do. */
  rested(): void;
}

const FIRST_PAUSE_MS = 100;
const URGENT_PAUSE_MS = 200;
const MAX_PAUSE_MS = 30_000;

/** Pauses after failures double from 100 ms to 30 s, while somebody waits to 200 ms, less up to half. */
export function createTaskLoop(deps: TaskLoopDeps): TaskLoop {
  const pause = createInterruptibleSleep(deps.clock);
  let working = false;
  let stopped = false;
  let failures = 0;

  function start(): void {
    if (!working && !stopped) void work();
  }

  async function work(): Promise<void> {
    working = true;
    for (let task = deps.nextTask(); task !== undefined && !stopped; task = deps.nextTask()) {
      await attempt(task);
    }
    working = false;
    deps.rested();
  }

  async function attempt(task: Task): Promise<void> {
    try {
      await task();
      failures = 0;
      deps.succeeded();
    } catch (error) {
      const pauseMs = nextPause();
      deps.failed(error, failures, pauseMs);
      if (!stopped && deps.nextTask() !== undefined) await pause.wait(pauseMs);
    }
  }

  function nextPause(): number {
    const maxMs = deps.urgent() ? URGENT_PAUSE_MS : MAX_PAUSE_MS;
    const backOff = { firstMs: FIRST_PAUSE_MS, maxMs };
    return halfJitterMs(backOff, failures++, deps.random.fraction());
  }

  function stop(): void {
    stopped = true;
    pause.shorten(0);
  }

  return { start, hurry: () => pause.shorten(URGENT_PAUSE_MS), stop };
}

/** A wait that can be cut short. */
export interface InterruptibleSleep {
  /** Resolves after `delayMs`, or earlier by {@linkcode shorten}. One wait at a time. */
  wait(delayMs: number): Promise<void>;
  /** Leaves at most `delayMs` of the wait that is on, if one is. */
  shorten(delayMs: number): void;
}

export function createInterruptibleSleep(clock: Clock): InterruptibleSleep {
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
