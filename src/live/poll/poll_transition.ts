import type { PollResult } from "../platforms/live_source.ts";
import type { Broadcast } from "../records/broadcast.ts";
import { type Claim, isExpired } from "../records/claim.ts";
import type { UpstreamError } from "../records/upstream_error.ts";
import { type BroadcastDiff, diffBroadcasts, endAllBroadcasts } from "./diff_broadcasts.ts";
import { fitIntoCommit } from "./fit_into_commit.ts";
import { backOffUntil } from "./schedule.ts";

/** A change of a platform's state that follows from one poll; it may take several commits. */
export interface PollTransition {
  /** The claim of the poll: once another process has claimed, the change is void. */
  readonly claimed: Claim;
  /** The fields of the claim that change. */
  readonly update: Partial<Claim>;
  /** Compares the outcome of the poll with what is stored. */
  readonly diff: (list: readonly Broadcast[], claim: Claim) => BroadcastDiff;
}

/** Ends all broadcasts of a platform that has not answered for too long to show them. */
export function expiry(claimed: Claim, now: number): PollTransition {
  return {
    claimed,
    update: {},
    diff: (list, { viewerCounts, lastSeen, succeededAt }) =>
      endAllBroadcasts({ list, viewerCounts, lastSeen, succeededAt }, now),
  };
}

/** Adopts what the platform answered; `list` is what was on air before. */
export function success(
  claimed: Claim,
  { broadcasts, dropped, bytes, unfinished, sourceState }: PollResult,
  list: readonly Broadcast[],
  now: number,
): PollTransition {
  const fitting = fitIntoCommit(list, broadcasts);
  const left = broadcasts.length - fitting.length;
  const isWhole = unfinished === undefined;
  const { lastSeen, succeededAt } = isExpired(claimed.succeededAt, now)
    ? { lastSeen: {}, succeededAt: now }
    : claimed;
  return {
    claimed,
    update: {
      until: claimed.claimedAt,
      succeededAt: now,
      failures: 0,
      fault: unfinished ?? null,
      notBefore: 0,
      bytes: bytes ?? claimed.bytes,
      dropped: left > 0 ? { ...dropped, too_many: left } : dropped,
      sourceState: sourceState ?? null,
    },
    diff: (stored, { viewerCounts }) =>
      diffBroadcasts({ list: stored, viewerCounts, lastSeen, succeededAt }, fitting, now, isWhole),
  };
}

/** What goes into the next wait after a failed poll. */
export interface FailureOptions {
  readonly now: number;
  readonly intervalMs: number;
  /** 0 to 1, for jitter. */
  readonly fraction: number;
}

/** The fields of the claim that a failed poll changes. */
export function failureUpdate(
  claimed: Claim,
  { fault, retryAt }: UpstreamError,
  options: FailureOptions,
): Partial<Claim> {
  const failures = claimed.failures + 1;
  const notBefore = backOffUntil({ ...options, failures, retryAt });
  return { until: claimed.claimedAt, failures, fault, notBefore };
}
