import type { Admission, Door } from "../access/gate/access_request.ts";
import type { Meter } from "../access/gate/meter.ts";
import type { Content } from "../catalog/catalog.ts";
import { jsonAnswer } from "../http/answer.ts";
import type { Call } from "../http/call.ts";
import { type HeaderList, joinHeaders, VARY_BY_CREDENTIAL } from "../http/fixed_headers.ts";
import { readParameters } from "../http/parameter.ts";
import { Refusal, tryAgain } from "../http/refusal.ts";
import { respondNow, respondStream } from "../http/respond.ts";
import { respondKept } from "../http/respond_kept.ts";
import { whenReady } from "../http/when_ready.ts";
import type { Live } from "../live/live.ts";
import type { Renewal } from "../live/view/live_streams.ts";
import { deprecationHeaders, DEPRECATIONS } from "./deprecations.ts";
import type { Place } from "./places.ts";
import type { CachedRoute, StreamRoute, UncachedRoute } from "./route.ts";
import { RouteContext } from "./route_context.ts";
import type { Match } from "./route_table.ts";

/** A caller who has come in, and where to. */
export interface Visit {
  readonly content: Content;
  readonly place: Place;
  /** The endpoint, where the family has one there. */
  readonly match: Match | undefined;
  readonly call: Call;
  readonly admission: Admission;
  /** Lets the caller in again, at the cost of a request. */
  renew(): Promise<Renewal>;
}

/** What visits are answered with. */
export interface Host {
  /** What keys have used. */
  readonly meter: Meter;
  /** Who is on air. */
  readonly live: Live;
  /** The present instant, epoch ms. */
  now(): number;
}

type Answered = Response | Promise<Response>;

/** The door that a request stands before. */
export function doorOf({ family, group }: Place, match: Match | undefined): Door {
  const root = group ? `/api/${group.slug}` : `/${family.name}`;
  return {
    family: family.name,
    ...(group && { group: group.slug }),
    route: match === undefined ? "" : `${root}/${match.route.path}`,
    isFree: match?.route.unmetered === true,
  };
}

/**
 * Answers a visit.
 *
 * @throws {Refusal} or rejects with it
 */
export function answerVisit(visit: Visit, host: Host, headers: HeaderList): Answered {
  const { match, place: { family }, call } = visit;
  if (match === undefined) throw new Refusal("NOT_FOUND");
  const { route, pathValues } = match;
  const given = readParameters(call, route.parameters, pathValues);
  const announced = deprecationHeaders(DEPRECATIONS[`${family.name}/${route.id}`]);
  const sent = joinHeaders(headers, announced);
  if ("handler" in route) return respondUncached(route, visit, host, given.values, sent);
  const ready = route.dependency?.ready(host.live);
  if ("open" in route) return whenReady(ready, () => openStream(route, visit, host, sent));
  return whenReady(ready, () => answerKept(route, visit, host, given, sent));
}

function contextOf(
  { content: { catalog }, place: { group, family }, admission }: Visit,
  host: Host,
): RouteContext {
  const groups = group ? [group] : catalog.groups.filter(({ slug }) => admission.mayRead(slug));
  return new RouteContext(catalog, host.live, groups, host.now(), family.envelope);
}

/** From the cache, or by making the answer that holds now. */
function answerKept(
  route: CachedRoute,
  visit: Visit,
  host: Host,
  { values, text }: { values: Record<string, unknown>; text: string },
  headers: HeaderList,
): Answered {
  const { content: { answers }, place: { family }, call } = visit;
  const context = contextOf(visit, host);
  const { now, live } = context;
  const key = `${family.name}/${context.groups.map(({ slug }) => slug)}/${route.id}?${text}`;
  const version = route.dependency?.version(live) ?? "";
  const answer = answers.take(key, version, now, () => route.answer(context, values));
  const ofMoment = route.dependency?.headers(live) ?? [];
  return respondKept(call.method, call.headers, answer, now, joinHeaders(headers, ofMoment));
}

async function respondUncached(
  route: UncachedRoute,
  visit: Visit,
  host: Host,
  values: Record<string, unknown>,
  headers: HeaderList,
): Promise<Response> {
  const { admission: { caller }, content: { catalog }, call } = visit;
  const { plans } = catalog.index;
  let all = headers;
  const addHeaders = (added: HeaderList) => void (all = joinHeaders(all, added));
  const context = { route: contextOf(visit, host), caller, plans, meter: host.meter, addHeaders };
  const value = await route.handler(context, values);
  if (route.maxAge === undefined) {
    return respondNow(call.method, value, joinHeaders(all, VARY_BY_CREDENTIAL));
  }
  const now = host.now();
  const answer = jsonAnswer(value, { madeAt: now, validUntil: Infinity, maxAge: route.maxAge });
  return respondKept(call.method, call.headers, answer, now, all);
}

function openStream(
  route: StreamRoute,
  visit: Visit,
  host: Host,
  headers: HeaderList,
): Response {
  const { call, admission, renew } = visit;
  if (host.live.streams.isDraining) throw tryAgain("This server is about to end; connect again");
  const sent = joinHeaders(headers, route.dependency.headers(host.live));
  // A stream that nobody reads would stay open.
  if (call.method === "HEAD") return respondStream(null, sent);
  return respondStream(route.open(contextOf(visit, host), { call, admission, renew }), sent);
}
