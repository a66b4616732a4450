import type { Catalog, Group } from "../catalog/catalog.ts";
import type { Family } from "./family.ts";
import type { TableMatch } from "./route_table.ts";

/** Where a path leads; without a match, to a family that has no endpoint there. */
export interface RouteMatch {
  readonly family: Family;
  /** The group, where the family is one group's. */
  readonly group?: Group;
  readonly match: TableMatch | undefined;
}

/** All families of the program. */
export interface Families {
  /** `/healthz` and its like */
  readonly public: Family;
  /** `/api/codes/…` */
  readonly codes: Family;
  /** `/api/admin/…` */
  readonly admin: Family;
  /** `/v1/…` */
  readonly v1: Family;
  /** `/api/<group>/…` */
  readonly bare: Family;
  readonly wrapped: Family;
}

/** Finds where a path leads, by its decoded segments; undefined outside the families. */
export type Router = (catalog: Catalog, segments: readonly string[]) => RouteMatch | undefined;

/** Creates the one router of the program. */
export function createRouter(families: Families): Router {
  return function route(catalog, segments) {
    const [root, name = ""] = segments;
    if (root === "v1") return below(families.v1, segments.slice(1));
    if (root !== "api") return openPath(families.public, segments);
    if (name === "admin") return below(families.admin, segments.slice(2));
    if (name === "codes") return openPath(families.codes, segments.slice(2));
    const group = catalog.group(name);
    return group && { ...below(families[group.family], segments.slice(2)), group };
  };
}

function below(family: Family, segments: readonly string[]): RouteMatch {
  return { family, match: family.table.match(segments) };
}

/** Where nobody is asked for a credential, a path that is not there lies outside. */
function openPath(family: Family, segments: readonly string[]): RouteMatch | undefined {
  const match = family.table.match(segments);
  return match && { family, match };
}
