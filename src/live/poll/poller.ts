/**
 * This room decides when a platform is polled, and what follows from its answer.
 *
 * @module
 */

import type { Clock } from "../../platform/clock.ts";
import type { LiveSource } from "../platforms/live_source.ts";
import type { LiveType } from "../../model/enums.ts";
import type { Demand } from "../store/demand.ts";
import type { LiveState } from "../store/live_state.ts";
import type { PollTurn } from "./poll_turn.ts";
import { expiresAt, nextPollAt } from "./schedule.ts";

/** Polls the platforms when it is the turn of this process. */
export interface Poller {
  start(): void;
  /** Ends the timers and the polls under way; their outcome is not recorded. */
  stop(): void;
  /** Plans all polls anew, as when demand has begun. */
  reschedule(): void;
  /** Polls what is due, and resolves when that is done. */
  pollDue(): Promise<void>;
  /** Polls what nobody polled within `minAgeMs`, and resolves when that is done. */
  pollOlderThan(minAgeMs: number): Promise<void>;
  /** Resolves when no poll is under way. */
  whenIdle(): Promise<void>;
}

/** What {@linkcode createPoller} needs. */
export interface PollerDeps {
  readonly state: LiveState;
  readonly takeTurn: PollTurn;
  readonly sources: readonly LiveSource[];
  readonly demand: Demand;
  readonly clock: Clock;
  readonly intervalMs: number;
  /** How often the store is read for what other processes found. */
  readonly followMs: number;
  /** Names this process among all. */
  readonly holder: string;
}

/** A timer is never set for longer: demand may have gone, and clocks may have been set. */
const MAX_WAIT_MS = 60_000;

export function createPoller(deps: PollerDeps): Poller {
  const { state, takeTurn, sources, demand, clock, intervalMs, followMs, holder } = deps;
  const timers = new Map<LiveType | "follow", () => void>();
  const turns = new Map<LiveType, Promise<void>>();
  let lifetime = new AbortController();
  let unsubscribe = () => {};

  return { start, stop, reschedule, pollDue, pollOlderThan, whenIdle };

  function start(): void {
    lifetime = new AbortController();
    unsubscribe = state.subscribe({ onClaim: scheduleType });
    follow();
    reschedule();
  }

  function stop(): void {
    lifetime.abort();
    unsubscribe();
    for (const cancel of timers.values()) cancel();
    timers.clear();
  }

  function reschedule(): void {
    sources.forEach(schedule);
  }

  function follow(): void {
    setTimer("follow", followMs, () => void state.sync().finally(follow));
  }

  function scheduleType(type: LiveType): void {
    const source = sources.find((one) => one.type === type);
    if (source !== undefined) schedule(source);
  }

  function schedule(source: LiveSource): void {
    const { type } = source;
    if (turns.has(type)) return;
    const now = clock.now();
    const at = Math.min(dueAt(type), expiresAt(state.platform(type), now));
    const waitMs = Math.min(Math.max(0, at - now), MAX_WAIT_MS);
    setTimer(type, waitMs, () => void turn(source, () => dueAt(type)));
  }

  function setTimer(name: LiveType | "follow", delayMs: number, task: () => void): void {
    if (lifetime.signal.aborted) return;
    timers.get(name)?.();
    timers.set(name, clock.after(delayMs, task));
  }

  function dueAt(type: LiveType): number {
    const platform = state.platform(type);
    const isHolder = platform.claim.holder === holder;
    const [hasDemand, now] = [demand.isActive(), clock.now()];
    return nextPollAt({ ...platform, isHolder, hasDemand, intervalMs, now });
  }

  async function pollDue(): Promise<void> {
    await Promise.all(sources.map((source) => turn(source, () => dueAt(source.type))));
  }

  async function pollOlderThan(minAgeMs: number): Promise<void> {
    await Promise.all(sources.map((source) =>
      turn(source, () => {
        const { claimedAt, until, notBefore } = state.platform(source.type).claim;
        return Math.max(claimedAt + minAgeMs, until, notBefore);
      })
    ));
  }

  async function whenIdle(): Promise<void> {
    await Promise.all(turns.values());
  }

  /** Takes one turn per platform at a time. */
  function turn(source: LiveSource, dueAt: () => number): Promise<void> {
    const running = turns.get(source.type);
    if (running !== undefined) return running;
    const fresh = takeTurn(source, dueAt, lifetime.signal).finally(() => {
      turns.delete(source.type);
      schedule(source);
    });
    turns.set(source.type, fresh);
    return fresh;
  }
}
