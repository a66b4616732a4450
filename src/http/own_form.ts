import type { ParsedRequest } from "./request.ts";

/**
 * Whether a page of this service sent a form. A browser says so by `Sec-Fetch-Site`, which no script can
 * set (Fetch Metadata); an older one by `Origin` (RFC 6454).
 */
export function isOwnForm(
  { headers, isSecure }: Pick<ParsedRequest, "headers" | "isSecure">,
): boolean {
  const site = headers.get("sec-fetch-site");
  const own = `${isSecure ? "https" : "http"}://${headers.get("host") ?? ""}`;
  return site === null ? headers.get("origin") === own : site === "same-origin";
}
