import type { RateLimit, ResponseInfo } from "./options.ts";

/** What the headers of a response say of it. */
export function readInfo({ status, headers }: Response): ResponseInfo {
  return {
    status,
    requestId: headers.get("x-request-id") ?? undefined,
    rateLimit: readRateLimit(headers),
  };
}

/** The quota in two structured fields: `"quota";q=5000;w=86400` and `"quota";r=4990;t=3600`. */
function readRateLimit(headers: Headers): RateLimit | undefined {
  const [policy, left] = ["ratelimit-policy", "ratelimit"].map((name) =>
    /"quota"([^,]*)/.exec(headers.get(name) ?? "")?.[1]
  );
  if (policy === undefined && left === undefined) return undefined;
  return {
    limit: numberOf(policy, "q"),
    remaining: numberOf(left, "r"),
    resetSeconds: numberOf(left, "t"),
  };
}

/** A parameter of a structured field (RFC 9651) that is a whole number. */
function numberOf(parameters = "", name: string): number | undefined {
  const [, digits] = new RegExp(`; *${name}=(\\d+)`).exec(parameters) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
