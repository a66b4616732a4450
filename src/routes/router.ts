import type { AccessRequest } from "../access/gate/gate.ts";
import type { Catalog, Group } from "../catalog/catalog.ts";
import { HttpError } from "../http/http_error.ts";
import type { RequestTarget } from "../http/request.ts";
import { hasPages, hasPublicFeeds } from "../model/enums.ts";
import { nearest } from "../toolbox/nearest.ts";
import { type DataFamilies, type Family, methodsOfPath, rootOf } from "./family.ts";
import type { Route } from "./route.ts";

/** Where a request leads. */
export interface RouteMatch {
  readonly family: Family;
  /** Those of the path. */
  readonly methods: readonly string[];
  /** The group, if the family is one group's. */
  readonly group: Group | undefined;
  /** The endpoint of the method; undefined if the family has none there. */
  readonly endpoint: Route | undefined;
  readonly pathValues: Readonly<Record<string, string>>;
  readonly access: AccessRequest;
}

/** Finds where a request leads; undefined outside the families. */
export type Router = (
  catalog: Catalog,
  target: Pick<RequestTarget, "segments">,
  method: string,
) => RouteMatch | undefined;

/** Finds where a path leads whose first segments are its own. */
export type FindBelow = (
  catalog: Catalog,
  segments: readonly string[],
  method: string,
) => RouteMatch | undefined;

/** Families, by the first segment of their paths; "": all others. */
export type Mounts = ReadonlyMap<string, FindBelow>;

/** Creates the router of these families. */
export function createRouter(mounts: Mounts): Router {
  return function route(catalog, { segments }, method) {
    const find = mounts.get(segments[0] ?? "") ?? mounts.get("");
    return find?.(catalog, segments, method);
  };
}

/** A family whose endpoints are below so many segments. */
export function below(family: Family, count: number): FindBelow {
  return (_catalog, segments, method) => matchBelow(family, segments.slice(count), method);
}

/** The families of groups, `/api/<group>/…`, and those beside them. */
export function belowApi(
  families: DataFamilies,
  others: ReadonlyMap<string, Family>,
): FindBelow {
  return (catalog, segments, method) => {
    const name = segments[1] ?? "";
    const other = others.get(name);
    if (other !== undefined) return matchBelow(other, segments.slice(2), method);
    const group = catalog.group(name);
    return group && matchBelow(families[group.family], segments.slice(2), method, group);
  };
}

/**
 * The pages of groups that have pages: the segment of the group is not in their paths. Under an alias
 * every page leads to the group's own address.
 */
export function pagesOfGroups(pages: Family): FindBelow {
  return (catalog, [root = "", name = "", ...rest], method) => {
    const group = catalog.group(name);
    if (group === undefined || !hasPages(group.public)) return undefined;
    return matchBelow(pages, group.slug === name ? [root, ...rest] : ["alias"], method, group);
  };
}

const NO_VALUES = {};

/** Where the path below a family's root leads. */
export function matchBelow(
  family: Family,
  segments: readonly string[],
  method: string,
  group?: Group,
): RouteMatch | undefined {
  const { routes, pathValues = NO_VALUES } = family.table.match(segments) ?? {};
  if (routes === undefined && family.isPartial) return undefined;
  // Where nothing can be read, an endpoint that writes only refuses the method.
  const endpoint = routes &&
    (routes.writing.get(method) ?? routes.reading ?? routes.writing.values().next().value);
  // A stream keeps what is asked for, and must not keep the group's content with it.
  const slug = group?.slug;
  return {
    family,
    methods: routes === undefined ? family.methods : methodsOfPath(family, routes),
    group,
    endpoint,
    pathValues,
    access: {
      rules: family.rules,
      group: slug,
      route: () => endpoint === undefined ? "" : `${rootOf(family, slug)}/${endpoint.path}`,
      isUnmetered: endpoint?.unmetered === true,
      isOpen: endpoint?.isOpen === true,
      entrance: endpoint?.entrance,
      isPublic: endpoint?.publicFrom !== undefined && hasPublicFeeds(group?.public ?? "none"),
    },
  };
}

/** A parameter, or one with an ending behind it, such as `{group}.csv`. */
const PARAMETER = /^\{\w+\}(\.\w+)?$/;

/** What other services call the first segment of a path. */
const OTHER_WORDS = new Map(
  Object.entries({
    theater: ["show", "shows"],
    releases: ["album", "albums", "discography"],
    events: ["concerts"],
    live: ["streams"],
    news: ["articles"],
  }).flatMap(([ours, theirs]) => theirs.map((word) => [word, ours])),
);

/** The refusal of a path that its family does not have; the hint names one that is nearly the same. */
export function noSuchPath(
  { family, group }: RouteMatch,
  { segments }: Pick<RequestTarget, "segments">,
): HttpError {
  const [first = "", ...rest] = segments.slice(group === undefined ? 1 : 2);
  const asked = [OTHER_WORDS.get(first) ?? first, ...rest];
  const all = family.table.routes.map(({ path }) => [fitted(path, asked), path] as const);
  // A path that is written out goes before one whose parameter may be anything.
  const paths = new Map([...all, ...all.filter(([text, path]) => text === path)]);
  return unknownPath(paths.get(nearest(asked.join("/"), paths.keys()) ?? ""));
}

/** The refusal of a path outside the families; the hint names the group that is nearly called so. */
export function noSuchRoot(
  { groups }: Pick<Catalog, "groups">,
  { segments: [root = "", name = ""] }: Pick<RequestTarget, "segments">,
): HttpError {
  const slugs = groups.map(({ slug }) => slug);
  const meant = root === "api" ? nearest(name, slugs) : slugs.find((slug) => slug === root);
  return unknownPath(meant && `/api/${meant}`);
}

function unknownPath(meant: string | undefined): HttpError {
  if (meant === undefined) return new HttpError("NOT_FOUND");
  return new HttpError("NOT_FOUND", { after: { hint: `Did you mean ${meant}?` } });
}

/** A path with the text that was asked for as its parameter, so that this makes no difference. */
function fitted(path: string, asked: readonly string[]): string {
  const segments = path.split("/");
  if (segments.length !== asked.length) return path;
  return segments.map((segment, at) => {
    const [matches, ending] = PARAMETER.exec(segment) ?? [];
    if (matches === undefined) return segment;
    return ending === undefined ? asked[at] : asked[at]!.replace(/(\.\w*)?$/, ending);
  }).join("/");
}
