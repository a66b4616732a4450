import { bodyBytesOf } from "../http/respond_cached.ts";
import type { AccessEntry } from "../telemetry/access_log.ts";
import type { CallerKind } from "../telemetry/counts.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import type { RequestContext } from "./request_context.ts";
import { rootOf } from "./family.ts";
import type { RouteMatch } from "./router.ts";

/** What let the caller in, or would have: a key that is used up is a key. */
function callerKind(
  { caller, refusal }: Pick<RequestContext, "caller" | "refusal">,
): CallerKind {
  if (caller === undefined) return refusal?.keyId === undefined ? "none" : "key";
  return caller.kind === "anyone" ? "none" : caller.kind;
}

/** The part of the telemetry that counts requests. */
export type RequestTelemetry = Pick<Telemetry, "requests" | "elapsed" | "accessLog">;

/** Counts a request that has ended with this response, and logs it where requests are logged. */
export function noteRequest(
  telemetry: RequestTelemetry,
  context: RequestContext,
  response: Response,
): Response {
  const { status } = response;
  const { matched, isForPanel, startedAt } = context;
  const ms = telemetry.elapsed() - startedAt;
  telemetry.requests.note(
    matched?.family.name ?? (isForPanel ? "panel" : "none"),
    matched?.endpoint?.id ?? "none",
    status,
    callerKind(context),
    ms,
  );
  telemetry.accessLog?.note(accessEntryOf(context, response, ms));
  return response;
}

/** The methods that the log names; a caller may send any other word. */
const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PATCH"];

/** The line of a request. It holds nothing that was sent, but for names of what there is. */
function accessEntryOf(context: RequestContext, response: Response, ms: number): AccessEntry {
  const { method, address, requestId, matched } = context;
  const { status } = response;
  return {
    method: METHODS.includes(method) ? method : "OTHER",
    path: context.isForPanel ? "/admin/*" : patternOf(matched),
    item: method === "OPTIONS" || status >= 400 ? undefined : itemOf(matched),
    status,
    ms,
    bytes: bodyBytesOf(response),
    credential: callerKind(context),
    caller: callerIdOf(context),
    address,
    requestId,
  };
}

/** `*`: what no table has. */
function patternOf(matched: RouteMatch | undefined): string {
  if (matched === undefined) return "*";
  const { access, family, group } = matched;
  return access.route || `${rootOf(family, group?.slug)}/*`;
}

/** A name in a path that one thing was answered for: whatever else was sent there finds nothing. */
function itemOf(matched: RouteMatch | undefined): string | undefined {
  const { endpoint, pathValues = {} } = matched ?? {};
  if (endpoint === undefined || !("one" in endpoint.answers)) return undefined;
  return Object.values(pathValues)[0];
}

function callerIdOf({ caller, refusal }: RequestContext): string | undefined {
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
