import { fullJitterMs } from "../../toolbox/back_off.ts";
import { type Claim, EXPIRES_AFTER_MS, isExpired } from "../records/claim.ts";
import type { PlatformState } from "../store/live_state.ts";

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

/** Between polls without demand. */
const MIN_IDLE_MS = 60_000;
const MAX_IDLE_MS = 120_000;

/**
 * The instant (epoch ms) at which a process may poll: after 0.8 to 1.2 intervals while anyone asks,
 * after 60 to 120 s otherwise. The process that polled last goes on; the others wait half an interval
 * longer than it does at most, and so take over within two intervals when it is gone.
 */
export function nextPollAt(timing: PollTiming): number {
  const { claim, seenAt, isHolder, intervalMs, now } = timing;
  // The clock of this process was set back since: how long ago it saw the claim is unknown.
  if (seenAt > now + intervalMs) return now;
  const begunAt = Math.min(claim.claimedAt, seenAt);
  if (isHolder) return Math.max(begunAt + holderWaitMs(timing), claim.notBefore);
  const freeAt = Math.min(claim.until, seenAt + intervalMs);
  return Math.max(begunAt + otherWaitMs(timing), claim.notBefore, freeAt);
}

function holderWaitMs({ hasDemand, intervalMs, fraction }: PollTiming): number {
  if (hasDemand) return intervalMs * (0.8 + 0.4 * fraction);
  return Math.max(intervalMs, MIN_IDLE_MS + (MAX_IDLE_MS - MIN_IDLE_MS) * fraction);
}

function otherWaitMs({ hasDemand, intervalMs }: PollTiming): number {
  return hasDemand ? intervalMs * 1.5 : Math.max(intervalMs, MAX_IDLE_MS) + intervalMs / 2;
}

/** The instant (epoch ms) from which clients no longer see what the platform answered last. */
export function expiresAt(
  { list, claim }: Pick<PlatformState, "list" | "claim">,
  now: number,
): number {
  if (list.length === 0) return Infinity;
  return isExpired(claim.succeededAt, now) ? 0 : (claim.succeededAt ?? 0) + EXPIRES_AFTER_MS + 1;
}

/** Instants, in epoch ms. */
interface TurnInstants {
  readonly now: number;
  readonly dueAt: number;
  readonly expiresAt: number;
}

/** Decides what a process does with its turn. */
export function decideTurn(
  { now, dueAt, expiresAt }: TurnInstants,
): "poll" | "expire" | "wait" {
  if (now >= dueAt) return "poll";
  return now >= expiresAt ? "expire" : "wait";
}

/** How long a whole poll may take, in ms: less than an interval, so that turns never overlap. */
export function pollDeadlineMs(intervalMs: number): number {
  return Math.min(15_000, Math.max(750, intervalMs * 0.75));
}

/** Failures in a row from which on the waits grow. */
const BREAKER_FAILURES = 5;
/** The longest wait. */
const MAX_INTERVALS = 15;

/** What goes into the next wait. */
export interface BackOffOptions {
  /** Failures in a row, this one included. */
  readonly failures: number;
  readonly now: number;
  readonly intervalMs: number;
  /** 0 to 1, for jitter. */
  readonly fraction: number;
  /** When the platform wants to be asked again, epoch ms. */
  readonly retryAt: number | undefined;
}

/** Whether the breaker is open after so many failures in a row. */
export function isBreakerOpen(failures: number): boolean {
  return failures >= BREAKER_FAILURES;
}

/**
 * The instant (epoch ms) before which the platform is not asked again. Before the fifth failure the
 * ordinary pace goes on; from it on full jitter over 2, 4, 8 and at most 15 intervals. A `Retry-After` of the
 * platform is obeyed in any case. One poll after the wait shows whether it has recovered.
 */
export function backOffUntil(options: BackOffOptions): number {
  const { failures, now, intervalMs, fraction, retryAt = now } = options;
  if (!isBreakerOpen(failures)) return Math.max(now, retryAt);
  const backOff = { firstMs: 2 * intervalMs, maxMs: MAX_INTERVALS * intervalMs };
  return Math.max(now + fullJitterMs(backOff, failures - BREAKER_FAILURES, fraction), retryAt);
}
