import type { LiveType } from "../../model/platforms.ts";
import { type Clock, sleep } from "../../platform/clock.ts";
import { isBreakerOpen, isExpired, type PollRecord } from "../store/poll_record.ts";
import type { LiveState } from "../store/live_state.ts";
import type { Poller } from "./poller.ts";

/** How long a request waits for a current memory. */
export const MAX_WAIT_MS = 2_500;
/** Between two attempts; a memory that missed a read of the store by this much is out of date. */
const RETRY_MS = 5_000;
/** A list that was confirmed longer ago than so many intervals is old: no request came for a while. */
const OLD_AFTER_INTERVALS = 2;
/** How long requests wait for the poll of an old list that they share. */
const MAX_POLL_WAIT_MS = 1_000;
/** How often the store is read while another process polls. */
const READ_MS = 100;

/**
 * Brings a memory that is out of date up to date before it answers. The function that it returns returns
 * undefined if memory is current, as it nearly always is. Else, on a cold or just awoken process, it
 * returns a promise that resolves when it is, or after 2.5 s at the latest, and never rejects.
 */
export function createEnsureFresh(deps: {
  readonly state: LiveState;
  readonly poller: Poller;
  readonly clock: Clock;
  readonly polledTypes: ReadonlySet<LiveType>;
  readonly intervalMs: number;
  /** How often the store is read, in ms. */
  readonly followMs: number;
  /** Whether the first request goes on with an old list, if it has to wait for a start already. */
  readonly passesFirst: boolean;
}): () => Promise<void> | undefined {
  const { state, poller, clock, polledTypes, intervalMs, followMs } = deps;
  const syncOnce = shareAttempts(clock, RETRY_MS, MAX_WAIT_MS);
  const pollOnce = shareAttempts(clock, intervalMs, MAX_POLL_WAIT_MS);
  let isFirst = deps.passesFirst;

  return function ensureFresh() {
    const now = clock.now();
    const isBehind = now - state.syncedAt() > followMs + RETRY_MS;
    if (!isBehind && !isUnasked(now)) return ensureRecent();
    return syncOnce(async () => {
      await state.sync();
      if (isUnasked(clock.now())) await poller.pollDue();
      else await ensureRecent();
    });
  };

  /** Polls what is old, once for all who ask meanwhile: for a while the usual pace does the rest. */
  function ensureRecent(): Promise<void> | undefined {
    const now = clock.now();
    const passes = isFirst;
    isFirst = false;
    const isOldHere = () => some(({ poll }) => isOld(poll, now, intervalMs));
    if (passes || state.storeFailed() || !isOldHere()) return undefined;
    return pollOnce(() => pollOld(now + MAX_POLL_WAIT_MS));
  }

  /** Polls if it is the turn of this process, and waits for others if it is theirs. */
  async function pollOld(until: number): Promise<void> {
    await poller.pollDue();
    while (clock.now() < until && isPolledElsewhere(clock.now())) {
      await sleep(clock, READ_MS);
      await state.sync();
    }
  }

  /** Whether a platform has expired without a failure: no process has asked it for long. */
  function isUnasked(now: number): boolean {
    return !state.storeFailed() &&
      some(({ poll }) => poll.failures === 0 && isExpired(poll.succeededAt, now));
  }

  function isPolledElsewhere(now: number): boolean {
    return some(({ poll }) => poll.until > now && isOld(poll, now, intervalMs));
  }

  function some(is: (platform: { readonly poll: PollRecord }) => boolean): boolean {
    for (const type of polledTypes) if (is(state.platform(type))) return true;
    return false;
  }
}

/**
 * Lets all who ask within `everyMs` share one attempt, so that one in a while is enough if the store is
 * unreachable. They wait for it until `maxWaitMs` after it began; who asks later does not wait
 * (undefined).
 */
function shareAttempts(clock: Clock, everyMs: number, maxWaitMs: number) {
  let attempt: { readonly at: number; readonly done: Promise<void> } | undefined;
  return (begin: () => Promise<void>): Promise<void> | undefined => {
    const now = clock.now();
    if (attempt !== undefined && Math.abs(now - attempt.at) < everyMs) {
      return now - attempt.at < maxWaitMs ? attempt.done : undefined;
    }
    attempt = { at: now, done: waitBriefly(clock, begin(), maxWaitMs) };
    return attempt.done;
  };
}

/**
 * Whether a platform's list is older than it should be and a poll can renew it. Other processes publish
 * a success only when they claim again: at the usual pace, a claim that followed one counts as the next.
 */
function isOld(poll: PollRecord, now: number, intervalMs: number): boolean {
  const { succeededAt, claimedAt, failures, notBefore } = poll;
  if (succeededAt === null || isBreakerOpen(failures) || notBefore > now) return false;
  const maxAgeMs = OLD_AFTER_INTERVALS * intervalMs;
  const isAtPace = failures === 0 && claimedAt - succeededAt <= maxAgeMs;
  return now - (isAtPace ? Math.max(claimedAt, succeededAt) : succeededAt) > maxAgeMs;
}

/** Waits for work, `maxMs` at most. Never rejects. */
export async function waitBriefly(
  clock: Clock,
  work: Promise<void>,
  maxMs: number,
): Promise<void> {
  const finished = new AbortController();
  void work.catch(() => {}).finally(() => finished.abort());
  await sleep(clock, maxMs, finished.signal);
}
