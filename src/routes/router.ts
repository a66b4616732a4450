import type { AccessRequest } from "../access/gate/gate.ts";
import type { Catalog, Group } from "../catalog/catalog.ts";
import { HttpError, type HttpErrorDetails } from "../http/http_error.ts";
import type { JsonBody, RequestTarget } from "../http/request.ts";
import { type FamilyName, hasPages, hasPublicFeeds } from "../model/enums.ts";
import { nearest } from "../toolbox/nearest.ts";
import { type Family, methodsOfPath, rootOf } from "./family.ts";
import type { AnyRoute } from "./route.ts";

/** Where a request leads. */
export interface RouteMatch {
  readonly family: Family;
  readonly methods: readonly string[];
  /** The group, if the family is one group's. */
  readonly group?: Group;
  /** The endpoint of the method; undefined if the family has none there. */
  readonly endpoint: AnyRoute | undefined;
  readonly pathValues: Readonly<Record<string, string>>;
  readonly access: AccessRequest;
  /** Finds where the request leads by its body, if the path alone does not say it. */
  readonly byBody?: (body: JsonBody) => RouteMatch;
}

/** All families of the program; `metrics` is `/metrics`, `pages` the public pages of groups. */
export type Families = Readonly<Record<FamilyName | "metrics" | "pages", Family>>;

/** Finds where a request leads; undefined outside the families. */
export type Router = (
  catalog: Catalog,
  target: RequestTarget,
  method: string,
) => RouteMatch | undefined;

/** Where a path leads: by methods that write, and by all others. */
export interface PathMatch {
  readonly reading: RouteMatch;
  readonly writing: ReadonlyMap<string, RouteMatch> | undefined;
}

/**
 * Creates the one router of the program. `find` finds where a path leads by its segments; undefined
 * outside the families. The router remembers the match of a target as long as the target itself is
 * remembered: most callers ask for a handful of addresses, over and over.
 */
export function createRouter(families: Families, find: typeof findPath = findPath): Router {
  const remembered = new WeakMap<Catalog, WeakMap<RequestTarget, PathMatch>>();
  return function route(catalog, target, method) {
    let known = remembered.get(catalog);
    if (known === undefined) remembered.set(catalog, known = new WeakMap());
    let match = known.get(target);
    if (match === undefined) {
      match = find(families, catalog, target.segments);
      if (match !== undefined) known.set(target, match);
    }
    return match?.writing?.get(method) ?? match?.reading;
  };
}

function findPath(
  families: Families,
  catalog: Catalog,
  segments: readonly string[],
): PathMatch | undefined {
  const [root, name = ""] = segments;
  if (root === "mcp") return messagePath(families.mcp, segments);
  if (root === "v1") return matchBelow(families.v1, segments.slice(1), undefined, catalog);
  if (root === "metrics") return openPath(families.metrics, segments);
  if (root === "groups" || root === "embed") return pagePath(families.pages, catalog, segments);
  if (root === "sitemap.xml" || root === "robots.txt") return openPath(families.pages, segments);
  if (root !== "api") return openPath(families.public, segments);
  if (name === "admin") return matchBelow(families.admin, segments.slice(2));
  if (name === "codes") return openPath(families.codes, segments.slice(2));
  const group = catalog.group(name);
  return group && matchBelow(families[group.family], segments.slice(2), group);
}

/**
 * A page of a group that has pages: its segment is not a part of the endpoint's path. Under an alias
 * every page leads to the group's own address.
 */
function pagePath(
  pages: Family,
  catalog: Catalog,
  [root = "", name = "", ...rest]: readonly string[],
): PathMatch | undefined {
  const group = catalog.group(name);
  if (group === undefined || !hasPages(group.public)) return undefined;
  const below = group.slug === name ? [root, ...rest] : ["alias"];
  const found = matchBelow(pages, below, group);
  return found.reading.endpoint && found;
}

/** The path of assistants: the message in the body says which of the family's endpoints answers. */
function messagePath(family: Family, segments: readonly string[]): PathMatch | undefined {
  const found = openPath(family, segments);
  if (found === undefined) return undefined;
  const { reading } = found;
  const byPath = new Map<string, RouteMatch>();
  const byBody = (body: JsonBody): RouteMatch => {
    const path = family.pathOfBody?.(body);
    if (path === undefined) return reading;
    let match = byPath.get(path);
    if (match === undefined) byPath.set(path, match = matchBelow(family, [path]).reading);
    return match;
  };
  return { reading: { ...reading, byBody }, writing: undefined };
}

const NO_VALUES = {};

/** Where the path below a family's root leads. */
export function matchBelow(
  family: Family,
  segments: readonly string[],
  group?: Group,
  catalog?: Catalog,
): PathMatch {
  const { routes = [], pathValues = NO_VALUES } = family.table.match(segments) ?? {};
  const methods = methodsOfPath(family, routes);
  const matchOf = (endpoint: AnyRoute | undefined): RouteMatch => ({
    family,
    methods,
    endpoint,
    pathValues,
    ...(group && { group }),
    access: {
      ...accessRequestOf(family, endpoint, group),
      ...(catalog && unitsOf(catalog, endpoint, pathValues)),
    },
  });
  const writing = routes.filter(({ method }) => method !== undefined);
  return {
    // Where nothing can be read, this only refuses the method.
    reading: matchOf(routes.find(({ method }) => method === undefined) ?? routes[0]),
    writing: writing.length === 0
      ? undefined
      : new Map(writing.map((route) => [route.method!, matchOf(route)])),
  };
}

/** What the endpoint costs, if that is not one request. */
function unitsOf(
  catalog: Catalog,
  endpoint: AnyRoute | undefined,
  pathValues: Readonly<Record<string, string>>,
): Pick<AccessRequest, "units"> {
  const units = endpoint?.units;
  if (units === undefined) return {};
  return { units: (request, reader) => units(catalog, request, pathValues, reader) };
}

/** A path that a family without credentials does not have is outside all families. */
function openPath(family: Family, segments: readonly string[]): PathMatch | undefined {
  const found = matchBelow(family, segments);
  return found.reading.endpoint && found;
}

function accessRequestOf(
  family: Family,
  endpoint: AnyRoute | undefined,
  group: Group | undefined,
): AccessRequest {
  return {
    family: family.name,
    ...(group && { group: group.slug }),
    route: endpoint === undefined ? "" : `${rootOf(family, group?.slug)}/${endpoint.path}`,
    isUnmetered: endpoint?.unmetered === true,
    ...(endpoint?.isOpen && { isOpen: true } as const),
    ...(endpoint?.feed && { feed: isPublicFeed(group) ? "public" : "private" } as const),
  };
}

function isPublicFeed(group: Group | undefined): boolean {
  return group !== undefined && hasPublicFeeds(group.public);
}

/** A parameter, or one with an ending behind it, such as `{group}.csv`. */
const PARAMETER = /^\{\w+\}(\.\w+)?$/;

/** The refusals of paths that their families do not have, by match. */
const refusals = new WeakMap<RouteMatch, HttpError>();

/** The refusal of a path that its family does not have; the hint names one that is nearly the same. */
export function noSuchPath(match: RouteMatch, target: RequestTarget): HttpError {
  let refusal = refusals.get(match);
  if (refusal === undefined) {
    refusal = Object.freeze(new HttpError("NOT_FOUND", detailsOf(match, target)));
    refusals.set(match, refusal);
  }
  return refusal;
}

/** To compare a path with all others takes 50 µs. */
function detailsOf({ family, group }: RouteMatch, { segments }: RequestTarget): HttpErrorDetails {
  const below = segments.slice(group === undefined ? 1 : 2);
  const paths = new Map(family.table.routes.map(({ path }) => [fitted(path, below), path]));
  const meant = nearest(below.join("/"), paths.keys());
  if (meant === undefined) return { isKept: true };
  return { after: { hint: `Did you mean ${paths.get(meant)}?` }, isKept: true };
}

/** A path with the text that was asked for as its parameter, so that this makes no difference. */
function fitted(path: string, below: readonly string[]): string {
  const segments = path.split("/");
  if (segments.length !== below.length) return path;
  return segments.map((segment, at) => fittedSegment(segment, below[at]!)).join("/");
}

/** The parameter is what is before the ending; the ending is compared. */
function fittedSegment(segment: string, asked: string): string {
  const [matches, ending] = PARAMETER.exec(segment) ?? [];
  if (matches === undefined) return segment;
  return ending === undefined ? asked : asked.replace(/(\.\w*)?$/, ending);
}
