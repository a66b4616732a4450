import type { AnyRoute } from "./route.ts";

/** An endpoint and the text of its path's parameter. */
export interface TableMatch {
  readonly route: AnyRoute;
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

/** Sorts endpoints into exact paths, which win, and those that end in a parameter. */
export function createRouteTable(routes: RouteTable["routes"]): RouteTable {
  const exact = new Map<string, TableMatch>();
  const open = new Map<string, { route: AnyRoute; name: string }>();
  for (const route of routes) {
    const parameter = /^(.*?)\/?\{(\w+)\}$/.exec(route.path);
    if (parameter === null) exact.set(keyOf(route.path), { route, pathValues: NO_VALUES });
    else open.set(keyOf(parameter[1]!), { route, name: parameter[2]! });
  }
  return {
    routes,
    match(segments) {
      const found = exact.get(segments.join(BETWEEN));
      if (found !== undefined) return found;
      const last = segments.at(-1);
      const pattern = last && open.get(segments.slice(0, -1).join(BETWEEN));
      if (!pattern) return undefined;
      return { route: pattern.route, pathValues: { [pattern.name]: last } };
    },
  };
}

function keyOf(path: string): string {
  return path.replaceAll("/", BETWEEN);
}
