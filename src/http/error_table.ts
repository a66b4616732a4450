/**
 * Every refusal the service knows: its HTTP status, the `type` in the body and the usual message.
 * The API document is rendered from this table (SPEC 7, RFC 9110).
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
  NOT_FOUND: { status: 404, type: "NOT_FOUND", message: "Not found" },
  METHOD_NOT_ALLOWED: { status: 405, type: "METHOD_NOT_ALLOWED", message: "Method not allowed" },
  BODY_TOO_LARGE: { status: 413, type: "BODY_TOO_LARGE", message: "The body is over 4 KiB" },
  URI_TOO_LONG: { status: 414, type: "URI_TOO_LONG", message: "The address is too long" },
  INTERNAL: { status: 500, type: "INTERNAL", message: "Internal error" },
} as const;

export type ErrorCode = keyof typeof ERRORS;
