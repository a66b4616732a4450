import type { Caller } from "../access/gate/caller.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { isAnswer } from "../http/answer.ts";
import { type HeaderList, joinHeaders } from "../http/fixed_headers.ts";
import { readParameters } from "../http/parameter.ts";
import { respondAnswer, respondNow } from "../http/respond.ts";
import { showsAtLeast } from "../model/enums.ts";
import { AnswerContext } from "./answer_context.ts";
import type { AdmittedExchange, DispatchDeps } from "./exchange.ts";
import { varyOf } from "./family.ts";
import type { Route } from "./route.ts";

/** What endpoints are answered with. */
type RouteDeps = Pick<DispatchDeps, "gate" | "now" | "openStream" | "service">;

/** A request whose caller was let in, as far as its answer depends on it. */
type Asking = Pick<AdmittedExchange, "content" | "request" | "match" | "admitted">;

/** What an endpoint made for a request. */
interface Made {
  /** An answer, a value to send as JSON, or a response. */
  readonly answer: unknown;
  readonly status: number;
  readonly headers: HeaderList;
  /** The instant it was made for, epoch ms. */
  readonly now: number;
}

/**
 * Makes what an endpoint answers a request whose caller was admitted. `waits`: until what it depends on is
 * current; else it is answered as memory has it.
 *
 * @throws {HttpError} or rejects with it
 */
export async function answerRoute(
  route: Route,
  deps: RouteDeps,
  exchange: Asking,
  waits = true,
): Promise<Made> {
  const { request, match, content, admitted: { caller } } = exchange;
  const { values, text } = readParameters(request, route.parameters, match.pathValues);
  const waiting = waits ? route.dependency?.ready(deps.service) : undefined;
  if (waiting !== undefined) await waiting;
  const now = deps.now();
  const { catalog } = content;
  const scope = scopeOf(caller, catalog);
  const contextOf = () => {
    const { group, family: { envelope } } = match;
    const groups = group ? [group] : catalog.groups.filter(({ slug }) => scope.mayRead(slug));
    return new AnswerContext(content, envelope, groups, scope.mayRead, now, deps.service);
  };
  if (route.kept === undefined) return await makeFresh(route, deps, exchange, contextOf(), values);
  // Nobody needed a credential: shared caches may keep it for them.
  const isAnyones = route.publicFrom !== undefined && caller.kind === "anyone";
  const make = () => {
    const answer = route.kept!(contextOf(), values);
    return isAnyones ? { ...answer, ...FOR_ANYONE, templates: new Map() } : answer;
  };
  const scopeName = match.group?.slug ?? scope.name;
  const key = `${match.family.name}/${scopeName}/${route.id}?${text}${isAnyones ? "&anyone" : ""}`;
  const version = route.dependency?.version(deps.service) ?? "";
  const answer = content.answers.take(key, version, now, make);
  return { answer, status: 200, headers: route.dependency?.headers?.(deps.service) ?? [], now };
}

/** Answers a request for this endpoint, likewise. */
export async function respondRoute(
  route: Route,
  deps: RouteDeps,
  exchange: AdmittedExchange,
): Promise<Response> {
  const { answer, status, headers, now } = await answerRoute(route, deps, exchange);
  if (answer instanceof Response) return answer;
  const { request, match, admitted } = exchange;
  const all = joinHeaders(joinHeaders(exchange.headers, admitted.headers), headers);
  if (!isAnswer(answer)) {
    return respondNow(request.method, answer, joinHeaders(all, varyOf(match.family)), status);
  }
  exchange.answer = answer;
  return await respondAnswer(request.method, request.headers, answer, now, all);
}

/** How long a client may keep an answer that needed no credential, in seconds. */
const FOR_ANYONE = { forEverybody: "uncredentialed", maxAge: 300 } as const;

/** What a caller may read: callers with the same name of it share answers. */
interface Scope {
  readonly name: string;
  mayRead(slug: string): boolean;
}

const ALL: Scope = { name: "*", mayRead: () => true };

/** What this caller may read. */
export function scopeOf(caller: Caller, catalog: Catalog): Scope {
  switch (caller.kind) {
    case "key":
    case "feed": {
      const { groups } = caller.key;
      return groups.length === 0
        ? ALL
        : { name: groups.join(), mayRead: (slug) => groups.includes(slug) };
    }
    case "anyone": {
      const { level = "site" } = caller;
      return {
        name: `?${level}`,
        mayRead: (slug) => showsAtLeast(catalog.group(slug)?.public ?? "none", level),
      };
    }
    default:
      return ALL;
  }
}

async function makeFresh(
  route: Route,
  deps: RouteDeps,
  exchange: Asking,
  ctx: AnswerContext,
  values: Record<string, unknown>,
): Promise<Made> {
  const { request, content, admitted, match: { family: { gate = deps.gate }, access } } = exchange;
  const { plans } = content.catalog.index;
  let headers: HeaderList = [];
  let status = 200;
  const answer = await route.fresh!({
    request,
    ctx,
    caller: admitted.caller,
    plans,
    content,
    addHeaders: (added) => void (headers = joinHeaders(headers, added)),
    setStatus: (code) => void (status = code),
    charge: async (units) => await gate.chargeMore?.(admitted, units, access, plans),
    openStream(open) {
      const own = route.dependency?.headers?.(deps.service) ?? [];
      return deps.openStream(exchange as AdmittedExchange, open, own);
    },
  }, values);
  return { answer, status, headers, now: deps.now() };
}
