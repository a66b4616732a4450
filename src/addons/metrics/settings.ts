import { longText, oneOf, setting } from "../../platform/settings.ts";

/** What the metrics and the access log read of the environment. */
export const METRICS_SETTINGS = {
  METRICS_TOKEN: setting<string | undefined>(longText(16), undefined),
  ACCESS_LOG: setting<"off" | "errors" | "on">(oneOf("off", "errors", "on"), "off"),
};
