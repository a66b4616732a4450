/** In place of the telemetry: what is told of requests is neither counted nor timed. */
import * as real from "../../../src/telemetry/telemetry.ts";

/** Counts all but requests. */
export function createTelemetry(deps: real.TelemetryDeps): real.Telemetry {
  const telemetry = real.createTelemetry(deps);
  return { ...telemetry, elapsed: () => 0, requests: { ...telemetry.requests, note() {} } };
}
