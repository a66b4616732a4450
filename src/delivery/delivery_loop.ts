/**
 * This room delivers what a log holds to other servers: in order, by one process at a time, at least
 * once.
 *
 * @module
 */

import { type Clock, sleep } from "../platform/clock.ts";
import { createOutageLog, type Log, type LogFields } from "../platform/log.ts";
import type { Random } from "../platform/random.ts";
import { type BackOff, halfJitterMs } from "../toolbox/back_off.ts";

/** How often to look for what a process that died has left, when nothing else wakes us. Reads only. */
const PATROL_MS = 30_000;
/** A delivery that is under way when the program ends gets so long to finish. */
const MAX_CLOSE_MS = 2_000;
const RETRY: BackOff = { firstMs: 1_000, maxMs: 60_000 };

/** What a loop works with. */
export interface DeliveryLoopDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /**
   * Looks for what is to be delivered, and delivers some of it. Resolves with the instant of the next
   * look in epoch milliseconds; null: when woken. Rejects where the store is away.
   */
  look(): Promise<number | null>;
  /** Whether nothing is to be delivered any more. */
  hasStopped?(): boolean;
}

/** How a loop behaves. */
export interface DeliveryLoopOptions {
  /** The wait from the first wake to the look, for what comes with it. */
  readonly gatherMs: number;
  /** Whether a wake hastens a look that is due later; else that look sees what woke it. */
  readonly hastens?: boolean;
  /** The words of the log where the store is away, and their fields. */
  readonly away: string;
  readonly fields?: LogFields;
}

/**
 * Looks one after the other: when woken, when the last look said so, and about every 30 s. A store
 * that is away is tried again after 1 s, 2 s, 4 s … 60 s.
 */
export interface DeliveryLoop {
  /** There may be something to deliver; cheap. */
  wake(): void;
  /** Aborted where the loop ends before what is under way has. */
  readonly signal: AbortSignal;
  /** Ends after the look that is under way, for which it waits 2 s at most. */
  close(): Promise<void>;
}

/** `asleep`: only `wake` or the patrol looks; `timed`: a look is due; `looking`: one is under way. */
type LoopPhase = "asleep" | "timed" | "looking";

/** Creates a loop; it does nothing before {@linkcode DeliveryLoop.wake}. */
export function createDeliveryLoop(
  { clock, random, log, look, hasStopped = () => false }: DeliveryLoopDeps,
  { gatherMs, hastens = false, away, fields = {} }: DeliveryLoopOptions,
): DeliveryLoop {
  const ending = new AbortController();
  const outage = createOutageLog(log, { away, fields });
  let phase: LoopPhase = "asleep";
  let running: Promise<void> = Promise.resolve();
  let cancelTimer = () => {};
  let dueAt = Infinity;
  let woken = false;
  let failures = 0;

  const hasEnded = () => ending.signal.aborted || hasStopped();

  function wake(): void {
    woken = true;
    if (phase === "looking" || hasEnded()) return;
    const soon = clock.now() + gatherMs;
    if (phase === "asleep" || (hastens && soon < dueAt)) lookAt("timed", soon);
  }

  function lookAt(next: LoopPhase, at: number): void {
    phase = next;
    dueAt = at;
    cancelTimer();
    cancelTimer = clock.after(Math.max(0, at - clock.now()), () => running = run());
  }

  async function run(): Promise<void> {
    phase = "looking";
    woken = false;
    const next = await lookOnce().catch(storeAway);
    if (hasEnded()) return;
    const woke = woken ? clock.now() + gatherMs : null;
    if (next !== null) return lookAt("timed", hastens ? Math.min(next, woke ?? next) : next);
    if (woke !== null) return lookAt("timed", woke);
    lookAt("asleep", clock.now() + PATROL_MS * (0.8 + 0.4 * random.fraction()));
  }

  async function lookOnce(): Promise<number | null> {
    const next = await look();
    failures = 0;
    outage.succeeded();
    return next;
  }

  function storeAway(error: unknown): number {
    failures++;
    outage.failed(error);
    return clock.now() + retryDelayMs(failures, random.fraction());
  }

  async function close(): Promise<void> {
    cancelTimer();
    const cancelEnd = clock.after(MAX_CLOSE_MS, () => ending.abort());
    if (phase !== "looking") ending.abort();
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
