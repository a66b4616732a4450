/**
 * This room counts what the program does, as figures that monitoring systems read.
 *
 * @module
 */

import { type Clock, every } from "../platform/clock.ts";
import {
  createLabelledCount,
  createRequestCounts,
  type LabelledCount,
  type RequestCounts,
  type RequestTotals,
} from "./counts.ts";
import type { AccessLog } from "./access_log.ts";
import { MINUTE_MS } from "../toolbox/durations.ts";

/** What was counted within one minute, or since the last one that is kept, if the machine slept. */
interface Minute extends Readonly<RequestTotals> {
  /** Its end, epoch ms. */
  readonly endsAt: number;
}

/** The last 24 hours of this process, minute by minute. */
export type MinuteHistory = ReturnType<typeof createMinuteHistory>;

const MAX_MINUTES = 24 * 60;

/** Creates the history; once a minute it looks at how far the totals have gone. */
function createMinuteHistory(clock: Clock, totals: Readonly<RequestTotals>) {
  const minutes: Minute[] = [];
  let before = { ...totals };
  const close = every(clock, MINUTE_MS, endMinute);

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
  }

  return {
    /** The last minutes that are over, oldest first. */
    last: (count: number): Minute[] => count <= 0 ? [] : minutes.slice(-count),
    close,
  };
}

/** The counts of this process, since its start. */
export interface Telemetry {
  /** Milliseconds of a clock that is never set, from any origin, with fractions. */
  elapsed(): number;
  readonly requests: RequestCounts;
  readonly history: MinuteHistory;
  readonly quotaStoreCalls: LabelledCount<readonly [call: string, outcome: string]>;
  readonly polls: LabelledCount<readonly [platform: string, outcome: string]>;
  /** Attempts to deliver an event to a webhook, by outcome. */
  readonly webhookAttempts: LabelledCount<readonly [outcome: string]>;
  /** What became of sign-ups, and what owners did, by event. */
  readonly signups: LabelledCount<readonly [event: string]>;
  /** Undefined if requests are not logged. */
  readonly accessLog: AccessLog | undefined;
  /** Ends the history, and writes what the access log still has. */
  close(): Promise<void>;
}

/** What the telemetry works with; `elapsed` is its own. */
export interface TelemetryDeps extends Pick<Telemetry, "elapsed"> {
  readonly clock: Clock;
  readonly accessLog?: AccessLog | undefined;
}

/** Creates the counts. */
export function createTelemetry({ clock, elapsed, accessLog }: TelemetryDeps): Telemetry {
  const requests = createRequestCounts();
  const history = createMinuteHistory(clock, requests.totals);
  return {
    elapsed,
    requests,
    history,
    quotaStoreCalls: createLabelledCount(["call", "outcome"]),
    polls: createLabelledCount(["platform", "outcome"]),
    webhookAttempts: createLabelledCount(["outcome"]),
    signups: createLabelledCount(["event"]),
    accessLog,
    async close() {
      history.close();
      await accessLog?.close();
    },
  };
}
