import type { Coding } from "../../http/answer.ts";
import { rootOf } from "../../routes/family.ts";
import type { Exchange } from "../../routes/exchange.ts";
import type { RouteMatch } from "../../routes/router.ts";
import type { AccessLog } from "./access_log.ts";
import type { CallerKind, Counts } from "./counts.ts";

/** Where requests are noted. */
interface RequestNotes {
  readonly counts: Counts;
  /** Undefined if requests are not logged. */
  readonly accessLog: AccessLog | undefined;
}

/** The methods that the log names; a caller may send any other word. */
const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PATCH"];

/**
 * Counts a request that was answered, and logs it where requests are logged: nothing that was sent, but for
 * names of what there is.
 */
export function noteRequest(
  { counts, accessLog }: RequestNotes,
  exchange: Exchange,
  response: Response,
  ms: number,
): void {
  const { status } = response;
  const { match, pages, client } = exchange;
  const credential = callerKindOf(exchange);
  const family = match?.family.name ?? pages?.name ?? "none";
  counts.noteRequest(family, match?.endpoint?.id ?? "none", status, credential, ms);
  const { method } = exchange.raw;
  accessLog?.note({
    method: METHODS.includes(method) ? method : "OTHER",
    path: pages === undefined ? patternOf(match) : `/${pages.root}/*`,
    item: method === "OPTIONS" || status >= 400 ? undefined : itemOf(match),
    status,
    ms,
    bytes: bytesOf(exchange, response),
    credential,
    caller: callerIdOf(exchange),
    address: client.address,
    requestId: client.requestId,
  });
}

/** What let the caller in, or would have: a key that is used up is a key. */
function callerKindOf({ admitted, refusal }: Exchange): CallerKind {
  if (admitted === undefined) return refusal?.details.keyId === undefined ? "none" : "key";
  const { kind } = admitted.caller;
  return kind === "anyone" ? "none" : kind;
}

/** `*`: what no table has. */
function patternOf(match: RouteMatch | undefined): string {
  if (match === undefined) return "*";
  const { access, family, group } = match;
  return access.route() || `${rootOf(family, group?.slug)}/*`;
}

/** A name in a path that one thing was answered for: whatever else was sent there finds nothing. */
function itemOf(match: RouteMatch | undefined): string | undefined {
  const { endpoint, pathValues = {} } = match ?? {};
  if (endpoint === undefined || !("one" in endpoint.answers)) return undefined;
  return Object.values(pathValues)[0];
}

/** The bytes of a kept answer's body, as it was sent; undefined if they are not known. */
function bytesOf({ answer, raw }: Exchange, { status, headers }: Response): number | undefined {
  if (raw.method === "HEAD" || status === 204 || status === 304) return 0;
  const coding = (headers.get("content-encoding") ?? "identity") as Coding;
  const coded = answer?.coded.get(coding);
  return coded instanceof Promise ? undefined : coded?.length;
}

function callerIdOf({ admitted, refusal }: Exchange): string | undefined {
  const caller = admitted?.caller;
  switch (caller?.kind) {
    case undefined:
      return refusal?.details.keyId;
    case "key":
    case "feed":
      return caller.key.id;
    case "token":
      return caller.token.id;
    case "admin":
      return caller.username;
    case "anyone":
      return undefined;
  }
}
