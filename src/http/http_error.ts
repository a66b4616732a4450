import type { Log } from "../platform/log.ts";
import type { Random } from "../platform/random.ts";
import type { HeaderList } from "./fixed_headers.ts";

/**
 * Every refusal the service knows: its HTTP status, the `type` in the body and the usual message
 * (RFC 9110).
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
  /** The wrapped family says 403, as its clients expect; the others say 429, which clients know how to wait for. */
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

/** The details of an error beyond its table entry. Never anything the caller sent: it may be a secret. */
export interface HttpErrorDetails {
  readonly message?: string;
  /** Further fields of the body, after `status`, `message` and before `type`. */
  readonly before?: Readonly<Record<string, string>>;
  /** Further fields of the body, after `type`. */
  readonly after?: Readonly<Record<string, string>>;
  readonly headers?: HeaderList;
}

/** Thrown where a request is refused; the router turns it into the answer. */
export class HttpError extends Error {
  override name = "HttpError";
  readonly status: number;

  constructor(readonly code: ErrorCode, readonly details: HttpErrorDetails = {}) {
    // Nobody looks at where a refusal came from, and a stack costs more than the rest of its answer.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(details.message ?? ERRORS[code].message);
    Error.stackTraceLimit = stackTraceLimit;
    this.status = ERRORS[code].status;
  }

  /** The body that clients expect: `status` false, `message`, then what the kind of error adds. */
  body(): Record<string, unknown> {
    const { type } = ERRORS[this.code];
    return {
      status: false,
      message: this.message,
      ...this.details.before,
      ...(type === undefined ? {} : { type }),
      ...this.details.after,
    };
  }
}

/** The refusal of one parameter: the hint names it and what it takes. */
export function invalidParameter(name: string, description: string): HttpError {
  return new HttpError("INVALID_PARAMETER", { after: { hint: `${name} takes ${description}` } });
}

/**
 * The refusal of a request that nothing is known to be wrong with. Without a message it says that the
 * store is out of reach.
 */
export function tryAgain(message?: string): HttpError {
  return new HttpError("TRY_AGAIN", {
    ...(message !== undefined && { message }),
    headers: [["retry-after", "1"]],
  });
}

/** The refusal of a caller who is too fast or failed too often, and when to come back. */
export function tooMany(waitMs: number, headers: HeaderList = []): HttpError {
  const seconds = String(Math.max(1, Math.ceil(waitMs / 1000)));
  return new HttpError("RATE_LIMITED", { headers: [...headers, ["retry-after", seconds]] });
}

/** Makes a refusal of whatever was thrown while a request was answered. */
export type ToHttpError = (error: unknown, method: string) => HttpError;

/** Makes `INTERNAL` of any other error: the operator's log has its stack, the caller its number. */
export function createToHttpError({ log, random }: { log: Log; random: Random }): ToHttpError {
  return (error, method) => {
    if (error instanceof HttpError) return error;
    const request_id = random.bytes(8).toHex();
    const cause = error instanceof Error ? error.stack ?? error.message : String(error);
    log.error("A request failed", { request_id, method, error: cause });
    return new HttpError("INTERNAL", { after: { request_id } });
  };
}

/** The refusal of a method that a path does not take (RFC 9110, 15.5.6). */
export function methodNotAllowed(methods: readonly string[]): HttpError {
  return new HttpError("METHOD_NOT_ALLOWED", { headers: [["allow", methods.join(", ")]] });
}
