import { describedSetting, longText, oneOf } from "../../platform/settings.ts";

/** What the metrics and the access log read of the environment. */
export const METRICS_SETTINGS = {
  METRICS_TOKEN: describedSetting<string | undefined>(
    longText(16),
    undefined,
    "opens `/metrics` as `Authorization: Bearer …`, besides admin pairs; at least 16 characters; " +
      "taken over plain http even with `REQUIRE_HTTPS`",
  ),
  ACCESS_LOG: describedSetting<"off" | "errors" | "on">(
    oneOf("off", "errors", "on"),
    "off",
    "a line for each request on standard output: `errors` (refusals and faults) or `on` (all)",
  ),
};
