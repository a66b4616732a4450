import type { LiveType } from "../model/platforms.ts";
import { sleep } from "../platform/clock.ts";
import { errorMessage, type Log } from "../platform/log.ts";
import { platformKey } from "../platform/live_keys.ts";
import { processName, type Random } from "../platform/random.ts";
import { type CommitDeps, createPollCommit, fitIntoCommit, fitIntoValue } from "./commit.ts";
import { compareOnAir, endAll, EXPIRES_AFTER_MS, isExpired } from "./on_air.ts";
import {
  type PollContext,
  type PollResult,
  UpstreamError,
  type UpstreamFault,
} from "./platforms/upstream.ts";
import type { FinishedPoll, PollReader } from "./poll_reader.ts";
import {
  backOffUntil,
  nextPollAt,
  type PlatformState,
  pollDeadlineMs,
  TAKEN_OVER_INTERVALS,
} from "./state.ts";

/** Polls the platforms when it is the turn of this process. */
export interface Poller {
  start(): void;
  /** Ends the timers and the polls under way, whose outcome is not stored; resolves when none is. */
  stop(): Promise<void>;
  /** Notes that someone asks who is on air, which keeps the polls at their quick pace. Cheap. */
  noteRequest(): void;
  /** Notes a stream that is open until the returned function is called. */
  addListener(): () => void;
  /** Polls what no process polled within `minAgeMs`, as for the wake-up by cron; resolves when that is done. */
  pollOlderThan(minAgeMs: number): Promise<void>;
  /** Polls what is due, and resolves when that is done. */
  pollDue(): Promise<void>;
  /** Lets an add-on read what polls find besides, from the next one on. */
  addReader(reader: PollReader): void;
}

/** What a poller works with. */
interface PollerDeps extends CommitDeps {
  readonly log: Log;
  readonly random: Random;
  readonly polledTypes: readonly LiveType[];
  readonly intervalMs: number;
  /** How long a turn lasts, in ms, if the store cannot be reached. */
  readonly retryMs: number;
  ask(type: LiveType, context: PollContext): Promise<PollResult>;
  onPoll(type: LiveType, outcome: "ok" | UpstreamFault): void;
}

/** A timer is never set for longer: demand may have gone, and clocks may have been set. */
const MAX_TIMER_MS = 60_000;

/** How long a request counts as demand, in ms. */
const REQUEST_LASTS_MS = 60_000;

export function createPoller(deps: PollerDeps): Poller {
  const { states, roster, polledTypes, kv, clock, log, random, intervalMs, retryMs } = deps;
  /** Names this process among all. */
  const holder = processName(random);
  const readers: PollReader[] = [];
  const timers = new Map<LiveType, () => void>();
  const turns = new Map<LiveType, Promise<void>>();
  const commit = createPollCommit(deps);
  const lifetime = new AbortController();
  const { signal } = lifetime;
  let unsubscribe = () => {};
  let requestedAt = -Infinity;
  let listeners = 0;

  /** Whether anyone wants to know who is on air. */
  function hasDemand(): boolean {
    return listeners > 0 || clock.now() - requestedAt <= REQUEST_LASTS_MS;
  }

  function noteRequest(): void {
    const hadDemand = hasDemand();
    requestedAt = clock.now();
    if (!hadDemand) polledTypes.forEach(schedule);
  }

  function schedule(type: LiveType): void {
    if (turns.has(type) || signal.aborted) return;
    const now = clock.now();
    const at = Math.min(dueAt(type), expiresAt(states.state(type), now));
    timers.get(type)?.();
    const waitMs = Math.min(Math.max(0, at - now), MAX_TIMER_MS);
    timers.set(type, clock.after(waitMs, () => void turn(type, dueAt)));
  }

  function dueAt(type: LiveType): number {
    const seen = states.seen(type);
    const isHolder = seen.state.holder === holder;
    return nextPollAt({ seen, isHolder, hasDemand: hasDemand(), intervalMs, now: clock.now() });
  }

  /** Takes one turn per platform at a time. `pollsAt` is asked once the store has been read. */
  function turn(type: LiveType, pollsAt: (type: LiveType) => number): Promise<void> {
    const running = turns.get(type);
    if (running !== undefined) return running;
    const fresh = takeTurn(type, pollsAt).finally(() => {
      turns.delete(type);
      schedule(type);
    });
    turns.set(type, fresh);
    return fresh;
  }

  async function turnAll(pollsAt: (type: LiveType) => number): Promise<void> {
    await Promise.all(polledTypes.map((type) => turn(type, pollsAt)));
  }

  /** Polls a platform, ends what has expired, or leaves it to another process. Never rejects. */
  async function takeTurn(type: LiveType, pollsAt: (type: LiveType) => number): Promise<void> {
    try {
      await states.sync();
      // Without the store the turn is unknown, and the platforms' budget comes first.
      if (states.isAway()) await sleep(clock, retryMs, signal);
      else if (signal.aborted) return;
      else if (clock.now() >= pollsAt(type)) await poll(type);
      else await endExpired(type);
    } catch (error) {
      if (signal.aborted) return;
      log.warn("Live: a poll could not be recorded", { type, error: `${error}` });
      await sleep(clock, retryMs, signal);
    }
  }

  /** What clients no longer see ends, whichever process polled last. */
  async function endExpired(type: LiveType): Promise<void> {
    const { state, version } = states.seen(type);
    const now = clock.now();
    if (now >= expiresAt(state, now)) await commit(type, version, state, endAll(state.onAir));
  }

  async function poll(type: LiveType): Promise<void> {
    const polledAt = clock.now();
    if (!isHeld(type, polledAt) && !await claim(type, polledAt)) return;
    const outcome = await ask(type);
    if (signal.aborted) return;
    const isFailure = outcome instanceof UpstreamError;
    deps.onPoll(type, isFailure ? outcome.fault : outcome.unfinished ?? "ok");
    const { state, version } = states.seen(type);
    // Another process has taken over meanwhile: what it finds is newer.
    if (state.holder !== holder) return;
    const before = { ...state, polledAt, claimedUntil: 0 };
    if (isFailure) await storeFailure(type, version, before, outcome);
    else await storeSuccess(type, version, before, outcome);
  }

  /**
   * Whether this process polls without a claim, which is a commit of its own. It polled last, and another
   * takes over only so many intervals after that result; without demand, only after this one's next poll
   * is due. One that takes over all the same is seen by the version of the state: nothing is stored twice.
   */
  function isHeld(type: LiveType, now: number): boolean {
    const { holder: last, storedAt } = states.state(type);
    const isRecent = now - storedAt < TAKEN_OVER_INTERVALS * intervalMs;
    return last === holder && (isRecent || !hasDemand());
  }

  /** Claims a platform before it is polled; false if others were first. */
  async function claim(type: LiveType, now: number): Promise<boolean> {
    const { state, version } = states.seen(type);
    const claimedUntil = now + pollDeadlineMs(intervalMs);
    const claiming = { ...state, holder, polledAt: now, storedAt: now, claimedUntil };
    const key = platformKey(type);
    const write = { set: key, value: fitIntoValue(claiming) };
    const claimed = await kv.commit([{ key, version }], [write]);
    await states.sync();
    return claimed !== null;
  }

  async function ask(type: LiveType): Promise<PollResult | UpstreamError> {
    const deadline = new AbortController();
    const cancel = clock.after(pollDeadlineMs(intervalMs), () => deadline.abort());
    try {
      const { onAir, sourceState } = states.state(type);
      return await deps.ask(type, {
        signal: AbortSignal.any([signal, deadline.signal]),
        roster: roster(),
        known: new Map(onAir.map(({ broadcast }) => [broadcast.id, broadcast])),
        sourceState,
      });
    } catch (error) {
      if (error instanceof UpstreamError) return error;
      log.error("Live: an adapter failed", { type, error: `${error}` });
      return new UpstreamError("internal", "The adapter failed");
    } finally {
      cancel();
    }
  }

  async function storeFailure(
    type: LiveType,
    version: string | null,
    before: PlatformState,
    { fault, retryAt }: UpstreamError,
  ): Promise<void> {
    const now = clock.now();
    const failures = before.failures + 1;
    const fraction = random.fraction();
    const notBefore = backOffUntil({ failures, now, intervalMs, fraction, retryAt });
    const change = isExpired(before.succeededAt, now)
      ? endAll(before.onAir)
      : { onAir: before.onAir, started: [], ended: [] };
    await commit(type, version, { ...before, failures, fault, notBefore }, change);
  }

  async function storeSuccess(
    type: LiveType,
    version: string | null,
    before: PlatformState,
    result: PollResult,
  ): Promise<void> {
    const now = clock.now();
    const { unfinished, bytes = before.bytes, sourceState = null } = result;
    // What clients did not see any more has ended, also if it is found again.
    const over = isExpired(before.succeededAt, now) ? before.onAir : [];
    const known = over.length > 0 ? [] : before.onAir;
    const found = fitIntoCommit(known, result.broadcasts, roster());
    const left = result.broadcasts.length - found.length;
    const change = compareOnAir(known, found, { now, isWhole: unfinished === undefined });
    const readings = await readAll({ type, result, onAir: change.onAir, now, signal }, before);
    if (signal.aborted) return;
    const state: PlatformState = {
      ...before,
      succeededAt: now,
      failures: 0,
      fault: unfinished ?? null,
      notBefore: 0,
      bytes,
      dropped: left > 0 ? { ...result.dropped, too_many: left } : result.dropped,
      sourceState,
      // An add-on that is not at work yet finds again what it has kept.
      addOns: {
        ...before.addOns,
        ...Object.fromEntries(readings.map(({ name, kept }) => [name, kept])),
      },
    };
    const ended = [...endAll(over).ended, ...change.ended];
    await commit(type, version, state, { ...change, ended }, readings);
  }

  /** Has add-ons read a poll; one that cannot reads the next: who is on air does not depend on it. */
  async function readAll(poll: FinishedPoll, { addOns }: PlatformState) {
    const readings = await Promise.all(readers.map(async ({ name, read }) => {
      try {
        return { name, ...await read(poll, addOns[name]) };
      } catch (error) {
        const fields = { type: poll.type, add_on: name, error: errorMessage(error) };
        log.warn("Live: an add-on could not read a poll", fields);
        return undefined;
      }
    }));
    return readings.filter((reading) => reading !== undefined);
  }

  return {
    start() {
      unsubscribe = states.subscribe((hasChanged) =>
        polledTypes.filter(hasChanged).forEach(schedule)
      );
      polledTypes.forEach(schedule);
    },
    async stop() {
      lifetime.abort();
      unsubscribe();
      for (const cancel of timers.values()) cancel();
      await Promise.all(turns.values());
    },
    noteRequest,
    addListener() {
      noteRequest();
      listeners++;
      return () => void listeners--;
    },
    pollOlderThan: (minAgeMs) =>
      turnAll((type) => {
        const { storedAt, claimedUntil, notBefore } = states.state(type);
        return Math.max(storedAt + minAgeMs, claimedUntil, notBefore);
      }),
    pollDue: () => turnAll(dueAt),
    addReader: (reader) => void readers.push(reader),
  };
}

/** The instant (epoch ms) from which clients no longer see what the platform answered last. */
function expiresAt({ onAir, succeededAt }: PlatformState, now: number): number {
  if (onAir.length === 0) return Infinity;
  return isExpired(succeededAt, now) ? 0 : (succeededAt ?? 0) + EXPIRES_AFTER_MS + 1;
}
