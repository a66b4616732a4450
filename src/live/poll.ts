import type { LiveType } from "../model/platforms.ts";
import { sleep } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import { platformKey } from "../platform/live_keys.ts";
import type { Random } from "../platform/random.ts";
import { type CommitDeps, createPollCommit, fitIntoCommit, fitIntoValue } from "./commit.ts";
import { createDemand } from "./demand.ts";
import { compareOnAir, endAll, EXPIRES_AFTER_MS, isExpired } from "./on_air.ts";
import {
  type LiveSource,
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
  /** Ends the timers and the polls under way; their outcome is not stored. */
  stop(): void;
  /** Notes that someone asks who is on air. Cheap. */
  noteRequest(): void;
  /** Notes a stream that is open until the returned function is called. */
  addListener(): () => void;
  /** Polls what no process polled within `minAgeMs`, and resolves when that is done. */
  pollOlderThan(minAgeMs: number): Promise<void>;
  /** Polls what is due, and resolves when that is done. */
  pollDue(): Promise<void>;
  whenIdle(): Promise<void>;
}

/** What a poller works with. */
export interface PollerDeps extends CommitDeps {
  readonly log: Log;
  readonly random: Random;
  readonly sources: readonly LiveSource[];
  readonly readers: readonly PollReader[];
  readonly intervalMs: number;
  /** How long a turn lasts, in ms, if the store cannot be reached. */
  readonly retryMs: number;
  /** Names this process among all. */
  readonly holder: string;
  onPoll(type: LiveType, outcome: "ok" | UpstreamFault): void;
}

/** A timer is never set for longer: demand may have gone, and clocks may have been set. */
const MAX_TIMER_MS = 60_000;

export function createPoller(deps: PollerDeps): Poller {
  const { states, roster, sources, readers, kv, clock, log, random } = deps;
  const { intervalMs, retryMs, holder } = deps;
  const demand = createDemand(clock, () => sources.forEach(schedule));
  const timers = new Map<LiveType, () => void>();
  const turns = new Map<LiveType, Promise<void>>();
  const versions = new Map<LiveType, string | null>();
  const commit = createPollCommit(deps);
  let lifetime = new AbortController();
  let unsubscribe = () => {};

  function schedule(source: LiveSource): void {
    const { type } = source;
    if (turns.has(type) || lifetime.signal.aborted) return;
    const now = clock.now();
    const at = Math.min(dueAt(type), expiresAt(states.state(type), now));
    timers.get(type)?.();
    const waitMs = Math.min(Math.max(0, at - now), MAX_TIMER_MS);
    timers.set(type, clock.after(waitMs, () => void turn(source, () => dueAt(type))));
  }

  function dueAt(type: LiveType): number {
    const seen = states.seen(type);
    const isHolder = seen.state.holder === holder;
    const [hasDemand, now] = [demand.isActive(), clock.now()];
    return nextPollAt({ seen, isHolder, hasDemand, intervalMs, now });
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
      await states.sync();
      // Without the store the turn is unknown, and the platforms' budget comes first.
      if (states.isAway()) await sleep(clock, retryMs, signal);
      else if (!signal.aborted) await pollOrExpire(source, dueAt, signal);
    } catch (error) {
      if (signal.aborted) return;
      log.warn("Live: a poll could not be recorded", { type, error: `${error}` });
      await sleep(clock, retryMs, signal);
    }
  }

  async function pollOrExpire(source: LiveSource, dueAt: () => number, signal: AbortSignal) {
    const { type } = source;
    const now = clock.now();
    if (now < dueAt()) {
      // What clients no longer see ends, whichever process polled last.
      const { state, version } = states.seen(type);
      if (now >= expiresAt(state, now)) await commit(type, version, state, endAll(state.onAir));
      return;
    }
    if (!isHeld(type, now) && !await claim(type, now)) return;
    const outcome = await ask(source, signal);
    if (signal.aborted) return;
    const isFailure = outcome instanceof UpstreamError;
    deps.onPoll(type, isFailure ? outcome.fault : outcome.unfinished ?? "ok");
    if (isFailure) await storeFailure(type, now, outcome);
    else await storeSuccess(type, now, outcome, signal);
  }

  /** Whether no other process may poll: the last result of this one is its claim. */
  function isHeld(type: LiveType, now: number): boolean {
    const { holder: last, storedAt } = states.state(type);
    const isRecent = now - storedAt < TAKEN_OVER_INTERVALS * intervalMs;
    return last === holder && (isRecent || !demand.isActive());
  }

  /** Claims a platform before it is polled; false if others were first. */
  async function claim(type: LiveType, now: number): Promise<boolean> {
    const { state, version } = states.seen(type);
    const claimedUntil = now + pollDeadlineMs(intervalMs);
    const claiming = { ...state, holder, polledAt: now, storedAt: now, claimedUntil };
    const key = platformKey(type);
    const claimed = await kv.commit([{ key, version }], [{
      set: key,
      value: fitIntoValue(claiming),
    }]);
    await states.sync();
    return claimed !== null;
  }

  async function ask(source: LiveSource, stop: AbortSignal): Promise<PollResult | UpstreamError> {
    const deadline = new AbortController();
    const abort = () => deadline.abort();
    const cancel = clock.after(pollDeadlineMs(intervalMs), abort);
    stop.addEventListener("abort", abort);
    try {
      const { onAir, sourceState } = states.state(source.type);
      const known = new Map(onAir.map(({ broadcast }) => [broadcast.id, broadcast]));
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

  async function storeFailure(
    type: LiveType,
    polledAt: number,
    { fault, retryAt }: UpstreamError,
  ): Promise<void> {
    const { state: before, version } = states.seen(type);
    // Another process has taken over meanwhile: what it finds is newer.
    if (before.holder !== holder) return;
    const now = clock.now();
    const failures = before.failures + 1;
    const fraction = random.fraction();
    const notBefore = backOffUntil({ failures, now, intervalMs, fraction, retryAt });
    const isOver = isExpired(before.succeededAt, now);
    await commit(
      type,
      version,
      { ...before, holder, polledAt, claimedUntil: 0, failures, fault, notBefore },
      isOver ? endAll(before.onAir) : { onAir: before.onAir, started: [], ended: [] },
    );
  }

  async function storeSuccess(
    type: LiveType,
    polledAt: number,
    result: PollResult,
    signal: AbortSignal,
  ): Promise<void> {
    const { state: before, version } = states.seen(type);
    // Another process has taken over meanwhile: what it finds is newer.
    if (before.holder !== holder) return;
    const now = clock.now();
    // What clients did not see any more has ended, also if it is found again.
    const over = isExpired(before.succeededAt, now) ? endAll(before.onAir) : undefined;
    const known = over?.onAir ?? before.onAir;
    const isWhole = result.unfinished === undefined;
    const fitting = fitIntoCommit(known, result.broadcasts, roster());
    const compared = compareOnAir(known, fitting, { now, isWhole });
    const change = { ...compared, ended: [...over?.ended ?? [], ...compared.ended] };
    const left = result.broadcasts.length - fitting.length;
    const readings = await readAll({ type, result, onAir: change.onAir, now, signal }, before);
    if (signal.aborted) return;
    await commit(
      type,
      version,
      {
        ...before,
        holder,
        polledAt,
        claimedUntil: 0,
        succeededAt: now,
        failures: 0,
        fault: result.unfinished ?? null,
        notBefore: 0,
        bytes: result.bytes ?? before.bytes,
        dropped: left > 0 ? { ...result.dropped, too_many: left } : result.dropped,
        sourceState: result.sourceState ?? null,
        // One that is not at work yet finds again what it has kept.
        addOns: {
          ...before.addOns,
          ...Object.fromEntries(readings.map(({ name, kept }) => [name, kept])),
        },
      },
      change,
      readings,
    );
  }

  function readAll(poll: FinishedPoll, { addOns }: PlatformState) {
    return Promise.all(readers.map(async (reader) => {
      const { name } = reader;
      return { name, ...await reader.read(poll, addOns[name]) };
    }));
  }

  return {
    start() {
      lifetime = new AbortController();
      unsubscribe = states.subscribe(() => {
        for (const source of sources) {
          const { version } = states.seen(source.type);
          if (version === versions.get(source.type)) continue;
          versions.set(source.type, version);
          schedule(source);
        }
      });
      sources.forEach(schedule);
    },
    stop() {
      lifetime.abort();
      unsubscribe();
      for (const cancel of timers.values()) cancel();
      timers.clear();
    },
    noteRequest: demand.noteRequest,
    addListener: demand.addListener,
    async pollOlderThan(minAgeMs) {
      await Promise.all(sources.map((source) =>
        turn(source, () => {
          const { storedAt, claimedUntil, notBefore } = states.state(source.type);
          return Math.max(storedAt + minAgeMs, claimedUntil, notBefore);
        })
      ));
    },
    async pollDue() {
      await Promise.all(sources.map((source) => turn(source, () => dueAt(source.type))));
    },
    async whenIdle() {
      await Promise.all(turns.values());
    },
  };
}

/** The instant (epoch ms) from which clients no longer see what the platform answered last. */
function expiresAt({ onAir, succeededAt }: PlatformState, now: number): number {
  if (onAir.length === 0) return Infinity;
  return isExpired(succeededAt, now) ? 0 : (succeededAt ?? 0) + EXPIRES_AFTER_MS + 1;
}
