import type { HeaderList } from "../../http/fixed_headers.ts";
import type { Quota } from "../../model/plans.ts";

const DAY_S = 86_400;

/** The state of a key's quota in its period. */
export interface QuotaBalance {
  readonly limit: number;
  readonly remaining: number;
  /** Epoch ms. */
  readonly resetsAt: number;
}

/**
 * The headers about a key's quota: `RateLimit-Policy` and `RateLimit`, structured fields of the
 * IETF draft "RateLimit header fields for HTTP". A month has no fixed length, so its window is left out.
 */
export function quotaHeaders(
  quota: Quota | "unlimited",
  { limit, remaining, resetsAt }: QuotaBalance,
  now: number,
): HeaderList {
  if (quota === "unlimited") return [];
  const window = quota.per === "day" ? `;w=${DAY_S}` : "";
  return [
    ["ratelimit-policy", `"quota";q=${limit}${window}`],
    ["ratelimit", `"quota";r=${remaining};t=${secondsUntil(resetsAt, now)}`],
  ];
}

/** Whole seconds to an instant, at least 1. */
export function secondsUntil(epochMs: number, now: number): number {
  return Math.max(1, Math.ceil((epochMs - now) / 1000));
}
