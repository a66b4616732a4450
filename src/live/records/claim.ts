/** Why a platform could not be asked; `/status` shows these words. */
export type UpstreamFault =
  | "timeout"
  | "network"
  | "status"
  | "rate_limited"
  | "redirect"
  | "too_large"
  | "content_type"
  | "malformed"
  | "graphql"
  | "too_many_pages"
  | "repeated_page"
  | "budget"
  | "quota_exceeded"
  | "store"
  | "internal";

/** A platform could not be asked, or did not answer as agreed. The message holds no address. */
export class UpstreamError extends Error {
  override name = "UpstreamError";
  /** `retryAt`: epoch ms before which the platform does not want to be asked again. */
  constructor(
    readonly fault: UpstreamFault,
    message: string,
    readonly retryAt?: number,
  ) {
    super(message);
  }
}

/** Entries that were left out of the last answer, by reason. */
export type DropCounts = Readonly<Record<string, number>>;

/** The viewers now, and the most at any time. */
export type ViewerCount = readonly [viewers: number, peak: number];

/**
 * The one record per platform that decides whose turn it is. A process writes it when it begins a poll.
 * It holds what the polls before it found, so that a poll without news costs no write of its own:
 * viewers, misses and age reach the other processes with the next claim.
 */
export interface Claim {
  /** The process that polled last. */
  readonly holder: string;
  /** When its poll began, epoch ms. */
  readonly claimedAt: number;
  /** No other process begins before, epoch ms; once the outcome is known, the same as `claimedAt`. */
  readonly until: number;
  /** When the last poll succeeded, epoch ms; null if none did. */
  readonly succeededAt: number | null;
  /** Failures in a row. */
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

/** The claim of a platform that no process has polled yet. */
export const NO_CLAIM: Claim = {
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
