import { fullJitterMs } from "../../toolbox/back_off.ts";
import type { DropCounts, UpstreamFault } from "../platforms/upstream.ts";
import type { Broadcast } from "../records/broadcast.ts";

/** The viewers now, and the most at any time. */
export type ViewerCount = readonly [viewers: number, peak: number];

/**
 * The one record per platform that decides whose turn it is to poll. A process claims the poll that it
 * begins by writing it. It holds what the polls before it found, so that a poll without news costs no write of its own:
 * viewers, misses and age reach the other processes with the next claim.
 */
export interface PollRecord {
  readonly holder: string;
  /** When its poll began, epoch ms. */
  readonly claimedAt: number;
  /** No other process begins before, epoch ms; once the outcome is known, the same as `claimedAt`. */
  readonly until: number;
  /** When the last poll succeeded, epoch ms; null if none did. */
  readonly succeededAt: number | null;
  readonly failures: number;
  /** Why the last poll failed or read only a part of the platform; null if it read all. */
  readonly fault: UpstreamFault | null;
  /** No process polls before, epoch ms. */
  readonly notBefore: number;
  readonly dropped: DropCounts;
  /** The bytes of the lists that were read last, decompressed; null if that is not known. */
  readonly bytes: number | null;
  readonly viewerCounts: Readonly<Record<string, ViewerCount>>;
  /** When a broadcast that the last poll missed was last seen, epoch ms, by id. */
  readonly lastSeen: Readonly<Record<string, number>>;
  /** What the source passes on from poll to poll. */
  readonly sourceState: unknown;
  /** When the list was last written, epoch ms. */
  readonly listedAt: number;
}

/** The record of a platform that no process has polled yet. */
export const NEVER_POLLED: PollRecord = {
  holder: "",
  claimedAt: 0,
  until: 0,
  succeededAt: null,
  failures: 0,
  fault: null,
  notBefore: 0,
  dropped: {},
  bytes: null,
  viewerCounts: {},
  lastSeen: {},
  sourceState: null,
  listedAt: 0,
};

/** A list that no poll has confirmed for this long is not shown. */
export const EXPIRES_AFTER_MS = 10 * 60_000;

/**
 * Whether the last successful poll is too old to show what it found. One in the future was recorded
 * before the clock was set back, at an unknown instant.
 */
export function isExpired(succeededAt: number | null, now: number): boolean {
  return succeededAt === null || Math.abs(now - succeededAt) > EXPIRES_AFTER_MS;
}

interface PollTiming {
  readonly poll: PollRecord;
  /** When this process first saw the record, epoch ms: the holder's clock may be ahead. */
  readonly seenAt: number;
  /** 0 to 1, drawn once per version. */
  readonly fraction: number;
  /** Whether this process polled last. */
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
  const { poll, seenAt, isHolder, intervalMs, now } = timing;
  // The clock of this process was set back since: how long ago it saw the record is unknown.
  if (seenAt > now + intervalMs) return now;
  const begunAt = Math.min(poll.claimedAt, seenAt);
  if (isHolder) return Math.max(begunAt + holderWaitMs(timing), poll.notBefore);
  const freeAt = Math.min(poll.until, seenAt + intervalMs);
  return Math.max(begunAt + otherWaitMs(timing), poll.notBefore, freeAt);
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
  { list, poll }: { readonly list: readonly Broadcast[]; readonly poll: PollRecord },
  now: number,
): number {
  if (list.length === 0) return Infinity;
  return isExpired(poll.succeededAt, now) ? 0 : (poll.succeededAt ?? 0) + EXPIRES_AFTER_MS + 1;
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
