import type { LiveType } from "../../../src/live/records/broadcast.ts";
import type { UpstreamFault } from "../../../src/live/records/upstream_error.ts";
import type { Fault } from "./fault.ts";

const TOLD: Readonly<Record<Fault, UpstreamFault>> = {
  hang: "timeout",
  status_500: "status",
  status_429: "rate_limited",
  reset: "network",
  reset_midway: "network",
  drip: "timeout",
  malformed_json: "malformed",
  html: "content_type",
  graphql_errors: "malformed",
  missing_keys: "malformed",
  wrong_types: "malformed",
  huge: "too_large",
  endless: "too_large",
  redirect_loop: "redirect",
  redirect_inward: "redirect",
  quota_exceeded: "status",
};

/** What the status page says of a fault of a platform. */
export function toldFault(platform: LiveType, fault: Fault): UpstreamFault {
  if (platform === "idn" && fault === "graphql_errors") return "graphql";
  if (platform === "youtube" && fault === "quota_exceeded") return "quota_exceeded";
  return TOLD[fault];
}
