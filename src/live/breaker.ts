/** From so many failures in a row on, the platform is left alone for longer and longer. */
const OPENS_AT = 5;
const MOST_INTERVALS = 15;

/** What goes into the next wait. */
export interface FailureFacts {
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
export function isOpen(failures: number): boolean {
  return failures >= OPENS_AT;
}

/**
 * The instant (epoch ms) before which the platform is not asked again. Up to the fifth failure the
 * ordinary pace goes on; then full jitter over 2, 4, 8 and at most 15 intervals. The platform's own
 * wish is obeyed in any case. One question after the wait tells whether it is well again.
 */
export function restUntil(facts: FailureFacts): number {
  const { failures, now, intervalMs, fraction, retryAt = now } = facts;
  if (!isOpen(failures)) return Math.max(now, retryAt);
  const most = Math.min(MOST_INTERVALS, 2 ** (failures - OPENS_AT + 1));
  return Math.max(now + fraction * most * intervalMs, retryAt);
}
