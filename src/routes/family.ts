import { type AccessRules, type Gate, NO_RULES, OPEN_GATE } from "../access/gate/gate.ts";
import { type HeaderList, VARY_BY_CREDENTIAL } from "../http/fixed_headers.ts";
import type { HttpError } from "../http/http_error.ts";
import type { JsonBody } from "../http/request.ts";
import type { FamilyName, GroupFamily } from "../model/enums.ts";
import { BARE_ENVELOPE, type Envelope } from "./envelope.ts";
import type { Route } from "./route.ts";

/** Endpoints that share methods, words for answers, rules for callers and a table. */
export interface Family {
  /** Names the family in metrics and in the keys of answers. */
  readonly name: FamilyName;
  /** The path in front of those of its endpoints; `{group}` stands for the slug of a group. */
  readonly root: string;
  /** The methods of paths where nothing is written. */
  readonly methods: readonly string[];
  readonly envelope: Envelope;
  readonly table: RouteTable;
  readonly rules: AccessRules;
  /** Lets its callers in; that of data if it is left out. */
  readonly gate?: Gate;
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

/** The families of data: of groups, by their convention, and over all of them. */
export type DataFamilies = Readonly<Record<GroupFamily | "v1", Family>>;

/** A family that is open to everybody; a path that it does not have is outside all families. */
export function openFamily(
  name: "public" | "codes",
  root: string,
  methods: readonly string[],
  routes: readonly Route[],
): Family {
  return {
    name,
    root,
    methods,
    envelope: BARE_ENVELOPE,
    table: createRouteTable(routes),
    rules: NO_RULES,
    isPartial: true,
    gate: OPEN_GATE,
  };
}

/** The headers by which an answer says that it depends on a credential. */
export function varyOf({ rules }: Family): HeaderList {
  return rules === NO_RULES ? [] : VARY_BY_CREDENTIAL;
}

/** The path of a family, in front of those of its endpoints; `group`: the slug, if it is one group's. */
export function rootOf({ root }: Pick<Family, "root">, group: string | undefined): string {
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
  { methods }: Pick<Family, "methods">,
  { reading, writing }: PathRoutes,
): readonly string[] {
  if (writing.size === 0) return methods;
  return [...reading === undefined ? [] : ["GET", "HEAD"], ...writing.keys(), "OPTIONS"];
}

/** The methods of its path that lead to an endpoint; OPTIONS leads to none. */
export function methodsOfRoute(family: Family, route: Route): readonly string[] {
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

/** A decoded segment may hold a slash (`a%2Fb` is one segment), but never a control character. */
const BETWEEN = "\n";

/** A path with a parameter, which is a whole segment, or all of it but its ending. */
interface Pattern {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly name: string;
  readonly ending: string;
  readonly routes: PathRoutes;
}

const PARAMETER = /^\{(\w+)\}(.*)$/;

/**
 * Sorts endpoints into exact paths, which win, and those with a parameter: the one whose parameter is last
 * is tried first, and without an ending before one with it.
 */
export function createRouteTable(routes: RouteTable["routes"]): RouteTable {
  const exact = new Map<string, TableMatch>();
  const patterns: Pattern[] = [];
  for (const [path, ofPath] of Map.groupBy(routes, ({ path }) => path)) {
    const segments = path.split("/");
    const place = segments.findIndex((segment) => PARAMETER.test(segment));
    const atPath = pathRoutes(ofPath);
    if (place < 0) {
      exact.set(segments.join(BETWEEN), { routes: atPath, pathValues: {} });
    } else {
      const [, name = "", ending = ""] = PARAMETER.exec(segments[place]!)!;
      const [before, after] = [segments.slice(0, place), segments.slice(place + 1)];
      patterns.push({ before, after, name, ending, routes: atPath });
    }
  }
  patterns.sort((one, other) =>
    one.after.length - other.after.length || one.ending.length - other.ending.length
  );
  return {
    routes,
    match(segments) {
      const found = exact.get(segments.join(BETWEEN));
      if (found !== undefined) return found;
      for (const pattern of patterns) {
        const value = valueIn(pattern, segments);
        if (value) return { routes: pattern.routes, pathValues: { [pattern.name]: value } };
      }
      return undefined;
    },
  };
}

/** The text in place of the parameter; undefined if the path is another one, or "". */
function valueIn(
  { before, after, ending }: Pattern,
  segments: readonly string[],
): string | undefined {
  const place = before.length;
  if (segments.length !== place + 1 + after.length) return undefined;
  if (!before.every((segment, at) => segment === segments[at])) return undefined;
  if (!after.every((segment, at) => segment === segments[place + 1 + at])) return undefined;
  const segment = segments[place]!;
  return segment.endsWith(ending) ? segment.slice(0, segment.length - ending.length) : undefined;
}
