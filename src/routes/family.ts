import type { AccessRules, Gate } from "../access/gate/gate.ts";
import type { HeaderList } from "../http/fixed_headers.ts";
import type { HttpError } from "../http/http_error.ts";
import type { JsonBody } from "../http/request.ts";
import type { FamilyName, GroupFamily } from "../model/enums.ts";
import type { Envelope } from "./envelope.ts";
import type { Route } from "./route.ts";

/** Endpoints that share methods, words for answers, rules for callers and a table. */
export interface FamilyTable {
  /** Names the family in metrics and in the keys of answers. */
  readonly name: FamilyName;
  /** The path in front of those of its endpoints; `{group}` stands for the slug of a group. */
  readonly root: string;
  /** The methods of paths where nothing is written. */
  readonly methods: readonly string[];
  readonly envelope: Envelope;
  readonly table: RouteTable;
  readonly rules: AccessRules;
  /** A path that it does not have is outside all families: no credential is looked at. */
  readonly isPartial?: true;
  /** Callers whom the gate refuses get 404, for other methods too. */
  readonly isHidden?: true;
  /** Browsers are refused with pages. */
  readonly hasErrorPages?: true;
  /** The body of a refusal of a request with this body, if the family has a form of its own. */
  readonly refusalBody?: (refusal: HttpError, body: JsonBody) => unknown;
  /** The path of the endpoint that a body asks for; undefined: it is the one of the request's path. */
  readonly pathOfBody?: (body: JsonBody) => string | undefined;
  /** The headers that an answer to a preflight adds, if they are not the usual ones. */
  readonly preflight?: HeaderList;
}

/** A family with the gate that its callers pass. */
export interface Family extends FamilyTable {
  readonly gate: Gate;
  /** The header names that answers add to `Vary` if they depend on a credential. */
  readonly vary: HeaderList;
}

/** The families of data: of groups, and over all of them. */
export interface DataTables {
  readonly bare: FamilyTable;
  readonly wrapped: FamilyTable;
  readonly v1: FamilyTable;
}

/** The same behind their gate. */
export interface DataFamilies {
  readonly v1: Family;
  readonly groups: Readonly<Record<GroupFamily, Family>>;
}

/** The path of a family, in front of those of its endpoints; `group`: the slug, if it is one group's. */
export function rootOf({ root }: Pick<FamilyTable, "root">, group: string | undefined): string {
  return group === undefined ? root : root.replace("{group}", group);
}

/** The methods that read: a HEAD is a GET without its body (RFC 9110, 9.3.2). */
export const READ = ["GET", "HEAD", "OPTIONS"];

/** POST and PUT are the same read, with credentials or parameters in a JSON body. */
export const READ_WITH_BODY = ["GET", "HEAD", "POST", "PUT", "OPTIONS"];

/**
 * The methods of a path with these endpoints: if one of them writes, a POST does not read, and the path
 * takes GET and HEAD, if it can be read, beside those that write.
 */
export function methodsOfPath(
  { methods }: Pick<FamilyTable, "methods">,
  { reading, writing }: PathRoutes,
): readonly string[] {
  if (writing.size === 0) return methods;
  return [...reading === undefined ? [] : ["GET", "HEAD"], ...writing.keys(), "OPTIONS"];
}

/** The methods of its path that lead to an endpoint; OPTIONS leads to none. */
export function methodsOfRoute(family: FamilyTable, route: Route): readonly string[] {
  if (route.method !== undefined) return [route.method];
  const ofPath = pathRoutes(family.table.routes.filter(({ path }) => path === route.path));
  const others = ["OPTIONS", ...ofPath.writing.keys()];
  return methodsOfPath(family, ofPath).filter((method) => !others.includes(method));
}

/** The endpoints of a path: the one that reads, and those that write, by their methods. */
interface PathRoutes {
  readonly reading: Route | undefined;
  readonly writing: ReadonlyMap<string, Route>;
}

function pathRoutes(routes: readonly Route[]): PathRoutes {
  return {
    reading: routes.find(({ method }) => method === undefined),
    writing: new Map(routes.flatMap((one) => one.method ? [[one.method, one] as const] : [])),
  };
}

/** A path that is only read. */
export function toRead(reading: Route): PathRoutes {
  return { reading, writing: new Map() };
}

/** The endpoints of a path and the text of its parameter. */
export interface TableMatch {
  readonly routes: PathRoutes;
  readonly pathValues: Readonly<Record<string, string>>;
}

/** Finds endpoints by their decoded path segments below the family's root. */
export interface RouteTable {
  readonly routes: readonly Route[];
  match(segments: readonly string[]): TableMatch | undefined;
}

const NO_VALUES = {};

/** A decoded segment may hold a slash (`a%2Fb` is one segment), but never a control character. */
const BETWEEN = "\n";
/** In place of the parameter of a path: no segment is this. */
const ANY = "\t";

/**
 * Sorts endpoints into exact paths, which win, and those with a parameter; the last one is tried first. A
 * parameter is a whole segment, or all of it but its ending.
 */
export function createRouteTable(routes: RouteTable["routes"]): RouteTable {
  const exact = new Map<string, TableMatch>();
  const patterns = new Map<string, { routes: PathRoutes; name: string }>();
  for (const [path, ofPath] of Map.groupBy(routes, ({ path }) => path)) {
    const atPath = pathRoutes(ofPath);
    const name = /\{(\w+)\}/.exec(path)?.[1];
    if (name === undefined) exact.set(keyOf(path), { routes: atPath, pathValues: NO_VALUES });
    else patterns.set(keyOf(path.replace(`{${name}}`, ANY)), { routes: atPath, name });
  }
  const endings = [...new Set([...patterns.keys()].map(endingOf))].filter((ending) =>
    ending !== ""
  );
  const matchAt = (segments: readonly string[], distance: number, ending: string) => {
    const segment = segments.at(-distance);
    if (!segment?.endsWith(ending)) return undefined;
    const value = segment.slice(0, segment.length - ending.length);
    const key = segments.with(-distance, ANY + ending).join(BETWEEN);
    const pattern = value === "" ? undefined : patterns.get(key);
    return pattern && { routes: pattern.routes, pathValues: { [pattern.name]: value } };
  };
  const fromEnd = [...new Set([...patterns.keys()].map(distanceFromEnd))].sort((a, b) => a - b);
  return {
    routes,
    match(segments) {
      const found = exact.get(segments.join(BETWEEN));
      if (found !== undefined) return found;
      for (const distance of fromEnd) {
        const match = matchAt(segments, distance, "") ??
          endings.map((ending) => matchAt(segments, distance, ending)).find(Boolean);
        if (match !== undefined) return match;
      }
      return undefined;
    },
  };
}

/** How far from the end the parameter of a path is: 1 for the last segment. */
function distanceFromEnd(key: string): number {
  return key.slice(key.indexOf(ANY)).split(BETWEEN).length;
}

/** The text behind the parameter in its segment: `.csv`, or nothing. */
function endingOf(key: string): string {
  return key.slice(key.indexOf(ANY) + ANY.length).split(BETWEEN)[0]!;
}

function keyOf(path: string): string {
  return path.replaceAll("/", BETWEEN);
}
