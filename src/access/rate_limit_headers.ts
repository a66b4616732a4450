import type { HeaderList } from "../http/fixed_headers.ts";
import type { Quota } from "../model/plans.ts";
import type { Admission as Charge } from "./ledger/account.ts";

const DAY_S = 86_400;

/**
 * What an answer says of a key's quota: `RateLimit-Policy` and `RateLimit`, structured fields of the
 * IETF draft "RateLimit header fields for HTTP". A month has no fixed length, so its window is left out.
 */
export function quotaHeaders(quota: Quota | "unlimited", charge: Charge, now: number): HeaderList {
  if (quota === "unlimited") return [];
  const window = quota.per === "day" ? `;w=${DAY_S}` : "";
  return [
    ["ratelimit-policy", `"quota";q=${charge.limit}${window}`],
    ["ratelimit", `"quota";r=${charge.remaining};t=${secondsUntil(charge.resetsAt, now)}`],
  ];
}

/** Whole seconds to an instant, at least 1. */
export function secondsUntil(epochMs: number, now: number): number {
  return Math.max(1, Math.ceil((epochMs - now) / 1000));
}
