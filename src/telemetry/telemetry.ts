/**
 * This room counts what the program does, as figures that monitoring systems read.
 *
 * @module
 */

import {
  createLabelledCount,
  createRequestCounts,
  type LabelledCount,
  type RequestCounts,
} from "./counts.ts";
import type { AccessLog } from "./access_log.ts";

/** The counts of this process, since its start. */
export interface Telemetry {
  /** Milliseconds of a clock that is never set, from any origin, with fractions. */
  elapsed(): number;
  readonly requests: RequestCounts;
  readonly quotaStoreCalls: LabelledCount<readonly [call: string, outcome: string]>;
  readonly polls: LabelledCount<readonly [platform: string, outcome: string]>;
  /** Attempts to deliver an event to a webhook, by outcome. */
  readonly webhookAttempts: LabelledCount<readonly [outcome: string]>;
  /** What became of sign-ups, and what owners did, by event. */
  readonly signups: LabelledCount<readonly [event: string]>;
  /** Undefined if requests are not logged. */
  readonly accessLog: AccessLog | undefined;
  /** Writes what the access log still has. */
  close(): Promise<void>;
}

/** What the telemetry works with; `elapsed` is its own. */
export interface TelemetryDeps extends Pick<Telemetry, "elapsed"> {
  readonly accessLog?: AccessLog | undefined;
}

/** Creates the counts. */
export function createTelemetry({ elapsed, accessLog }: TelemetryDeps): Telemetry {
  return {
    elapsed,
    requests: createRequestCounts(),
    quotaStoreCalls: createLabelledCount(["call", "outcome"]),
    polls: createLabelledCount(["platform", "outcome"]),
    webhookAttempts: createLabelledCount(["outcome"]),
    signups: createLabelledCount(["event"]),
    accessLog,
    async close() {
      await accessLog?.close();
    },
  };
}
