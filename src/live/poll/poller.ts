import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { LiveType } from "../records/broadcast.ts";
import { type Claim, EXPIRES_AFTER_MS, isExpired } from "../records/claim.ts";
import type { Demand } from "../store/demand.ts";
import type { LiveState } from "../store/live_state.ts";
import { nextPollAt, pollDeadlineMs } from "./schedule.ts";
import type { LiveRoster } from "../records/roster.ts";
import type { PollApplier } from "./apply_poll.ts";
import type { LiveSource, PollResult } from "../platforms/live_source.ts";
import { UpstreamError } from "../records/upstream_error.ts";

/** Asks the platforms when it is this process's turn. */
export interface Poller {
  start(): void;
  /** Ends the timers and the polls under way; their outcome is not recorded. */
  stop(): void;
  /** Someone began to ask: looks anew at what is due. */
  reschedule(): void;
  /** Polls what is due, and resolves when that is done. */
  pollDue(): Promise<void>;
  /** Polls what nobody polled within `leastAgeMs`, and resolves when that is done. */
  pollOlderThan(leastAgeMs: number): Promise<void>;
  /** Resolves when the polls now under way are done. */
  whenIdle(): Promise<void>;
}

/** What {@linkcode createPoller} needs. */
export interface PollerDeps {
  readonly state: LiveState;
  readonly applier: PollApplier;
  readonly sources: readonly LiveSource[];
  readonly roster: () => LiveRoster;
  readonly demand: Demand;
  readonly clock: Clock;
  readonly log: Log;
  readonly intervalMs: number;
  /** How often the store is looked at for what other processes found. */
  readonly followMs: number;
  /** Names this process among all. */
  readonly holder: string;
}

/** A timer is never set for longer: demand may have gone, and clocks may have been set. */
const MAX_WAIT_MS = 60_000;

export function createPoller(deps: PollerDeps): Poller {
  const {
    state,
    applier: round,
    sources,
    roster,
    demand,
    clock,
    log,
    intervalMs,
    followMs,
    holder,
  } = deps;
  const timers = new Map<LiveType | "follow", () => void>();
  const turns = new Map<LiveType, Promise<void>>();
  let life = new AbortController();
  let ignore = () => {};

  return { start, stop, reschedule: wake, pollDue, pollOlderThan, whenIdle: settled };

  function start(): void {
    life = new AbortController();
    ignore = state.subscribe({ onClaim: (type) => plan(type) });
    follow();
    wake();
  }

  function stop(): void {
    life.abort();
    ignore();
    for (const cancel of timers.values()) cancel();
    timers.clear();
  }

  function wake(): void {
    if (!life.signal.aborted) { for (const { type } of sources) plan(type); }
  }

  function follow(): void {
    set("follow", followMs, () => void state.sync().finally(follow));
  }

  function plan(type: LiveType): void {
    const source = sources.find((one) => one.type === type);
    if (source === undefined || turns.has(type)) return;
    const wait = Math.max(0, Math.min(due(type), silentAt(type)) - clock.now());
    set(type, Math.min(wait, MAX_WAIT_MS), () => void turn(source, () => due(type)));
  }

  function set(name: LiveType | "follow", delayMs: number, task: () => void): void {
    timers.get(name)?.();
    if (!life.signal.aborted) timers.set(name, clock.after(delayMs, task));
  }

  function due(type: LiveType): number {
    const { claim, seenAt, fraction } = state.platform(type);
    const mine = claim.holder === holder;
    const [wanted, now] = [demand.isActive(), clock.now()];
    return nextPollAt({
      claim,
      seenAt,
      fraction,
      isHolder: mine,
      hasDemand: wanted,
      intervalMs,
      now,
    });
  }

  /** The instant (epoch ms) at which callers stop seeing what the platform said last. */
  function silentAt(type: LiveType): number {
    const { list, claim } = state.platform(type);
    if (list.length === 0) return Infinity;
    return isExpired(claim.succeededAt, clock.now())
      ? 0
      : (claim.succeededAt ?? 0) + EXPIRES_AFTER_MS + 1;
  }

  async function pollDue(): Promise<void> {
    await Promise.all(sources.map((source) => turn(source, () => due(source.type))));
  }

  async function pollOlderThan(leastAgeMs: number): Promise<void> {
    await Promise.all(sources.map((source) =>
      turn(source, () => {
        const { claimedAt: at, until, notBefore } = state.platform(source.type).claim;
        return Math.max(at + leastAgeMs, until, notBefore);
      })
    ));
  }

  async function settled(): Promise<void> {
    await Promise.all(turns.values());
  }

  /** One turn per platform at a time. */
  function turn(source: LiveSource, dueAt: () => number): Promise<void> {
    const running = turns.get(source.type);
    if (running !== undefined) return running;
    const fresh = takeTurn(source, dueAt)
      .catch((error) => {
        if (life.signal.aborted) return;
        log.warn("Live: a poll could not be recorded", { type: source.type, error: `${error}` });
        return pause();
      })
      .finally(() => {
        turns.delete(source.type);
        plan(source.type);
      });
    turns.set(source.type, fresh);
    return fresh;
  }

  async function takeTurn(source: LiveSource, dueAt: () => number): Promise<void> {
    await state.sync();
    // Without the store nobody knows whose turn it is, and the platforms' budget comes first.
    if (state.storeFailed()) return await pause();
    if (life.signal.aborted) return;
    const now = clock.now();
    if (now < dueAt()) {
      if (now >= silentAt(source.type)) await round.expire(source.type);
      return;
    }
    const until = now + pollDeadlineMs(intervalMs);
    const { claim } = state.platform(source.type);
    const claimed: Claim = { ...claim, holder, claimedAt: now, until };
    if (!await state.claim(source.type, claimed)) return;
    const outcome = await ask(source);
    if (life.signal.aborted) return;
    if (outcome instanceof UpstreamError) await round.applyFailure(source.type, claimed, outcome);
    else await round.applySuccess(source.type, claimed, outcome);
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      if (life.signal.aborted) return resolve();
      clock.after(followMs, resolve);
      life.signal.addEventListener("abort", () => resolve(), { once: true });
    });
  }

  async function ask(source: LiveSource): Promise<PollResult | UpstreamError> {
    const deadline = new AbortController();
    const abort = () => deadline.abort();
    const cancel = clock.after(pollDeadlineMs(intervalMs), abort);
    life.signal.addEventListener("abort", abort);
    try {
      const { list, claim } = state.platform(source.type);
      const known = new Map(list.map((broadcast) => [broadcast.id, broadcast]));
      const { signal } = deadline;
      return await source.poll({ signal, roster: roster(), known, sourceState: claim.sourceState });
    } catch (error) {
      if (error instanceof UpstreamError) return error;
      log.error("Live: an adapter failed", { type: source.type, error: `${error}` });
      return new UpstreamError("internal", "The adapter failed");
    } finally {
      cancel();
      life.signal.removeEventListener("abort", abort);
    }
  }
}
