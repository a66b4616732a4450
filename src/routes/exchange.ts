import type { Caller } from "../access/gate/access_request.ts";
import type { HttpError } from "../http/http_error.ts";
import type { CallerKind } from "../telemetry/request_counts.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import type { RouteMatch } from "./router.ts";

/** What is known of a request for counts and log; it is filled in on the request's way. */
export class Exchange {
  /** Where the request leads, as soon as that is known. */
  matched: RouteMatch | undefined = undefined;
  /** Who was let in. */
  caller: Caller | undefined = undefined;
  /** The refusal it came to. */
  refusal: HttpError | undefined = undefined;

  /** `startedAt` is in milliseconds of the telemetry's own clock. */
  constructor(readonly startedAt: number) {}
}

/** What let the caller in, or would have: a key that is used up is a key. */
export function callerKind({ caller, refusal }: Exchange): CallerKind {
  if (caller === undefined) return refusal?.keyId === undefined ? "none" : "key";
  return caller.kind === "anyone" ? "none" : caller.kind;
}

/** Counts an exchange that has ended. */
export function noteExchange(
  { requests, elapsed }: ExchangeTelemetry,
  exchange: Exchange,
  status: number,
): void {
  const { matched, startedAt } = exchange;
  requests.note(
    matched?.family.name ?? "none",
    matched?.endpoint?.id ?? "none",
    status,
    callerKind(exchange),
    elapsed() - startedAt,
  );
}

/** The part of the telemetry that counts exchanges. */
export type ExchangeTelemetry = Pick<Telemetry, "requests" | "elapsed">;
