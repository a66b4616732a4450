/**
 * Every refusal the service knows: its HTTP status, the `type` in the body and the usual message
 * (SPEC 7, RFC 9110).
 */
export const ERRORS = {
  MALFORMED_REQUEST: { status: 400, type: "MALFORMED_REQUEST", message: "Malformed request" },
  INVALID_PARAMETER: { status: 400, type: "INVALID_PARAMETER", message: "Invalid parameter" },
  BARE_INVALID_KEY: { status: 403, type: undefined, message: "Invalid API Key" },
  INVALID_CREDENTIALS: { status: 403, type: "INVALID_CREDENTIALS", message: "Invalid API Key" },
  IP_NOT_WHITELISTED: {
    status: 403,
    type: "IP_NOT_WHITELISTED",
    message: "Your IP address is not whitelisted for this API key",
  },
  /** SPEC 7: the wrapped family says 403; the others say 429, which clients know how to wait for. */
  USED_UP_WRAPPED: { status: 403, type: "USAGE_LIMIT_EXCEEDED", message: "Usage limit exceeded" },
  USED_UP: { status: 429, type: "USAGE_LIMIT_EXCEEDED", message: "Usage limit exceeded" },
  CODE_NOT_FOUND: { status: 404, type: undefined, message: "Code not found" },
  NOT_FOUND: { status: 404, type: "NOT_FOUND", message: "Not found" },
  METHOD_NOT_ALLOWED: { status: 405, type: "METHOD_NOT_ALLOWED", message: "Method not allowed" },
  TIMEOUT: { status: 408, type: "TIMEOUT", message: "The body did not come in time" },
  CONFLICT: { status: 409, type: "CONFLICT", message: "That cannot be done any more" },
  BODY_TOO_LARGE: { status: 413, type: "BODY_TOO_LARGE", message: "The body is over 4 KiB" },
  URI_TOO_LONG: { status: 414, type: "URI_TOO_LONG", message: "The address is too long" },
  RATE_LIMITED: { status: 429, type: "RATE_LIMITED", message: "Too many requests" },
  INTERNAL: { status: 500, type: "INTERNAL", message: "Internal error" },
  PLATFORM_UNAVAILABLE: {
    status: 503,
    type: "PLATFORM_UNAVAILABLE",
    message: "The platform cannot be asked at the moment",
  },
  TRY_AGAIN: {
    status: 503,
    type: "TRY_AGAIN",
    message: "The store cannot be reached; try again",
  },
} as const;

export type ErrorCode = keyof typeof ERRORS;
