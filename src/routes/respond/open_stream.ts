import type { Admission } from "../../access/gate/access_request.ts";
import type { Gate } from "../../access/gate/gate.ts";
import { type HeaderList, joinHeaders } from "../../http/fixed_headers.ts";
import { HttpError, tryAgain } from "../../http/http_error.ts";
import { andThen, orElse } from "../../http/maybe_async.ts";
import { respondStream } from "../../http/respond/respond.ts";
import type { Renewal } from "../../live/view/stream_listener.ts";
import type { RequestContext } from "../request_context.ts";
import type { StreamRoute } from "../route.ts";
import type { RouteContext } from "../route_context.ts";
import type { RouteDeps } from "./route_deps.ts";

/**
 * Answers with a stream, which its caller is admitted to again from time to time.
 *
 * @throws {HttpError} while the server ends, or where it has as many streams as it may
 */
export function openStream(
  endpoint: StreamRoute,
  { live, eventStreams, maxStreams }: RouteDeps,
  { request, matched: { family: { gate }, access } }: RequestContext,
  ctx: RouteContext,
  admission: Admission,
  headers: HeaderList,
  values: Record<string, unknown>,
): Response {
  if (ctx.live.streams.isDraining) throw tryAgain("This server is about to end; connect again");
  const sent = joinHeaders(headers, endpoint.dependency.headers(ctx));
  // A stream that nobody reads would stay open.
  if (request.method === "HEAD") return respondStream(null, sent);
  if (live.streams.size() + eventStreams.size() >= maxStreams) {
    throw tryAgain("This server has as many streams as it may; connect again");
  }
  const renew = createRenewal(gate, request, access);
  const mayRead = (group: string) =>
    andThen(gate.screen(request, { ...access, group }), (screening) => screening === "open");
  return respondStream(endpoint.open(ctx, { request, admission, renew, mayRead }, values), sent);
}

/** Refusals that say nothing against the caller: one whose stream they ended could come back at once. */
const PASSING: readonly HttpError["code"][] = ["RATE_LIMITED", "TRY_AGAIN"];

/** Admits the caller of a stream again. It holds no content: a stream outlives many builds. */
function createRenewal(
  gate: Gate,
  request: RequestContext["request"],
  access: RequestContext["matched"]["access"],
): () => Promise<Renewal> {
  return async () => {
    const outcome = await orElse<unknown>(() => gate.admit(request, access), (error) => error);
    if (!(outcome instanceof Error)) return "renewed";
    return outcome instanceof HttpError && PASSING.includes(outcome.code) ? "later" : "refused";
  };
}
