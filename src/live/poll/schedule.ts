import type { Claim } from "../records/claim.ts";

/** What decides when a process polls next. */
export interface PollTiming {
  readonly claim: Claim;
  /** When this process first saw the claim, epoch ms: the holder's clock may be ahead. */
  readonly seenAt: number;
  /** 0 to 1, drawn once per claim. */
  readonly fraction: number;
  /** Whether this process holds the claim. */
  readonly isHolder: boolean;
  /** Whether anyone asks. */
  readonly hasDemand: boolean;
  readonly intervalMs: number;
  /** The present instant, epoch ms. */
  readonly now: number;
}

const MIN_IDLE_MS = 60_000;
const MAX_IDLE_MS = 120_000;

/**
 * The instant (epoch ms) at which a process may poll: after 0.8 to 1.2 intervals while anyone asks,
 * after 60 to 120 s otherwise. Whoever polled last goes on; the others wait for half an interval
 * more than it may take, and so sourceState on within two intervals when it is gone.
 */
export function nextPollAt(facts: PollTiming): number {
  const { claim, seenAt, fraction, isHolder: mine, hasDemand: wanted, intervalMs, now } = facts;
  // Our own clock was set back since: nothing is known of how long ago that was.
  if (seenAt > now + intervalMs) return now;
  const begun = Math.min(claim.claimedAt, seenAt);
  const due = begun + (mine ? ownPace() : othersPace());
  if (mine) return Math.max(due, claim.notBefore);
  return Math.max(due, claim.notBefore, Math.min(claim.until, seenAt + intervalMs));

  function ownPace(): number {
    if (wanted) return intervalMs * (0.8 + 0.4 * fraction);
    return Math.max(intervalMs, MIN_IDLE_MS + (MAX_IDLE_MS - MIN_IDLE_MS) * fraction);
  }

  function othersPace(): number {
    return wanted ? intervalMs * 1.5 : Math.max(intervalMs, MAX_IDLE_MS) + intervalMs / 2;
  }
}

/** How long a whole poll may take, in ms: less than an interval, so that turns never overlap. */
export function pollDeadlineMs(intervalMs: number): number {
  return Math.min(15_000, Math.max(750, intervalMs * 0.75));
}

/** From so many failures in a row on, the platform is left alone for longer and longer. */
const BREAKER_FAILURES = 5;
const MAX_INTERVALS = 15;

/** What goes into the next wait. */
export interface BackOffOptions {
  /** Failures in a row, this one included. */
  readonly failures: number;
  readonly now: number;
  readonly intervalMs: number;
  /** 0 to 1, for jitter. */
  readonly fraction: number;
  /** The platform's own wish, epoch ms. */
  readonly retryAt: number | undefined;
}

/** Whether the breaker is open after so many failures in a row. */
export function isBreakerOpen(failures: number): boolean {
  return failures >= BREAKER_FAILURES;
}

/**
 * The instant (epoch ms) before which the platform is not asked again. Up to the fifth failure the
 * ordinary pace goes on; then full jitter over 2, 4, 8 and at most 15 intervals. The platform's own
 * wish is obeyed in any case. One question after the wait tells whether it is well again.
 */
export function backOffUntil(facts: BackOffOptions): number {
  const { failures, now, intervalMs, fraction, retryAt = now } = facts;
  if (!isBreakerOpen(failures)) return Math.max(now, retryAt);
  const most = Math.min(MAX_INTERVALS, 2 ** (failures - BREAKER_FAILURES + 1));
  return Math.max(now + fraction * most * intervalMs, retryAt);
}
