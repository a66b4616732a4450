import type { Clock } from "../../platform/clock.ts";
import type { Random } from "../../platform/random.ts";
import { halfJitterMs } from "../../toolbox/back_off.ts";
import { createInterruptibleSleep } from "./interruptible_sleep.ts";

/** Something to do at the store. */
export type Task = () => Promise<void>;

/** Runs one task after the other until there is none. */
export interface TaskLoop {
  /** Looks for tasks now, unless one is running. */
  start(): void;
  /** Tries again soon after a failure, because a request waits. */
  hurry(): void;
  /** Begins no task from now on. */
  stop(): void;
  readonly isStopped: boolean;
}

export interface TaskLoopDeps {
  readonly clock: Clock;
  readonly random: Random;
  /** The most urgent task; undefined: there is nothing to do. */
  nextTask(): Task | undefined;
  /** Whether a request waits for it. */
  isUrgent(): boolean;
  succeeded(): void;
  /** A task has rejected, the `failures`th in a row; the next one is tried after `pauseMs`. */
  failed(error: unknown, failures: number, pauseMs: number): void;
  /** There is nothing left to do. */
  rested(): void;
}

const FIRST_PAUSE_MS = 100;
const URGENT_PAUSE_MS = 200;
const MAX_PAUSE_MS = 30_000;

/**
 * A loop that is not running yet. Its pauses after failures double from 100 ms to 30 s, or to 200 ms
 * while a request waits; each is shortened by up to a half at random.
 */
export function createTaskLoop(deps: TaskLoopDeps): TaskLoop {
  const pause = createInterruptibleSleep(deps.clock);
  let isRunning = false;
  let isStopped = false;
  let failures = 0;

  async function run(): Promise<void> {
    isRunning = true;
    for (let task = deps.nextTask(); task !== undefined && !isStopped; task = deps.nextTask()) {
      await attempt(task);
    }
    isRunning = false;
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
      if (!isStopped && deps.nextTask() !== undefined) await pause.sleep(pauseMs);
    }
  }

  function nextPause(): number {
    const maxMs = deps.isUrgent() ? URGENT_PAUSE_MS : MAX_PAUSE_MS;
    const backOff = { firstMs: FIRST_PAUSE_MS, maxMs };
    return halfJitterMs(backOff, failures++, deps.random.fraction());
  }

  return {
    start() {
      if (!isRunning && !isStopped) void run();
    },
    hurry: () => pause.shorten(URGENT_PAUSE_MS),
    stop() {
      isStopped = true;
      pause.shorten(0);
    },
    get isStopped() {
      return isStopped;
    },
  };
}
