/** What decides how many units to lease next. */
export interface BlockInput {
  /** The plan's quota. */
  readonly limit: number;
  /** What the ticket log still has to grant. */
  readonly remaining: number;
  /** Holders that lease from this ticket log now, this one included. */
  readonly holders: number;
  /** The size of the last block; 0: this is the first. */
  readonly previous: number;
  /** Units spent per second since the last block. */
  readonly spentPerSecond: number;
  /** Units that requests are waiting for at this moment. */
  readonly waiting: number;
}

const FIRST = 8;
const LARGEST = 1000;
const SECONDS_AHEAD = 5;

/**
 * How many units to ask for: 8 at first, then double, at most 1 % of the limit (8 where that is less),
 * 1,000, and what is spent in 5 s; as the quota drains, `remaining / (2 · holders)`, but not less
 * than `limit / 2000`. Requests that wait already get theirs in any case, up to 1,000: what is
 * spent at once is not held back from anybody.
 */
export function blockSize(input: BlockInput): number {
  const { limit, remaining, holders, previous, spentPerSecond, waiting } = input;
  const largest = Math.min(LARGEST, Math.max(FIRST, Math.floor(limit / 100)));
  const least = Math.min(largest, Math.max(1, Math.ceil(limit / 2000)));
  const paced = Math.max(FIRST, Math.ceil(SECONDS_AHEAD * spentPerSecond));
  const drained = Math.floor(remaining / (2 * Math.max(1, holders)));
  const grown = previous === 0 ? FIRST : 2 * previous;
  const ahead = Math.min(grown, Math.max(least, Math.min(largest, paced, drained)));
  return Math.max(1, Math.min(remaining, Math.max(ahead, Math.min(LARGEST, waiting))));
}
