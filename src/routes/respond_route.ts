import { callerMayRead } from "../access/gate/caller.ts";
import type { Group } from "../catalog/catalog.ts";
import { isAnswer, withoutCredential } from "../http/answer.ts";
import { type HeaderList, joinHeaders } from "../http/fixed_headers.ts";
import { andThen, type MaybeAsync } from "../http/maybe_async.ts";
import { readParameters } from "../http/parameter.ts";
import { respondNow } from "../http/respond.ts";
import { respondCached } from "../http/respond_cached.ts";
import { hasPages } from "../model/enums.ts";
import { openStream, type StreamDeps } from "./open_stream.ts";
import type { AdmittedRequest } from "./request_context.ts";
import type { AnyRoute, CachedRoute, LongRoute, UncachedRoute } from "./route.ts";
import { AnswerContext, type KeyState, type RouteState } from "./answer_context.ts";
import type { RouteMatch } from "./router.ts";

/** The dependencies of endpoints. */
export interface RouteDeps extends RouteState, KeyState, StreamDeps {
  /** The present instant, epoch ms. */
  now(): number;
}

/**
 * Answers a request for this endpoint whose caller was admitted.
 *
 * @throws {HttpError} or rejects with it
 */
export function respondRoute(
  endpoint: AnyRoute,
  deps: RouteDeps,
  context: AdmittedRequest,
): MaybeAsync<Response> {
  const question = questionOf(endpoint, context);
  const { answerHeaders: headers } = context;
  const groups = groupsFor(context);
  if ("handler" in endpoint) {
    const ctx = answerContextOf(deps, context, groups, deps.now(), NO_GROUPS);
    return respondUncached(endpoint, deps, context, ctx, headers, question.values);
  }
  return andThen(endpoint.dependency?.ready(deps), () => {
    const former = formerGroupsOf(deps, context, endpoint);
    if (!("open" in endpoint)) {
      return respondFromCache(endpoint, deps, context, groups, former, headers, question);
    }
    const ctx = answerContextOf(deps, context, groups, deps.now(), former);
    const own = endpoint.dependency.headers?.(deps) ?? [];
    return openStream(endpoint, deps, context, ctx, joinHeaders(headers, own), question.values);
  });
}

/** The parameters of a request, and the key under which its answer is kept. */
interface Question {
  readonly values: Record<string, unknown>;
  /** The values as text. */
  readonly text: string;
  /** The groups and the text that the key was last made of. */
  keyed?: { readonly groups: readonly Group[]; readonly text: string; readonly key: string };
}

/** The questions without a body, as long as the matches of their targets are remembered. */
const questions = new WeakMap<RouteMatch, Question>();

function questionOf({ parameters }: AnyRoute, context: AdmittedRequest): Question {
  const { matched, method } = context;
  const read = (): Question => readParameters(context, parameters, matched.pathValues);
  // A body asks further things of the same target.
  if (method !== "GET" && method !== "HEAD") return read();
  let question = questions.get(matched);
  if (question === undefined) questions.set(matched, question = read());
  return question;
}

function groupsFor(
  { content: { catalog }, matched: { group }, caller }: AdmittedRequest,
): readonly Group[] {
  if (group !== undefined) return onlyGroup(group);
  // Nearly every key may read them all.
  if (caller.kind === "key" && caller.key.groups.length === 0) return catalog.groups;
  if (caller.kind === "anyone") return catalog.groups.filter((one) => hasPages(one.public));
  return catalog.groups.filter(({ slug }) => callerMayRead(caller, slug));
}

const lists = new WeakMap<Group, readonly Group[]>();

function onlyGroup(group: Group): readonly Group[] {
  let list = lists.get(group);
  if (list === undefined) lists.set(group, list = [group]);
  return list;
}

const NO_GROUPS: readonly string[] = [];

/**
 * The groups that content has no more, and that the endpoint answers of all the same. The name of such a
 * group may lead to another one now.
 */
function formerGroupsOf(
  deps: RouteState,
  { content: { catalog }, caller }: AdmittedRequest,
  { dependency }: Pick<CachedRoute, "dependency">,
): readonly string[] {
  if (dependency?.groups === undefined) return NO_GROUPS;
  return dependency.groups(deps)
    .filter((slug) => catalog.group(slug)?.slug !== slug && callerMayRead(caller, slug));
}

/** What an endpoint sees at this instant (epoch ms), of these groups. */
function answerContextOf(
  deps: RouteState,
  { content, matched: { family } }: AdmittedRequest,
  groups: readonly Group[],
  now: number,
  former: readonly string[],
): AnswerContext {
  return new AnswerContext(deps, content, family.envelope, groups, now, former);
}

/** From the cache, or by making the answer that holds now. */
function respondFromCache(
  endpoint: CachedRoute | LongRoute,
  deps: RouteDeps,
  context: AdmittedRequest,
  groups: readonly Group[],
  former: readonly string[],
  headers: HeaderList,
  question: Question,
): MaybeAsync<Response> {
  const { content: { answers }, matched, method, caller } = context;
  const { dependency } = endpoint;
  const { values } = question;
  const now = deps.now();
  const key = cacheKeyOf(endpoint, matched, groups, former, question);
  const version = dependency?.version(deps) ?? "";
  const contextAt = () => answerContextOf(deps, context, groups, now, former);
  const kept = "answer" in endpoint
    ? answers.take(key, version, now, () => endpoint.answer(contextAt(), values))
    : answers.takeLong(key, version, now, () => endpoint.turns(contextAt(), values));
  return andThen(kept, (answer) => {
    // Nobody needed a credential for this one.
    const isAnyones = endpoint.feed === true && caller.kind === "anyone";
    const sent = isAnyones ? withoutCredential(answer) : answer;
    const all = dependency?.headers === undefined
      ? headers
      : joinHeaders(headers, dependency.headers(deps));
    return respondCached(method, context.headers, sent, now, all);
  });
}

function cacheKeyOf(
  { id }: AnyRoute,
  { family }: RouteMatch,
  groups: readonly Group[],
  former: readonly string[],
  question: Question,
): string {
  const text = former.length === 0 ? question.text : `${question.text}&former=${former}`;
  const { keyed } = question;
  if (keyed?.groups === groups && keyed.text === text) return keyed.key;
  const slugs = groups.map(({ slug }) => slug);
  const key = `${family.name}/${slugs}/${id}?${text}`;
  question.keyed = { groups, text, key };
  return key;
}

async function respondUncached(
  endpoint: UncachedRoute,
  { meter, feedTokens, webhooks, rotateKey, now }: RouteDeps,
  request: AdmittedRequest,
  ctx: AnswerContext,
  headers: HeaderList,
  values: Record<string, unknown>,
): Promise<Response> {
  const { method, caller, content: { answers, pictures }, matched: { family } } = request;
  let all = headers;
  let status = 200;
  const value = await endpoint.handler({
    request,
    ctx,
    caller,
    plans: request.plans,
    meter,
    feedTokens,
    webhooks,
    rotateKey,
    answers,
    pictures,
    addHeaders: (added) => void (all = joinHeaders(all, added)),
    setStatus: (code) => void (status = code),
  }, values);
  if (isAnswer(value)) return respondCached(method, request.headers, value, now(), all);
  return respondNow(method, value, joinHeaders(all, family.vary), status);
}
