import type { Log } from "../platform/log.ts";
import type { Random } from "../platform/random.ts";
import { HttpError } from "./http_error.ts";

/** Makes a refusal of whatever was thrown while a request was answered. */
export type ToHttpError = (error: unknown, method: string) => HttpError;

/** What is no refusal is a fault: told to the operator, and to the caller only by a number. */
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
