import type { Admission } from "../../access/gate/access_request.ts";
import type { Group } from "../../catalog/catalog.ts";
import { withoutCredential } from "../../http/answer.ts";
import { type HeaderList, joinHeaders } from "../../http/fixed_headers.ts";
import type { MaybeAsync } from "../../http/maybe_async.ts";
import { respondCached } from "../../http/respond/respond_cached.ts";
import type { RequestContext } from "../request_context.ts";
import type { CachedRoute, RouteState } from "../route.ts";
import { RouteContext } from "../route_context.ts";
import type { RouteMatch } from "../router.ts";
import type { RouteDeps } from "./route_deps.ts";

/** What a cached answer is asked for by. */
export interface CachedQuestion {
  readonly endpoint: CachedRoute;
  readonly groups: readonly Group[];
  readonly values: Record<string, unknown>;
  /** The values as text. */
  readonly text: string;
  readonly mayRead: Admission["mayRead"];
}

/** From the cache, or by making the answer that holds now; `isAnyones`: no credential was needed. */
export function respondFromCache(
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

/** What an endpoint sees at this instant (epoch ms), of these groups. */
export function routeContextOf(
  { live, announced, events, eventStreams, changes }: RouteState,
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
export function formerGroupsOf(
  deps: RouteState,
  { content: { catalog } }: RequestContext,
  { dependency }: Pick<CachedRoute, "dependency">,
  { mayRead }: Pick<Admission, "mayRead">,
): readonly string[] {
  if (dependency?.groups === undefined) return NO_GROUPS;
  return dependency.groups(deps)
    .filter((slug) => catalog.group(slug)?.slug !== slug && mayRead(slug));
}
