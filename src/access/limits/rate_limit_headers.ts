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
  const left = `"quota";r=${remaining};t=${secondsUntil(resetsAt, now)}`;
  return [policyHeader(quota, limit), ["ratelimit", left]];
}

/** The header of each plan's quota, with the limit that it was last asked for with. */
const policies = new WeakMap<Quota, { limit: number; header: HeaderList[number] }>();

function policyHeader(quota: Quota, limit: number): HeaderList[number] {
  const known = policies.get(quota);
  if (known?.limit === limit) return known.header;
  const window = quota.per === "day" ? `;w=${DAY_S}` : "";
  const header = ["ratelimit-policy", `"quota";q=${limit}${window}`] as const;
  policies.set(quota, { limit, header });
  return header;
}

/** Whole seconds to an instant, at least 1. */
export function secondsUntil(epochMs: number, now: number): number {
  return Math.max(1, Math.ceil((epochMs - now) / 1000));
}
