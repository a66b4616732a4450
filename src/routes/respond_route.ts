import type { Admission } from "../access/gate/access_request.ts";
import type { Gate } from "../access/gate/gate.ts";
import type { OwnFeedTokens } from "../access/limits/own_feed_tokens.ts";
import type { Meter } from "../access/limits/meter.ts";
import type { Group } from "../catalog/catalog.ts";
import { isAnswer, withoutCredential } from "../http/answer.ts";
import { type HeaderList, joinHeaders } from "../http/fixed_headers.ts";
import { andThen, type MaybeAsync, orElse } from "../http/maybe_async.ts";
import { readParameters } from "../http/parameter.ts";
import { HttpError, tryAgain } from "../http/http_error.ts";
import { respondNow, respondStream } from "../http/respond/respond.ts";
import { respondCached } from "../http/respond/respond_cached.ts";
import type { Renewal } from "../live/view/stream_listener.ts";
import type { RequestContext } from "./request_context.ts";
import type { RouteMatch } from "./router.ts";
import type { AnyRoute, CachedRoute, RouteState, StreamRoute, UncachedRoute } from "./route.ts";
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
 * Answers a request for this endpoint whose caller was admitted; `own` are the headers of every answer to
 * it.
 *
 * @throws {HttpError} or rejects with it
 */
export function respondRoute(
  endpoint: AnyRoute,
  deps: RouteDeps,
  context: RequestContext,
  own: HeaderList,
  admission: Admission,
): MaybeAsync<Response> {
  const { matched: { pathValues, announced }, request } = context;
  const { values, text } = readParameters(request, endpoint.parameters, pathValues);
  const headers = joinHeaders(own, announced);
  const groups = groupsFor(context, admission);
  if ("handler" in endpoint) {
    const ctx = routeContextOf(deps, context, groups, deps.now());
    return respondUncached(endpoint, deps, { ...context, headers }, ctx, admission, values);
  }
  const ready = endpoint.dependency?.ready(deps);
  if ("open" in endpoint) {
    return andThen(ready, () => {
      const former = formerGroupsOf(deps, context, endpoint, admission);
      const ctx = routeContextOf(deps, context, groups, deps.now(), former);
      return openStream(endpoint, deps, context, ctx, admission, headers, values);
    });
  }
  const isAnyones = endpoint.feed === true && admission.caller.kind === "anyone";
  const kept = { endpoint, groups, values, text, mayRead: admission.mayRead };
  return ready === undefined
    ? respondFromCache(deps, context, kept, headers, isAnyones)
    : ready.then(() => respondFromCache(deps, context, kept, headers, isAnyones));
}

/** The groups that an answer is made of. */
function groupsFor(
  { content: { catalog }, matched: { group } }: RequestContext,
  { caller, mayRead }: Admission,
): readonly Group[] {
  if (group !== undefined) return onlyGroup(group);
  // Nearly every key may read them all.
  if (caller.kind === "key" && caller.key.groups.length === 0) return catalog.groups;
  return catalog.groups.filter(({ slug }) => mayRead(slug));
}

const lists = new WeakMap<Group, readonly Group[]>();

function onlyGroup(group: Group): readonly Group[] {
  let list = lists.get(group);
  if (list === undefined) lists.set(group, list = [group]);
  return list;
}

function routeContextOf(
  { live, announced, events, eventStreams, changes }: RouteDeps,
  { content: { catalog, site }, matched: { family } }: RequestContext,
  groups: readonly Group[],
  now: number,
  formerGroups: readonly string[] = NO_GROUPS,
): RouteContext {
  return new RouteContext(
    catalog,
    live,
    announced,
    events,
    eventStreams,
    changes,
    groups,
    now,
    family.envelope,
    site,
    formerGroups,
  );
}

const NO_GROUPS: readonly string[] = [];

/**
 * The groups that content has no more, and of which the endpoint tells this caller all the same. The name
 * of such a group may lead to another one now.
 */
function formerGroupsOf(
  deps: RouteDeps,
  { content: { catalog } }: RequestContext,
  { dependency }: Pick<CachedRoute, "dependency">,
  { mayRead }: Pick<Admission, "mayRead">,
): readonly string[] {
  if (dependency?.groups === undefined) return NO_GROUPS;
  return dependency.groups(deps)
    .filter((slug) => catalog.group(slug)?.slug !== slug && mayRead(slug));
}

/** What a cached answer is asked for by. */
interface CachedQuestion {
  readonly endpoint: CachedRoute;
  readonly groups: readonly Group[];
  readonly values: Record<string, unknown>;
  /** The values as text. */
  readonly text: string;
  readonly mayRead: Admission["mayRead"];
}

/** From the cache, or by making the answer that holds now; `isAnyones`: no credential was needed. */
function respondFromCache(
  deps: RouteDeps,
  context: RequestContext,
  question: CachedQuestion,
  headers: HeaderList,
  isAnyones: boolean,
): MaybeAsync<Response> {
  const { content: { answers }, matched, request } = context;
  const { endpoint: { dependency }, endpoint, groups, values } = question;
  const former = formerGroupsOf(deps, context, endpoint, question);
  const now = deps.now();
  const version = dependency?.version(deps) ?? "";
  const text = former.length === 0 ? question.text : `${question.text}&former=${former}`;
  const key = cacheKeyOf(matched, { endpoint, groups, text });
  const answer = answers.take(
    key,
    version,
    now,
    () => endpoint.answer(routeContextOf(deps, context, groups, now, former), values),
  );
  const sent = isAnyones ? withoutCredential(answer) : answer;
  const all = dependency === undefined ? headers : joinHeaders(headers, dependency.headers(deps));
  return respondCached(request.method, request.headers, sent, now, all);
}

/** The key under which a match was asked for last, which is mostly the next one too. */
const lastKeys = new WeakMap<
  RouteMatch,
  Pick<CachedQuestion, "groups" | "text"> & { key: string }
>();

function cacheKeyOf(
  matched: RouteMatch,
  { endpoint, groups, text }: Pick<CachedQuestion, "endpoint" | "groups" | "text">,
): string {
  const last = lastKeys.get(matched);
  if (last?.groups === groups && last.text === text) return last.key;
  const slugs = groups.map(({ slug }) => slug);
  const key = `${matched.family.name}/${slugs}/${endpoint.id}?${text}`;
  lastKeys.set(matched, { groups, text, key });
  return key;
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
    answers: content.answers,
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
    const outcome = await orElse<unknown>(() => gate.admit(request, access), (error) => error);
    if (!(outcome instanceof Error)) return "renewed";
    return outcome instanceof HttpError && PASSING.includes(outcome.code) ? "later" : "refused";
  };
}
