import type { LiveType } from "../model/platforms.ts";
import { type Clock, deadline, sleep } from "../platform/clock.ts";
import { isBreakerOpen, type PlatformStates } from "./state.ts";

/** How long requests wait for the poll of an old list that they share. */
const MAX_WAIT_MS = 1_000;
/** A list that was confirmed longer ago than so many intervals is old. */
const OLD_AFTER_INTERVALS = 2;
/** How often the store is read while another process polls. */
const READ_MS = 100;

/**
 * Creates what brings old lists up to date before they are shown. It returns undefined if they are current,
 * as they nearly always are. Else it resolves when they are, or after a second: one poll for all who ask
 * meanwhile. It never rejects.
 */
export function createEnsureFresh({ states, clock, polledTypes, intervalMs, pollDue }: {
  readonly states: PlatformStates;
  readonly clock: Clock;
  readonly polledTypes: readonly LiveType[];
  readonly intervalMs: number;
  pollDue(): Promise<void>;
}): () => Promise<void> | undefined {
  /** The attempt that all share who ask within an interval: one is enough if nothing comes of it. */
  let attempt = { at: -Infinity, done: Promise.resolve() };

  function isOld(type: LiveType): boolean {
    const now = clock.now();
    const { succeededAt, failures, notBefore } = states.state(type);
    if (isBreakerOpen(failures) || notBefore > now) return false;
    if (succeededAt === null) return failures === 0;
    return Math.abs(now - succeededAt) > OLD_AFTER_INTERVALS * intervalMs;
  }

  /** Polls what is due, and waits for other processes where they do. */
  async function refresh(until: number): Promise<void> {
    await pollDue();
    const isPolledElsewhere = (type: LiveType) =>
      isOld(type) && states.state(type).claimedUntil > clock.now();
    while (clock.now() < until && polledTypes.some(isPolledElsewhere)) {
      await sleep(clock, READ_MS);
      await states.sync();
    }
  }

  return function ensureFresh() {
    if (states.isAway() || !polledTypes.some(isOld)) return undefined;
    const now = clock.now();
    if (Math.abs(now - attempt.at) >= intervalMs) {
      const refreshed = deadline(clock, MAX_WAIT_MS, refresh(now + MAX_WAIT_MS));
      attempt = { at: now, done: refreshed.catch(() => {}) };
    }
    // Who asks later than it may take goes on with what there is.
    return now - attempt.at < MAX_WAIT_MS ? attempt.done : undefined;
  };
}
