/**
 * This room decides when a platform is polled, and what follows from its answer.
 *
 * @module
 */

import type { LiveType } from "../../model/enums.ts";
import { sleep } from "../../platform/clock.ts";
import type { Env } from "../../platform/env.ts";
import type { LiveSource, PollResult } from "../platforms/live_source.ts";
import type { Claim } from "../records/claim.ts";
import type { LiveRoster } from "../records/roster.ts";
import { UpstreamError, type UpstreamFault } from "../records/upstream_error.ts";
import type { Demand } from "../store/demand.ts";
import type { LiveState } from "../store/live_state.ts";
import type { PollApplier } from "./apply_poll.ts";
import { decideTurn, expiresAt, nextPollAt, pollDeadlineMs } from "./schedule.ts";

/** Polls the platforms when it is the turn of this process. */
export interface Poller {
  start(): void;
  /** Ends the timers and the polls under way; their outcome is not recorded. */
  stop(): void;
  /** Plans all polls again, as when demand has begun. */
  reschedule(): void;
  /** Polls what is due, and resolves when that is done. */
  pollDue(): Promise<void>;
  /** Polls what nobody polled within `minAgeMs`, and resolves when that is done. */
  pollOlderThan(minAgeMs: number): Promise<void>;
  /** Resolves when no poll is under way. */
  whenIdle(): Promise<void>;
}

/** What {@linkcode createPoller} needs. */
export interface PollerDeps extends Pick<Env, "clock" | "log"> {
  readonly state: LiveState;
  readonly applier: PollApplier;
  readonly roster: () => LiveRoster;
  readonly sources: readonly LiveSource[];
  readonly demand: Demand;
  readonly intervalMs: number;
  /** How long a turn lasts, in ms, if the store cannot be reached. */
  readonly retryMs: number;
  /** Names this process among all. */
  readonly holder: string;
  /** Called with what came of each poll. */
  onPoll(type: LiveType, outcome: "ok" | UpstreamFault): void;
}

/** A timer is never set for longer: demand may have gone, and clocks may have been set. */
const MAX_WAIT_MS = 60_000;

export function createPoller(deps: PollerDeps): Poller {
  const { state, applier, roster, sources, demand, clock, log, intervalMs, retryMs, holder } = deps;
  const timers = new Map<LiveType, () => void>();
  const turns = new Map<LiveType, Promise<void>>();
  let lifetime = new AbortController();
  let unsubscribe = () => {};

  return { start, stop, reschedule, pollDue, pollOlderThan, whenIdle };

  function start(): void {
    lifetime = new AbortController();
    unsubscribe = state.subscribe((now, before) => {
      for (const source of sources) {
        const { version } = now.platforms[source.type];
        if (version !== before?.platforms[source.type].version) schedule(source);
      }
    });
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

  function schedule(source: LiveSource): void {
    const { type } = source;
    if (turns.has(type) || lifetime.signal.aborted) return;
    const now = clock.now();
    const at = Math.min(dueAt(type), expiresAt(state.platform(type), now));
    const waitMs = Math.min(Math.max(0, at - now), MAX_WAIT_MS);
    timers.get(type)?.();
    timers.set(type, clock.after(waitMs, () => void turn(source, () => dueAt(type))));
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

  /** Takes one turn per platform at a time. `dueAt` is asked once the store has been read. */
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

  /** Polls a platform, ends what has expired, or leaves it to another process. Never rejects. */
  async function takeTurn(source: LiveSource, dueAt: () => number, signal: AbortSignal) {
    const { type } = source;
    try {
      await state.sync();
      // Without the store nobody knows whose turn it is, and the platforms' budget comes first.
      if (state.storeFailed()) await sleep(clock, retryMs, signal);
      else if (!signal.aborted) await pollOrExpire(source, dueAt(), signal);
    } catch (error) {
      if (signal.aborted) return;
      log.warn("Live: a poll could not be recorded", { type, error: `${error}` });
      await sleep(clock, retryMs, signal);
    }
  }

  async function pollOrExpire(source: LiveSource, dueAt: number, signal: AbortSignal) {
    const { type } = source;
    const now = clock.now();
    const decision = decideTurn({ now, dueAt, expiresAt: expiresAt(state.platform(type), now) });
    if (decision === "expire") await applier.expire(type);
    if (decision !== "poll") return;
    const until = now + pollDeadlineMs(intervalMs);
    const claimed: Claim = { ...state.platform(type).claim, holder, claimedAt: now, until };
    if (!await state.writeClaim(type, claimed)) return;
    const outcome = await poll(source, signal);
    if (signal.aborted) return;
    deps.onPoll(
      type,
      outcome instanceof UpstreamError ? outcome.fault : outcome.unfinished ?? "ok",
    );
    if (outcome instanceof UpstreamError) await applier.applyFailure(type, claimed, outcome);
    else await applier.applySuccess(type, claimed, outcome);
  }

  async function poll(source: LiveSource, stop: AbortSignal): Promise<PollResult | UpstreamError> {
    const deadline = new AbortController();
    const abort = () => deadline.abort();
    const cancel = clock.after(pollDeadlineMs(intervalMs), abort);
    stop.addEventListener("abort", abort);
    try {
      const { list, claim: { sourceState } } = state.platform(source.type);
      const known = new Map(list.map((broadcast) => [broadcast.id, broadcast]));
      return await source.poll({ signal: deadline.signal, roster: roster(), known, sourceState });
    } catch (error) {
      if (error instanceof UpstreamError) return error;
      log.error("Live: an adapter failed", { type: source.type, error: `${error}` });
      return new UpstreamError("internal", "The adapter failed");
    } finally {
      cancel();
      stop.removeEventListener("abort", abort);
    }
  }
}
