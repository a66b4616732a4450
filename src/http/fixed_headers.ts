/** Header names and values, in the order they are sent. */
export type HeaderList = readonly (readonly [string, string])[];

/** The headers in which a credential may come. */
const CREDENTIAL_HEADERS = [
  "x-priority-token",
  "x-api-key",
  "api-key",
  "username",
  "password",
  "x-admin-username",
  "x-admin-password",
] as const;

const ALLOWED = [
  ...CREDENTIAL_HEADERS,
  "authorization",
  "content-type",
  "if-none-match",
  "last-event-id",
];

const EXPOSED = [
  "ETag",
  "Link",
  "RateLimit",
  "RateLimit-Policy",
  "Retry-After",
  "X-Live-Sources",
  "X-Ignored",
  "X-Request-Id",
  "Sunset",
  "Repr-Digest",
];

/**
 * The headers that an answer to a credential depends on (RFC 9110, 12.5.5): a cache that does not know our
 * credential headers would otherwise give one caller's answer to another.
 */
export const VARY_BY_CREDENTIAL: HeaderList = [
  ["vary", ["Accept-Encoding", "Authorization", ...CREDENTIAL_HEADERS].join(", ")],
];

/** The headers of every response, errors included. */
export const EVERY_RESPONSE: HeaderList = [
  ["access-control-allow-origin", "*"],
  ["access-control-expose-headers", EXPOSED.join(", ")],
  ["x-content-type-options", "nosniff"],
  ["referrer-policy", "no-referrer"],
];

/** The header that names the request of every response. */
export const REQUEST_ID = "x-request-id";

/** The header that names parameters that were not taken as they came. */
export const IGNORED = "x-ignored";

/** The headers that an answer to a preflight adds (Fetch standard, CORS). */
export const PREFLIGHT: HeaderList = preflightOf(ALLOWED);

/** The same, where requests may have further headers. */
export function preflightWith(further: readonly string[]): HeaderList {
  return preflightOf([...ALLOWED, ...further]);
}

function preflightOf(allowed: readonly string[]): HeaderList {
  return [
    ["access-control-allow-headers", allowed.join(", ")],
    ["access-control-max-age", "7200"],
  ];
}

/** Tells a browser to stay with https for two years (RFC 6797). */
export const STRICT_TRANSPORT: HeaderList = [["strict-transport-security", "max-age=63072000"]];

/** Both lists; nothing is copied if one of them is empty, as it mostly is. */
export function joinHeaders(one: HeaderList, other: HeaderList): HeaderList {
  return other.length === 0 ? one : one.length === 0 ? other : [...one, ...other];
}
