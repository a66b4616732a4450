import { sleep } from "../platform/clock.ts";
import type { Env } from "../platform/env.ts";
import { createOutageLog } from "../platform/log.ts";
import { type BackOff, halfJitterMs } from "../toolbox/back_off.ts";

/** How often to look for work that a process that died has left, if nothing else wakes the loop. */
const PATROL_MS = 30_000;
/** A tick that is under way when the program ends gets so long to finish. */
const MAX_CLOSE_MS = 2_000;
const RETRY: BackOff = { firstMs: 1_000, maxMs: 60_000 };

/** How a loop behaves. */
interface LoopOptions {
  /** The wait from the first wake to the tick, for what comes with it. */
  readonly gatherMs: number;
  /** The wait for the next tick if nothing is due and nothing wakes the loop; default: about 30 s. */
  readonly patrolMs?: number;
  /** The words of the log while the store is unreachable. */
  readonly away: string;
}

/**
 * Ticks one after the other: when woken, when the last tick said so, and about every 30 s. After a tick
 * that rejects, the next one comes after 1 s, 2 s, 4 s … 60 s.
 */
export interface Loop {
  /** There may be something to do; cheap. */
  wake(): void;
  /** Aborted if the loop ends before the tick that is under way. */
  readonly signal: AbortSignal;
  /** Ends after the tick that is under way, for which it waits 2 s at most. */
  close(): Promise<void>;
}

/**
 * Creates a loop; it does nothing before {@linkcode Loop.wake}. `tick` resolves with the instant of the
 * next tick in epoch milliseconds; null: when woken. It rejects if the store is unreachable.
 */
export function createLoop(
  { clock, random, log }: Omit<Env, "kv">,
  { gatherMs, patrolMs, away }: LoopOptions,
  tick: () => Promise<number | null>,
): Loop {
  const ending = new AbortController();
  const outage = createOutageLog(log, { away });
  let running: Promise<void> = Promise.resolve();
  let cancelTimer = () => {};
  let dueAt = Infinity;
  let isTicking = false;
  let isWoken = false;
  let failures = 0;

  function wake(): void {
    isWoken = true;
    const soon = clock.now() + gatherMs;
    if (!isTicking && !ending.signal.aborted && soon < dueAt) tickAt(soon);
  }

  function tickAt(at: number): void {
    dueAt = at;
    cancelTimer();
    cancelTimer = clock.after(Math.max(0, at - clock.now()), () => running = run());
  }

  async function run(): Promise<void> {
    isTicking = true;
    isWoken = false;
    const next = await tick().then(succeeded, failed);
    isTicking = false;
    if (ending.signal.aborted) return;
    tickAt(isWoken ? Math.min(next, clock.now() + gatherMs) : next);
  }

  function succeeded(next: number | null): number {
    failures = 0;
    outage.succeeded();
    return next ?? clock.now() + (patrolMs ?? PATROL_MS * (0.8 + 0.4 * random.fraction()));
  }

  function failed(error: unknown): number {
    failures++;
    outage.failed(error);
    return clock.now() + retryDelayMs(failures, random.fraction());
  }

  async function close(): Promise<void> {
    cancelTimer();
    const cancelEnd = clock.after(MAX_CLOSE_MS, () => ending.abort());
    if (!isTicking) ending.abort();
    else await Promise.race([running, sleep(clock, MAX_CLOSE_MS + 1_000)]);
    cancelEnd();
    ending.abort();
    cancelTimer();
  }

  return { wake, signal: ending.signal, close };
}

/** 1 s, 2 s, 4 s … 60 s after as many failures; half of it by `chance` (0 to 1). */
export function retryDelayMs(failures: number, chance: number): number {
  return halfJitterMs(RETRY, failures - 1, chance);
}
