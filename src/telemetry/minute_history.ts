import type { Clock } from "../platform/clock.ts";
import type { RequestTotals } from "./request_counts.ts";

/** What was counted within one minute, or since the last one that is kept, where the machine slept. */
export interface Minute extends Readonly<RequestTotals> {
  /** Its end, epoch ms. */
  readonly endsAt: number;
}

/** The last 24 hours of this process, minute by minute. */
export interface MinuteHistory {
  /** The last minutes that are over, oldest first. */
  last(count: number): Minute[];
  close(): void;
}

const MINUTE_MS = 60_000;
const MAX_MINUTES = 24 * 60;

/** Creates the history; once a minute it looks at how far the totals have gone. */
export function createMinuteHistory(
  clock: Clock,
  totals: Readonly<RequestTotals>,
): MinuteHistory {
  const minutes: Minute[] = [];
  let before = { ...totals };
  let cancel = clock.after(MINUTE_MS, endMinute);

  function endMinute(): void {
    const { requests, refused, failed, busyMs } = totals;
    minutes.push({
      endsAt: clock.now(),
      requests: requests - before.requests,
      refused: refused - before.refused,
      failed: failed - before.failed,
      busyMs: busyMs - before.busyMs,
    });
    if (minutes.length > MAX_MINUTES) minutes.shift();
    before = { ...totals };
    cancel = clock.after(MINUTE_MS, endMinute);
  }

  return {
    last: (count) => count <= 0 ? [] : minutes.slice(-count),
    close: () => cancel(),
  };
}
