import type { Caller } from "../access/gate/access_request.ts";
import type { Client } from "../http/parsed_request.ts";
import type { HttpError } from "../http/http_error.ts";
import type { CallerKind } from "../telemetry/counts.ts";
import { bodyBytesOf } from "../http/respond/respond.ts";
import type { AccessEntry } from "../telemetry/access_log.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import type { RouteMatch } from "./router.ts";

/** What is known of a request for counts and log; it is filled in on the request's way. */
export class Exchange {
  /** Where the request leads, as soon as that is known. */
  matched: RouteMatch | undefined = undefined;
  /** Whether it is for the pages of operators, which stand beside the families. */
  isForPanel = false;
  /** Who was let in. */
  caller: Caller | undefined = undefined;
  /** The refusal it came to. */
  refusal: HttpError | undefined = undefined;

  /** `startedAt` is in milliseconds of the telemetry's own clock. */
  constructor(
    readonly startedAt: number,
    readonly method: string,
    readonly client: Client,
  ) {}
}

/** What let the caller in, or would have: a key that is used up is a key. */
export function callerKind({ caller, refusal }: Exchange): CallerKind {
  if (caller === undefined) return refusal?.keyId === undefined ? "none" : "key";
  return caller.kind === "anyone" ? "none" : caller.kind;
}

/** Counts an exchange that has ended with this response, and logs it where requests are logged. */
export function noteExchange(
  telemetry: ExchangeTelemetry,
  exchange: Exchange,
  response: Response,
): Response {
  const { status } = response;
  const { matched, isForPanel, startedAt } = exchange;
  const ms = telemetry.elapsed() - startedAt;
  telemetry.requests.note(
    matched?.family.name ?? (isForPanel ? "panel" : "none"),
    matched?.endpoint?.id ?? "none",
    status,
    callerKind(exchange),
    ms,
  );
  telemetry.accessLog?.note(accessEntryOf(exchange, response, ms));
  return response;
}

/** The part of the telemetry that is told of exchanges. */
export type ExchangeTelemetry = Pick<Telemetry, "requests" | "elapsed" | "accessLog">;

/** The methods that are told; anybody may send another word in their place. */
const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PATCH"];

/** The line of an exchange. It holds nothing that was sent, but for names of what there is. */
function accessEntryOf(exchange: Exchange, response: Response, ms: number): AccessEntry {
  const { method, client } = exchange;
  const { status } = response;
  return {
    method: METHODS.includes(method) ? method : "OTHER",
    path: exchange.isForPanel ? "/admin/*" : patternOf(exchange.matched),
    item: method === "OPTIONS" || status >= 400 ? undefined : itemOf(exchange.matched),
    status,
    ms,
    bytes: bodyBytesOf(response),
    credential: callerKind(exchange),
    caller: callerIdOf(exchange),
    address: client.address,
    requestId: client.requestId,
  };
}

const ROOTS = { public: "", codes: "/api/codes", admin: "/api/admin", v1: "/v1" };

/** `*` stands for what no table has. */
function patternOf(matched: RouteMatch | undefined): string {
  if (matched === undefined) return "*";
  const { family: { name }, group, endpoint } = matched;
  const root = name === "bare" || name === "wrapped" ? `/api/${group?.slug}` : ROOTS[name];
  return `${root}/${endpoint?.path ?? "*"}`;
}

/** A name in a path that one thing was answered for: whatever else was sent there finds nothing. */
function itemOf(matched: RouteMatch | undefined): string | undefined {
  const { endpoint, pathValues = {} } = matched ?? {};
  if (endpoint === undefined || !("one" in endpoint.answers)) return undefined;
  return Object.values(pathValues)[0];
}

function callerIdOf({ caller, refusal }: Exchange): string | undefined {
  switch (caller?.kind) {
    case undefined:
      return refusal?.keyId;
    case "key":
      return caller.key.id;
    case "token":
    case "feed":
      return caller.token.id;
    case "admin":
      return caller.username;
    case "anyone":
      return undefined;
  }
}
