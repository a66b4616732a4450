/**
 * This room decides when a platform is polled, and what follows from its answer.
 *
 * @module
 */

import type { LiveType } from "../../model/platforms.ts";
import type { RecentItem } from "../../model/item/live.ts";
import { type Clock, sleep } from "../../platform/clock.ts";
import type { Env } from "../../platform/env.ts";
import {
  type LiveSource,
  type PollResult,
  UpstreamError,
  type UpstreamFault,
} from "../platforms/upstream.ts";
import type { Announcement } from "../records/announcement.ts";
import type { Broadcast, LiveRoster } from "../records/broadcast.ts";
import {
  decideTurn,
  expiresAt,
  isExpired,
  nextPollAt,
  pollDeadlineMs,
  type PollRecord,
} from "../store/poll_record.ts";
import type { LiveState } from "../store/live_state.ts";
import type { LiveStore } from "../store/live_store.ts";
import {
  decideLiveCommit,
  expiry,
  failureUpdate,
  type PollTransition,
  resumeBroadcasts,
  success,
} from "./poll_transition.ts";

/** Polls the platforms when it is the turn of this process. */
export type Poller = ReturnType<typeof createPoller>;

/** A timer is never set for longer: demand may have gone, and clocks may have been set. */
const MAX_WAIT_MS = 60_000;

/** One commit is the rule; a platform whose broadcasts all change at once takes a few. */
const MAX_COMMITS = 40;

export function createPoller(
  deps: Omit<Env, "kv"> & {
    readonly state: LiveState;
    readonly store: LiveStore;
    readonly roster: () => LiveRoster;
    readonly sources: readonly LiveSource[];
    readonly intervalMs: number;
    /** How long a turn lasts, in ms, if the store cannot be reached. */
    readonly retryMs: number;
    /** Names this process among all. */
    readonly holder: string;
    /** What polls find besides who is on air. */
    readonly finds: {
      announced(type: LiveType): readonly Announcement[];
      keep(type: LiveType, result: PollResult): Promise<void>;
    };
    onPoll(type: LiveType, outcome: "ok" | UpstreamFault): void;
  },
) {
  const { state, store, roster, sources, clock, log, random } = deps;
  const { intervalMs, retryMs, holder } = deps;
  const demand = createDemand(clock, reschedule);
  const timers = new Map<LiveType, () => void>();
  const turns = new Map<LiveType, Promise<void>>();
  let lifetime = new AbortController();
  let unsubscribe = () => {};

  return {
    start(): void {
      lifetime = new AbortController();
      unsubscribe = state.subscribe((now, before) => {
        for (const source of sources) {
          const { version } = now.platforms[source.type];
          if (version !== before?.platforms[source.type].version) schedule(source);
        }
      });
      reschedule();
    },
    /** Ends the timers and the polls under way; their outcome is not recorded. */
    stop(): void {
      lifetime.abort();
      unsubscribe();
      for (const cancel of timers.values()) cancel();
      timers.clear();
    },
    noteRequest: demand.noteRequest,
    /** Notes a stream that is open until the returned function is called. */
    addListener: demand.addListener,
    /** Polls what is due, and resolves when that is done. */
    async pollDue(): Promise<void> {
      await Promise.all(sources.map((source) => turn(source, () => dueAt(source.type))));
    },
    /** Polls what no process polled within `minAgeMs`, and resolves when that is done. */
    async pollOlderThan(minAgeMs: number): Promise<void> {
      await Promise.all(sources.map((source) =>
        turn(source, () => {
          const { claimedAt, until, notBefore } = state.platform(source.type).poll;
          return Math.max(claimedAt + minAgeMs, until, notBefore);
        })
      ));
    },
    async whenIdle(): Promise<void> {
      await Promise.all(turns.values());
    },
  };

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
    const isHolder = platform.poll.holder === holder;
    const [hasDemand, now] = [demand.isActive(), clock.now()];
    return nextPollAt({ ...platform, isHolder, hasDemand, intervalMs, now });
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
      // Without the store the turn is unknown, and the platforms' budget comes first.
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
    // What clients no longer see ends, whichever process polled last.
    if (decision === "expire") await endAll(type, state.platform(type).poll, now);
    if (decision !== "poll") return;
    const until = now + pollDeadlineMs(intervalMs);
    const claimed: PollRecord = { ...state.platform(type).poll, holder, claimedAt: now, until };
    if (!await state.writePoll(type, claimed)) return;
    const outcome = await askPlatform(source, signal);
    if (signal.aborted) return;
    const isFailure = outcome instanceof UpstreamError;
    deps.onPoll(type, isFailure ? outcome.fault : outcome.unfinished ?? "ok");
    if (isFailure) return await applyFailure(type, claimed, outcome);
    await applySuccess(type, claimed, outcome);
    if (!signal.aborted) await deps.finds.keep(type, outcome);
  }

  async function askPlatform(
    source: LiveSource,
    stop: AbortSignal,
  ): Promise<PollResult | UpstreamError> {
    const deadline = new AbortController();
    const abort = () => deadline.abort();
    const cancel = clock.after(pollDeadlineMs(intervalMs), abort);
    stop.addEventListener("abort", abort);
    try {
      const { list, poll: { sourceState } } = state.platform(source.type);
      const known = new Map(list.map((broadcast) => [broadcast.id, broadcast]));
      const announced = deps.finds.announced(source.type);
      const context = { signal: deadline.signal, roster: roster(), known, announced, sourceState };
      return await source.poll(context);
    } catch (error) {
      if (error instanceof UpstreamError) return error;
      log.error("Live: an adapter failed", { type: source.type, error: `${error}` });
      return new UpstreamError("internal", "The adapter failed");
    } finally {
      cancel();
      stop.removeEventListener("abort", abort);
    }
  }

  async function applySuccess(
    type: LiveType,
    claimed: PollRecord,
    result: PollResult,
  ): Promise<void> {
    const now = clock.now();
    if (isExpired(claimed.succeededAt, now) && !await endAll(type, claimed, now)) return;
    await commitAll(type, success(claimed, result, state.platform(type).list, now));
  }

  async function applyFailure(
    type: LiveType,
    claimed: PollRecord,
    error: UpstreamError,
  ): Promise<void> {
    const now = clock.now();
    const update = failureUpdate(claimed, error, { now, intervalMs, fraction: random.fraction() });
    if (isExpired(claimed.succeededAt, now) && !await endAll(type, claimed, now)) return;
    const { poll } = state.platform(type);
    if (isSamePoll(poll, claimed)) await state.writePoll(type, { ...poll, ...update });
  }

  /** Ends what clients no longer see; false if another process has claimed since. */
  function endAll(type: LiveType, claimed: PollRecord, now: number): Promise<boolean> {
    const { list, poll } = state.platform(type);
    if (list.length === 0) return Promise.resolve(isSamePoll(poll, claimed));
    return commitAll(type, expiry(claimed, now));
  }

  /** Commits until the transition is complete; false if another process has claimed since. */
  async function commitAll(type: LiveType, transition: PollTransition): Promise<boolean> {
    for (let n = 0; n < MAX_COMMITS; n++) {
      const { list, poll } = state.platform(type);
      if (!isSamePoll(poll, transition.claimed)) return false;
      const diff = transition.diff(list, poll);
      const resumed = resumeBroadcasts(diff, await recordsOf(diff.started), clock.now());
      const known = { type, list, poll, seq: state.seq() };
      const decision = decideLiveCommit(transition, resumed, known, roster(), clock.now());
      if (decision.kind === "keep") {
        state.updatePoll(type, decision.poll);
        return true;
      }
      if (!await state.publish(decision.change)) await state.sync();
      else if (decision.isLast) return true;
    }
    return false;
  }

  /** The records of broadcasts that had counted as ended. */
  async function recordsOf(started: readonly Broadcast[]): Promise<RecentItem[]> {
    const records: RecentItem[] = [];
    for (const broadcast of started) {
      for (const { group } of roster().ownersOf(broadcast)) {
        const record = await store.recent(group, broadcast.id);
        if (record !== null) records.push(record);
      }
    }
    return records;
  }
}

function isSamePoll(a: PollRecord, b: PollRecord): boolean {
  return a.holder === b.holder && a.claimedAt === b.claimedAt;
}

/** How long a request counts as demand, in ms. */
const REQUEST_LASTS_MS = 60_000;

/** Knows whether anyone wants to know who is on air. `onStart` is called when demand begins again. */
function createDemand(clock: Clock, onStart: () => void) {
  let requestedAt = -Infinity;
  let listeners = 0;
  return { isActive, noteRequest, addListener };

  function isActive(): boolean {
    return listeners > 0 || clock.now() - requestedAt <= REQUEST_LASTS_MS;
  }

  function noteRequest(): void {
    const wasActive = isActive();
    requestedAt = clock.now();
    if (!wasActive) onStart();
  }

  function addListener(): () => void {
    noteRequest();
    listeners++;
    let isOpen = true;
    return () => {
      if (isOpen) listeners--;
      isOpen = false;
    };
  }
}
