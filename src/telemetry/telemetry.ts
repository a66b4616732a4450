/**
 * This room counts what the program does, and tells it in figures that monitoring systems read.
 *
 * @module
 */

import type { Clock } from "../platform/clock.ts";
import type { AccessLog } from "./access_log.ts";
import { createLabelledCount, type LabelledCount } from "./labelled_count.ts";
import { createMinuteHistory, type MinuteHistory } from "./minute_history.ts";
import { createRequestCounts, type RequestCounts } from "./request_counts.ts";

/** The counts of this process, since its start. */
export interface Telemetry {
  /** Milliseconds of a clock that nobody sets, from any origin, with fractions. */
  elapsed(): number;
  readonly requests: RequestCounts;
  /** What was counted in each of the last minutes. */
  readonly history: MinuteHistory;
  /** By call and outcome. */
  readonly quotaStoreCalls: LabelledCount<readonly [call: string, outcome: string]>;
  /** By platform and outcome. */
  readonly polls: LabelledCount<readonly [platform: string, outcome: string]>;
  /** Attempts to deliver an event to a webhook, by outcome. */
  readonly webhookAttempts: LabelledCount<readonly [outcome: string]>;
  /** Undefined where requests are not logged. */
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
    accessLog,
    async close() {
      history.close();
      await accessLog?.close();
    },
  };
}
