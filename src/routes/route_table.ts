import type { AnyRoute } from "./route.ts";

/** The endpoints of a path and the text of its parameter. */
export interface TableMatch {
  /** The endpoint that reads, if there is one, and those that write, each with a method of its own. */
  readonly routes: readonly AnyRoute[];
  readonly pathValues: Readonly<Record<string, string>>;
}

/** Finds endpoints by their decoded path segments below the family's root. */
export interface RouteTable {
  readonly routes: readonly AnyRoute[];
  match(segments: readonly string[]): TableMatch | undefined;
}

const NO_VALUES = {};

/** A decoded segment may hold a slash (`a%2Fb` is one segment), but never a control character. */
const BETWEEN = "\n";
/** Stands for the parameter of a path: no segment is this. */
const ANY = "\t";

/** Sorts endpoints into exact paths, which win, and those with a parameter; the last one is tried first. */
export function createRouteTable(routes: RouteTable["routes"]): RouteTable {
  const exact = new Map<string, TableMatch>();
  const patterns = new Map<string, { routes: readonly AnyRoute[]; name: string }>();
  for (const [path, atPath] of Map.groupBy(routes, ({ path }) => path)) {
    const name = /\{(\w+)\}/.exec(path)?.[1];
    if (name === undefined) exact.set(keyOf(path), { routes: atPath, pathValues: NO_VALUES });
    else patterns.set(keyOf(path.replace(`{${name}}`, ANY)), { routes: atPath, name });
  }
  const fromEnd = [...new Set([...patterns.keys()].map(distanceFromEnd))].sort((a, b) => a - b);
  return {
    routes,
    match(segments) {
      const found = exact.get(segments.join(BETWEEN));
      if (found !== undefined) return found;
      for (const distance of fromEnd) {
        const value = segments.at(-distance);
        const pattern = value && patterns.get(segments.with(-distance, ANY).join(BETWEEN));
        if (pattern) return { routes: pattern.routes, pathValues: { [pattern.name]: value } };
      }
      return undefined;
    },
  };
}

/** How far from the end the parameter of a path stands: 1 for the last segment. */
function distanceFromEnd(key: string): number {
  return key.slice(key.indexOf(ANY)).split(BETWEEN).length;
}

function keyOf(path: string): string {
  return path.replaceAll("/", BETWEEN);
}
