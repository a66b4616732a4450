import type { Log } from "../platform/log.ts";
import { type ErrorCode, ERRORS } from "./error_table.ts";
import type { HeaderList } from "./fixed_headers.ts";

/**
 * The details of an error beyond its table entry. Never anything the caller sent: it may be a secret.
 */
interface HttpErrorDetails {
  readonly message?: string;
  /** Further fields of the body, after `status`, `message` and before `type`. */
  readonly before?: Readonly<Record<string, string>>;
  /** Further fields of the body, after `type`. */
  readonly after?: Readonly<Record<string, string>>;
  readonly headers?: HeaderList;
  /** The key that is refused, if it is a known one: for the log, never for the answer. */
  readonly keyId?: string | undefined;
}

/**
 * A refusal of a request. What finds a reason to refuse throws it; the dispatch answers with it. It is no
 * `Error`: nobody reads its stack, which costs more than the rest of its answer.
 */
export class HttpError {
  readonly status: number;
  readonly message: string;

  constructor(readonly code: ErrorCode, readonly details: HttpErrorDetails = {}) {
    this.status = ERRORS[code].status;
    this.message = details.message ?? ERRORS[code].message;
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

/** The refusal of a name or id that nothing has; `hint`: what may be meant. */
export function notFound(message: string, hint?: string): HttpError {
  return new HttpError("NOT_FOUND", { message, ...hint !== undefined && { after: { hint } } });
}

/** The refusal of one parameter: the hint names it and what it takes. */
export function invalidParameter(name: string, description: string): HttpError {
  return new HttpError("INVALID_PARAMETER", { after: { hint: `${name} takes ${description}` } });
}

/**
 * The refusal of a request that has no known mistake. Without a message it states that the
 * store is out of reach.
 */
export function tryAgain(message?: string, keyId?: string): HttpError {
  return new HttpError("TRY_AGAIN", {
    ...(message !== undefined && { message }),
    keyId,
    headers: [["retry-after", "1"]],
  });
}

/** The refusal of a caller who is too fast or failed too often, and when to come back. */
export function tooMany(waitMs: number, headers: HeaderList = [], keyId?: string): HttpError {
  const seconds = String(Math.max(1, Math.ceil(waitMs / 1000)));
  return new HttpError("RATE_LIMITED", { keyId, headers: [...headers, ["retry-after", seconds]] });
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
