import type { Admission } from "../access/gate/access_request.ts";
import type { Gate } from "../access/gate/gate.ts";
import type { OwnFeedTokens } from "../access/limits/own_feed_tokens.ts";
import type { Meter } from "../access/limits/meter.ts";
import { isAnswer, withoutCredential } from "../http/answer.ts";
import { type HeaderList, joinHeaders } from "../http/fixed_headers.ts";
import { andThen, type MaybeAsync } from "../http/maybe_async.ts";
import { readParameters } from "../http/parameter.ts";
import { HttpError, tryAgain } from "../http/http_error.ts";
import { noSuchPath } from "./no_such_path.ts";
import { respondNow, respondStream } from "../http/respond.ts";
import { respondCached } from "../http/respond_cached.ts";
import type { Renewal } from "../live/view/stream_listener.ts";
import type { RequestContext } from "./request_context.ts";
import type { CachedRoute, RouteState, StreamRoute, UncachedRoute } from "./route.ts";
import type { Webhooks } from "../webhooks/webhooks.ts";
import { RouteContext } from "./route_context.ts";

/** The dependencies of endpoints. */
export interface RouteDeps extends RouteState {
  /** The meter of what keys have used. */
  readonly meter: Meter;
  /** What keys may do with their feed tokens. */
  readonly feedTokens: OwnFeedTokens;
  /** The webhooks of all keys. */
  readonly webhooks: Webhooks;
  /** SSE_LIMIT */
  readonly maxStreams: number;
  /** The present instant, epoch ms. */
  now(): number;
}

/**
 * Answers a request whose caller was admitted.
 *
 * @throws {HttpError} or rejects with it
 */
export function respondRoute(
  deps: RouteDeps,
  context: RequestContext,
  admission: Admission,
): MaybeAsync<Response> {
  const { matched: { endpoint, pathValues, announced }, request } = context;
  if (endpoint === undefined) throw noSuchPath(context);
  const { values, text } = readParameters(request, endpoint.parameters, pathValues);
  const headers = joinHeaders(context.headers, announced);
  const ctx = routeContextOf(deps, context, admission);
  if ("handler" in endpoint) {
    return respondUncached(endpoint, deps, { ...context, headers }, ctx, admission, values);
  }
  const ready = endpoint.dependency?.ready(deps);
  if ("open" in endpoint) {
    return andThen(
      ready,
      () => openStream(endpoint, deps, context, ctx, admission, headers, values),
    );
  }
  const isAnyones = endpoint.feed === true && admission.caller.kind === "anyone";
  return andThen(
    ready,
    () => respondFromCache(endpoint, context, ctx, values, text, headers, isAnyones),
  );
}

function routeContextOf(
  { live, announced, events, eventStreams, changes, now }: RouteDeps,
  { content: { catalog, site }, matched: { group, family } }: RequestContext,
  admission: Admission,
): RouteContext {
  const groups = group ? [group] : catalog.groups.filter(({ slug }) => admission.mayRead(slug));
  return new RouteContext(
    catalog,
    live,
    announced,
    events,
    eventStreams,
    changes,
    groups,
    now(),
    family.envelope,
    site,
  );
}

/** From the cache, or by making the answer that holds now; `isAnyones`: no credential was needed. */
function respondFromCache(
  endpoint: CachedRoute,
  { content: { answers }, matched: { family }, request }: RequestContext,
  ctx: RouteContext,
  values: Record<string, unknown>,
  text: string,
  headers: HeaderList,
  isAnyones: boolean,
): MaybeAsync<Response> {
  const { now } = ctx;
  const key = `${family.name}/${ctx.groups.map(({ slug }) => slug)}/${endpoint.id}?${text}`;
  const version = endpoint.dependency?.version(ctx) ?? "";
  const answer = answers.take(key, version, now, () => endpoint.answer(ctx, values));
  const fresh = endpoint.dependency?.headers(ctx) ?? [];
  const sent = isAnyones ? withoutCredential(answer) : answer;
  return respondCached(request.method, request.headers, sent, now, joinHeaders(headers, fresh));
}

async function respondUncached(
  endpoint: UncachedRoute,
  { meter, feedTokens, webhooks, now }: RouteDeps,
  { request, content, matched: { family }, headers }: RequestContext,
  ctx: RouteContext,
  { caller }: Admission,
  values: Record<string, unknown>,
): Promise<Response> {
  let all = headers;
  let status = 200;
  const value = await endpoint.handler({
    request,
    ctx,
    caller,
    plans: content.catalog.index.plans,
    meter,
    feedTokens,
    webhooks,
    addHeaders: (added) => void (all = joinHeaders(all, added)),
    setStatus: (code) => void (status = code),
  }, values);
  if (isAnswer(value)) {
    return respondCached(request.method, request.headers, value, now(), all);
  }
  return respondNow(request.method, value, joinHeaders(all, family.vary), status);
}

function openStream(
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
    try {
      await gate.admit(request, access);
      return "renewed";
    } catch (error) {
      return error instanceof HttpError && PASSING.includes(error.code) ? "later" : "refused";
    }
  };
}
