/**
 * This room limits how fast and how much a caller may ask, and how often one may fail.
 *
 * @module
 */

import type { Rate } from "../../model/plans.ts";
import type { Clock } from "../../platform/clock.ts";

/** Epoch milliseconds are exact to 0.00025: a request that is early by the sum of such errors is in time. */
const ROUNDING_MS = 0.01;

/**
 * Limits rates by the generic cell rate algorithm, in the memory of this process: one number for each key
 * that has asked.
 *
 * The bound: in any `t` seconds one process lets a key pass at most `burst + t · per_second` times, N
 * processes N times that. (The quota bounds what they let pass together, exactly.)
 */
export function createRateLimiter(clock: Clock) {
  /** For each key the instant at which its burst will be full again, epoch ms. */
  const fullAt = new Map<string, number>();
  clock.onSetBack(() => fullAt.clear());

  return {
    /**
     * Charges one request to `key`. Returns 0 when it may go on, else after how many milliseconds the
     * next one may; a request that may not go on is not charged.
     */
    take(key: string, rate: Rate | "unlimited"): number {
      if (rate === "unlimited") return 0;
      const now = clock.now();
      const costMs = 1000 / rate.per_second;
      const burstMs = costMs * rate.burst;
      // Never later than a whole burst from now: a plan may have got a smaller one.
      const before = Math.min(Math.max(fullAt.get(key) ?? now, now), now + burstMs);
      const waitMs = before + costMs - now - burstMs;
      if (waitMs > ROUNDING_MS) return Math.ceil(waitMs);
      fullAt.set(key, before + costMs);
      return 0;
    },
  };
}
