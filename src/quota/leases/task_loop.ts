import type { Clock } from "../../platform/clock.ts";
import type { Random } from "../../platform/random.ts";
import { halfJitterMs } from "../../toolbox/back_off.ts";

/** Something to do at the store. */
export type Task = () => Promise<void>;

const FIRST_PAUSE_MS = 100;
const URGENT_PAUSE_MS = 200;
const MAX_PAUSE_MS = 30_000;

/** Runs one task after the other until there is none. */
export type TaskLoop = ReturnType<typeof createTaskLoop>;

/**
 * Creates a loop that is not running yet. Its pauses after failures double from 100 ms to 30 s, or to
 * 200 ms while a request waits; each is shortened by up to a half at random.
 */
export function createTaskLoop(deps: {
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
}) {
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
    /** Starts the next task now, unless one is running. */
    start() {
      if (!isRunning && !isStopped) void run();
    },
    /** Tries again soon after a failure, because a request waits. */
    hurry: () => pause.shorten(URGENT_PAUSE_MS),
    /** Begins no task from now on. */
    stop() {
      isStopped = true;
      pause.shorten(0);
    },
    get isStopped() {
      return isStopped;
    },
  };
}

/** A sleep that can be cut short. */
function createInterruptibleSleep(clock: Clock) {
  let current:
    | { readonly endsAt: number; readonly end: () => void; readonly cancel: () => void }
    | undefined;

  /** Resolves after `delayMs`, or earlier by {@linkcode shorten}. One sleep at a time. */
  function sleep(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        current = undefined;
        resolve();
      };
      current = { endsAt: clock.now() + delayMs, end, cancel: clock.after(delayMs, end) };
    });
  }

  /** Leaves at most `delayMs` of the sleep under way, if there is one. */
  function shorten(delayMs: number): void {
    const endsAt = clock.now() + delayMs;
    if (current === undefined || current.endsAt <= endsAt) return;
    const { end, cancel } = current;
    cancel();
    current = { endsAt, end, cancel: clock.after(delayMs, end) };
  }

  return { sleep, shorten };
}

const MAX_IDLE_MS = 600_000;

/** Notices that a lease is not used. */
export type IdleTimer = ReturnType<typeof createIdleTimer>;

export function createIdleTimer({ clock, usedAt, patienceMs, whenIdle }: {
  readonly clock: Clock;
  /** When the lease was last used, epoch ms. */
  usedAt(): number;
  /** How long the lease may be idle until it is noticed. */
  patienceMs(): number;
  /** Called when the timer has run out without a use. */
  whenIdle(): void;
}) {
  let timer:
    | { readonly since: number; readonly ms: number; readonly cancel: () => void }
    | undefined;
  let isDue = false;
  let lastIdleMs = 0;

  /** Starts the timer, unless it runs. */
  function start(): void {
    if (timer !== undefined || isDue) return;
    const ms = Math.min(MAX_IDLE_MS, Math.max(2 * lastIdleMs, patienceMs()));
    timer = { since: clock.now(), ms, cancel: clock.after(ms, expire) };
  }

  function expire(): void {
    const { since, ms } = timer!;
    timer = undefined;
    if (usedAt() >= since) {
      lastIdleMs = 0;
      return start();
    }
    lastIdleMs = ms;
    isDue = true;
    whenIdle();
  }

  return {
    start,
    stop() {
      timer?.cancel();
      timer = undefined;
      isDue = false;
    },
    /** The lease is idle, and this was not acknowledged. */
    get isDue() {
      return isDue;
    },
    /** Takes note that the lease is idle; the next time it is noticed twice as late. */
    acknowledge: () => void (isDue = false),
  };
}
