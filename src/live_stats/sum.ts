/** What some broadcasts come to. */
export interface Sum {
  readonly count: number;
  readonly durationMs: number;
  /** The most viewers of one of them. */
  readonly peak: number;
  readonly longestMs: number;
}

export const NO_SUM: Sum = { count: 0, durationMs: 0, peak: 0, longestMs: 0 };

/** The sum of two sums of different broadcasts. */
export function addSums(a: Sum, b: Sum): Sum {
  return {
    count: a.count + b.count,
    durationMs: a.durationMs + b.durationMs,
    peak: Math.max(a.peak, b.peak),
    longestMs: Math.max(a.longestMs, b.longestMs),
  };
}
