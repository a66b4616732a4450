import type { UpstreamFault } from "./upstream_error.ts";

/** Entries that were left out of the last answer, by reason. */
export type DropCounts = Readonly<Record<string, number>>;

/** Viewers now, and the most there were. */
export type ViewerCount = readonly [viewers: number, peak: number];

/**
 * The one record per platform that decides whose turn it is. It is written when a process begins a
 * poll, and carries what the polls before it found, so that a poll which finds nothing new costs no
 * write of its own: viewers, misses and age reach the other processes with the next claim.
 */
export interface Claim {
  /** The process that polled last. */
  readonly holder: string;
  /** When it began, epoch ms. */
  readonly claimedAt: number;
  /** Until then nobody else begins, epoch ms; once the outcome is known, the same as `at`. */
  readonly until: number;
  /** When the platform last answered well, epoch ms; null: never. */
  readonly succeededAt: number | null;
  /** Failures in a row. */
  readonly failures: number;
  readonly fault: UpstreamFault | null;
  /** Nobody asks before, epoch ms. */
  readonly notBefore: number;
  readonly dropped: DropCounts;
  readonly viewerCounts: Readonly<Record<string, ViewerCount>>;
  /** Broadcasts that the last answer did not hold, with when they were last seen, epoch ms. */
  readonly lastSeen: Readonly<Record<string, number>>;
  /** What the platform's adapter handed on. */
  readonly sourceState: unknown;
  /** When the list was last written, epoch ms. */
  readonly listedAt: number;
}

/** A platform that nobody has asked yet. */
export const NO_CLAIM: Claim = {
  holder: "",
  claimedAt: 0,
  until: 0,
  succeededAt: null,
  failures: 0,
  fault: null,
  notBefore: 0,
  dropped: {},
  viewerCounts: {},
  lastSeen: {},
  sourceState: null,
  listedAt: 0,
};

/** A live list must not lie: what was not confirmed for so long is not shown. */
export const EXPIRES_AFTER_MS = 10 * 60_000;

/**
 * Whether a platform has been silent for too long to show what it said last. An answer from the future
 * came before the clock was set back, nobody knows how long ago.
 */
export function isExpired(succeededAt: number | null, now: number): boolean {
  return succeededAt === null || Math.abs(now - succeededAt) > EXPIRES_AFTER_MS;
}
