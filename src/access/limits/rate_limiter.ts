/**
 * This room limits how fast and how much a caller may ask, and how often one may fail.
 *
 * @module
 */

import type { Rate } from "../../model/plans.ts";
import type { Clock } from "../../platform/clock.ts";

const MIN_WINDOW_MS = 1_000;
/** Epoch milliseconds are exact to 0.00025: a request that is early by the sum of such errors is in time. */
const ROUNDING_MS = 0.01;

/**
 * Limits rates by the generic cell rate algorithm, in the memory of this process.
 *
 * The bound: in any `t` seconds one process lets a key pass at most `burst + t · per_second` times, N
 * processes N times that. (The quota bounds what they let pass together, exactly.)
 *
 * The memory: one number for each key that asked within the last two windows; a window is the longest
 * time that any burst takes to refill, at least 1 s. A key that is forgotten after that has refilled
 * its burst, so that forgetting it makes no difference.
 */
export function createRateLimiter(clock: Clock) {
  /** For each key the instant at which its burst will be full again, epoch ms. */
  let recent = new Map<string, number>();
  let older = new Map<string, number>();
  let windowMs = MIN_WINDOW_MS;
  let turnedAt = clock.now();
  clock.onSetBack(() => {
    recent = new Map();
    older = new Map();
    turnedAt = clock.now();
  });

  /**
   * Charges one request to `key`. Returns 0 when it may go on, else after how many milliseconds the
   * next one may; a request that may not go on is not charged.
   */
  function take(key: string, rate: Rate | "unlimited"): number {
    if (rate === "unlimited") return 0;
    const now = clock.now();
    const costMs = 1000 / rate.per_second;
    const burstMs = costMs * rate.burst;
    turn(now, burstMs);
    const fullAt = fullAgainAt(key, now, burstMs) + costMs;
    const waitMs = fullAt - now - burstMs;
    if (waitMs > ROUNDING_MS) return Math.ceil(waitMs);
    recent.set(key, fullAt);
    return 0;
  }

  /** Never later than a whole burst from now: a plan may have got a smaller one. */
  function fullAgainAt(key: string, now: number, burstMs: number): number {
    const known = recent.get(key) ?? older.get(key) ?? now;
    return Math.min(Math.max(known, now), now + burstMs);
  }

  /** Forgets the keys that have not asked since the window before this one. */
  function turn(now: number, burstMs: number): void {
    if (burstMs > windowMs) windowMs = burstMs;
    if (now - turnedAt < windowMs) return;
    older = now - turnedAt < 2 * windowMs ? recent : new Map();
    recent = new Map();
    turnedAt = now;
  }

  return {
    take,
    /** Keys held in memory. */
    get size() {
      return recent.size + older.size;
    },
  };
}
