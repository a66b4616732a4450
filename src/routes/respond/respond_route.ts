/**
 * This room answers a request whose caller was admitted.
 *
 * @module
 */

import type { Admission } from "../../access/gate/access_request.ts";
import type { Group } from "../../catalog/catalog.ts";
import { isAnswer } from "../../http/answer.ts";
import { type HeaderList, joinHeaders } from "../../http/fixed_headers.ts";
import { andThen, type MaybeAsync } from "../../http/maybe_async.ts";
import { readParameters } from "../../http/parameter.ts";
import { respondNow } from "../../http/respond/respond.ts";
import { respondCached } from "../../http/respond/respond_cached.ts";
import type { RequestContext } from "../request_context.ts";
import type { AnyRoute, UncachedRoute } from "../route.ts";
import type { RouteContext } from "../route_context.ts";
import { openStream } from "./open_stream.ts";
import { formerGroupsOf, respondFromCache, routeContextOf } from "./respond_from_cache.ts";
import type { RouteDeps } from "./route_deps.ts";

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
