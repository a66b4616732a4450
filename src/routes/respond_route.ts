import { type Answer, isAnswer } from "../http/answer.ts";
import { type HeaderList, joinHeaders } from "../http/fixed_headers.ts";
import type { MaybeAsync } from "../http/maybe_async.ts";
import { readParameters } from "../http/parameter.ts";
import { respondAnswer, respondNow } from "../http/respond.ts";
import { hasPages } from "../model/enums.ts";
import { AnswerContext } from "./answer_context.ts";
import type { AdmittedExchange } from "./exchange.ts";
import { openStream, type StreamDeps } from "./open_stream.ts";
import type { Route } from "./route.ts";

/** What endpoints are answered with. */
export interface RouteDeps extends StreamDeps {
  /** The present instant, epoch ms. */
  now(): number;
}

/**
 * Answers a request for this endpoint whose caller was admitted.
 *
 * @throws {HttpError} or rejects with it
 */
export async function respondRoute(
  route: Route,
  deps: RouteDeps,
  exchange: AdmittedExchange,
): Promise<Response> {
  const { request, match, admitted, content } = exchange;
  const { values, text } = readParameters(request, route.parameters, match.pathValues);
  const waiting = route.dependency?.ready(deps.use);
  if (waiting !== undefined) await waiting;
  const now = deps.now();
  const scope = scopeOf(exchange);
  const contextOf = () => {
    const groups = match.group === undefined
      ? content.catalog.groups.filter(({ slug }) => scope.mayRead(slug))
      : [match.group];
    return new AnswerContext(content, match.family.envelope, groups, scope.mayRead, now, deps.use);
  };
  if (route.kept === undefined) {
    return await respondFresh(route, deps, exchange, contextOf(), values);
  }
  // Nobody needed a credential for a public feed: shared caches may keep it for them.
  const isAnyones = route.feed === true && admitted.caller.kind === "anyone";
  const make = () => {
    const answer = route.kept!(contextOf(), values);
    return isAnyones ? { ...answer, ...FOR_ANYONE, templates: new Map() } : answer;
  };
  const scopeName = match.group?.slug ?? scope.name;
  const key = `${match.family.name}/${scopeName}/${route.id}?${text}${isAnyones ? "&anyone" : ""}`;
  const version = route.dependency?.version(deps.use) ?? "";
  const answer = content.answers.take(key, version, now, make);
  const own = route.dependency?.headers?.(deps.use) ?? [];
  return await sendAnswer(exchange, answer, now, joinHeaders(admitted.headers, own));
}

/** How long a client may keep an answer that needed no credential, in seconds. */
const FOR_ANYONE = { forEverybody: "uncredentialed", maxAge: 300 } as const;

function sendAnswer(
  exchange: AdmittedExchange,
  answer: Answer,
  now: number,
  further: HeaderList,
): MaybeAsync<Response> {
  const { request, headers } = exchange;
  exchange.answer = answer;
  const all = joinHeaders(headers, further);
  return respondAnswer(request.method, request.headers, answer, now, all);
}

/** What a caller may read: callers with the same name of it share answers. */
interface Scope {
  readonly name: string;
  mayRead(slug: string): boolean;
}

const ALL: Scope = { name: "*", mayRead: () => true };

function scopeOf({ content: { catalog }, admitted: { caller } }: AdmittedExchange): Scope {
  switch (caller.kind) {
    case "key":
    case "feed": {
      const { groups } = caller.key;
      return groups.length === 0
        ? ALL
        : { name: groups.join(), mayRead: (slug) => groups.includes(slug) };
    }
    case "anyone":
      return { name: "public", mayRead: (slug) => hasPages(catalog.group(slug)?.public ?? "none") };
    default:
      return ALL;
  }
}

async function respondFresh(
  route: Route,
  deps: RouteDeps,
  exchange: AdmittedExchange,
  ctx: AnswerContext,
  values: Record<string, unknown>,
): Promise<Response> {
  const { request, match: { family, access }, admitted, content } = exchange;
  const { plans } = content.catalog.index;
  let added: HeaderList = [];
  let status = 200;
  const value = await route.fresh!({
    request,
    ctx,
    caller: admitted.caller,
    plans,
    answers: content.answers,
    pictures: content.pictures,
    addHeaders: (headers) => void (added = joinHeaders(added, headers)),
    setStatus: (code) => void (status = code),
    charge: async (units) => await family.gate.chargeMore?.(admitted, units, access, plans),
    openStream: (open) => openStream(deps, exchange, open),
  }, values);
  if (value instanceof Response) return value;
  const further = joinHeaders(admitted.headers, added);
  if (isAnswer(value)) return await sendAnswer(exchange, value, deps.now(), further);
  const all = joinHeaders(joinHeaders(exchange.headers, further), family.vary);
  return respondNow(request.method, value, all, status);
}
