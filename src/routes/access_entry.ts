import { bodyBytesOf } from "../http/respond_cached.ts";
import type { AccessEntry } from "../telemetry/access_log.ts";
import { rootOf } from "./family.ts";
import type { RequestContext } from "./request_context.ts";
import type { RouteMatch } from "./router.ts";

/** The methods that the log names; a caller may send any other word. */
const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PATCH"];

/** The line of a request in the access log: nothing that was sent, but for names of what there is. */
export function accessEntryOf(
  context: RequestContext,
  response: Response,
  ms: number,
): AccessEntry {
  const { method, address, requestId, matched } = context;
  const { status } = response;
  return {
    method: METHODS.includes(method) ? method : "OTHER",
    path: context.ownPages === undefined ? patternOf(matched) : OWN_PATTERNS[context.ownPages],
    item: method === "OPTIONS" || status >= 400 ? undefined : itemOf(matched),
    status,
    ms,
    bytes: bodyBytesOf(response),
    credential: context.callerKind,
    caller: callerIdOf(context),
    address,
    requestId,
  };
}

const OWN_PATTERNS = { panel: "/admin/*", key_pages: "/key/*" } as const;

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
