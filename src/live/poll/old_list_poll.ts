import { type Clock, sleep } from "../../platform/clock.ts";
import type { LiveType } from "../../model/enums.ts";
import type { Claim } from "../records/claim.ts";
import type { LiveState } from "../store/live_state.ts";
import type { Poller } from "./poller.ts";
import { isBreakerOpen } from "./schedule.ts";
import { waitBriefly } from "./wait_briefly.ts";

/** What {@linkcode createOldListPoll} needs. */
export interface OldListPollDeps {
  readonly state: LiveState;
  readonly poller: Poller;
  readonly clock: Clock;
  /** The platforms that this process polls. */
  readonly polledTypes: ReadonlySet<LiveType>;
  readonly intervalMs: number;
  /** Whether the first request goes on with an old list, as where a start is waited for already. */
  readonly passesFirst: boolean;
}

/** A list that was confirmed longer ago than so many intervals is old: nobody asked for a while. */
const OLD_AFTER_INTERVALS = 2;

/** How long those who ask wait for the poll that they share. */
const MAX_WAIT_MS = 1_000;

/** How often the store is looked at while another process polls. */
const LOOK_MS = 100;

/**
 * Polls what is old, once for all who ask meanwhile. Returns undefined where nothing is to be waited
 * for; else a promise that resolves when the lists are new, or after a second. Never rejects.
 */
export function createOldListPoll(deps: OldListPollDeps): () => Promise<void> | undefined {
  const { state, poller, clock, polledTypes, intervalMs } = deps;
  let attempt: { readonly at: number; readonly done: Promise<void> } | undefined;
  let isFirst = deps.passesFirst;

  return function ensureRecent() {
    const now = clock.now();
    const passes = isFirst;
    isFirst = false;
    if (passes || state.storeFailed() || !hasOldList(now)) return undefined;
    // What one poll did not make new is left to the usual pace for a while.
    if (attempt !== undefined && Math.abs(now - attempt.at) < intervalMs) {
      return now - attempt.at < MAX_WAIT_MS ? attempt.done : undefined;
    }
    const at = now;
    attempt = { at, done: waitBriefly(clock, pollOld(at + MAX_WAIT_MS), MAX_WAIT_MS) };
    return attempt.done;
  };

  function hasOldList(now: number): boolean {
    for (const type of polledTypes) {
      if (isOld(state.platform(type).claim, now, intervalMs)) return true;
    }
    return false;
  }

  /** Polls where it is the turn of this process, and waits for others where it is theirs. */
  async function pollOld(until: number): Promise<void> {
    await poller.pollDue();
    while (clock.now() < until && isPolledElsewhere(clock.now())) {
      await sleep(clock, LOOK_MS);
      await state.sync();
    }
  }

  function isPolledElsewhere(now: number): boolean {
    return [...polledTypes].some((type) => {
      const { claim } = state.platform(type);
      return claim.until > now && isOld(claim, now, intervalMs);
    });
  }
}

/**
 * Whether a platform's list is older than it should be and can be made new. Other processes tell of a
 * success only when they claim again: at the usual pace, a claim that followed one stands for the next.
 */
function isOld(claim: Claim, now: number, intervalMs: number): boolean {
  const { succeededAt, claimedAt, failures, notBefore } = claim;
  if (succeededAt === null || isBreakerOpen(failures) || notBefore > now) return false;
  const maxAgeMs = OLD_AFTER_INTERVALS * intervalMs;
  const isAtPace = failures === 0 && claimedAt - succeededAt <= maxAgeMs;
  return now - (isAtPace ? Math.max(claimedAt, succeededAt) : succeededAt) > maxAgeMs;
}
