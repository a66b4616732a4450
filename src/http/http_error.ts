import type { Log } from "../platform/log.ts";
import { type ErrorCode, ERRORS } from "./error_table.ts";
import type { HeaderList } from "./fixed_headers.ts";

/**
 * The details of an error beyond its table entry. Never anything the caller sent: it may be a secret.
 */
export interface HttpErrorDetails {
  readonly message?: string;
  /** Further fields of the body, after `status`, `message` and before `type`. */
  readonly before?: Readonly<Record<string, string>>;
  /** Further fields of the body, after `type`. */
  readonly after?: Readonly<Record<string, string>>;
  readonly headers?: HeaderList;
  /** These very details are given to one refusal after the other, so that its response is worth keeping. */
  readonly isKept?: true;
}

const NO_DETAILS: HttpErrorDetails = { isKept: true };

/**
 * A refusal of a request. What finds a reason to refuse throws it, and the dispatch answers with it. Two
 * things return it instead:
 *
 * - The gate: the runtime finds the source position of what is thrown, which takes a sixth of the answer
 *   to a wrong key.
 * - What is read before the request is routed or its caller is known, since these decide how it is
 *   refused: `malformed` of a URL, and a body that did not come.
 */
export class HttpError extends Error {
  override name = "HttpError";
  readonly status: number;
  /** The key that is refused, if it is a known one: for the log, never for the answer. */
  keyId: string | undefined = undefined;

  constructor(readonly code: ErrorCode, readonly details: HttpErrorDetails = NO_DETAILS) {
    // A refusal's stack is never read, and it costs more than the rest of its answer.
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

/** The value of `read`; undefined if it refuses. */
export function unlessRefused<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof HttpError) return undefined;
    throw error;
  }
}

/** The refusal of a name or id that nothing has. */
export function notFound(message: string): HttpError {
  return new HttpError("NOT_FOUND", { message });
}

/** The refusal of one parameter: the hint names it and what it takes. */
export function invalidParameter(name: string, description: string): HttpError {
  return new HttpError("INVALID_PARAMETER", { after: { hint: `${name} takes ${description}` } });
}

/**
 * The refusal of a request that has no known mistake. Without a message it states that the
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

/** Makes a refusal of whatever was thrown while the request of this id was answered. */
export type ToHttpError = (error: unknown, method: string, requestId: string) => HttpError;

/** Makes `INTERNAL` of any other error: the operator's log has its stack, the caller the request's id. */
export function createToHttpError({ log }: { log: Log }): ToHttpError {
  return (error, method, request_id) => {
    if (error instanceof HttpError) return error;
    const cause = error instanceof Error ? error.stack ?? error.message : String(error);
    log.error("A request failed", { request_id, method, error: cause });
    return new HttpError("INTERNAL", { after: { request_id } });
  };
}

/** The refusal of a method that a path does not take (RFC 9110, 15.5.6). */
export function methodNotAllowed(methods: readonly string[]): HttpError {
  return new HttpError("METHOD_NOT_ALLOWED", { headers: [["allow", methods.join(", ")]] });
}
