import type { Admission, Door } from "../access/door.ts";
import type { Meter } from "../access/meter.ts";
import type { Content } from "../catalog/content.ts";
import type { Call } from "../http/call.ts";
import { type HeaderList, joinHeaders } from "../http/fixed_headers.ts";
import { readParameters } from "../http/parameter.ts";
import { Refusal } from "../http/refusal.ts";
import { respond, respondNow } from "../http/respond.ts";
import { deprecationHeaders, DEPRECATIONS } from "./deprecations.ts";
import type { Place } from "./places.ts";
import type { OwnRoute } from "./route.ts";
import type { Match } from "./route_table.ts";

/** A caller who has come in, and where to. */
export interface Visit {
  readonly content: Content;
  readonly place: Place;
  /** The endpoint, where the family has one there. */
  readonly match: Match | undefined;
  readonly call: Call;
  readonly admission: Admission;
}

/** What visits are answered with. */
export interface Host {
  /** What keys have used. */
  readonly meter: Meter;
  /** The present instant, epoch ms. */
  now(): number;
}

/** The door that a request stands before. */
export function doorOf({ family, group, rest }: Place, match: Match | undefined): Door {
  const root = group ? `/api/${group.slug}` : `/${family.name}`;
  return {
    family: family.name,
    ...(group && { group: group.slug }),
    route: `${root}/${match?.route.path ?? rest.join("/")}`,
    isFree: match !== undefined && "tell" in match.route,
  };
}

/**
 * Answers a visit from the cache, or makes the answer that holds now.
 *
 * @throws {Refusal} or rejects with it
 */
export function answerVisit(
  visit: Visit,
  host: Host,
  headers: HeaderList,
): Response | Promise<Response> {
  const { content: { catalog, answers }, place: { family, group }, match, call } = visit;
  if (match === undefined) throw new Refusal("NOT_FOUND");
  const { route, pathValues } = match;
  const { values, text } = readParameters(call, route.parameters, pathValues);
  if ("tell" in route) return answerOwn(route, visit, host, headers);
  const { mayRead } = visit.admission;
  const groups = group ? [group] : catalog.groups.filter(({ slug }) => mayRead(slug));
  const now = host.now();
  const key = `${family.name}/${groups.map(({ slug }) => slug)}/${route.id}?${text}`;
  const answer = answers.take(key, now, () => route.answer({ catalog, groups, now }, values));
  const announced = deprecationHeaders(DEPRECATIONS[`${family.name}/${route.id}`]);
  return respond(call.method, call.headers, answer, now, joinHeaders(headers, announced));
}

async function answerOwn(
  route: OwnRoute,
  { content, call, admission: { caller } }: Visit,
  { meter }: Host,
  headers: HeaderList,
): Promise<Response> {
  const { plans } = content.catalog.index;
  return respondNow(call.method, await route.tell({ caller, plans, meter }), headers);
}
