import type { HeaderList } from "../http/fixed_headers.ts";

/**
 * What our own pages may load and do: nothing of another host but pictures, no inline script or style,
 * no frame around them (Content Security Policy Level 3).
 */
const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' https: data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The headers of a page with a policy of its own. */
export function pageHeaders(policy: string): HeaderList {
  return [["content-security-policy", policy]];
}

/** The headers of our own pages. */
export const PAGE_HEADERS: HeaderList = pageHeaders(PAGE_POLICY);
