import { CORE_FAMILIES } from "../routes/families.ts";
import { createRouteTable, type DataFamilies, type Family } from "../routes/family.ts";
import type { Route } from "../routes/route.ts";
import type { AddOn, AddOnRoutes } from "./addon.ts";
import { ADDONS } from "./addons.ts";

/** The families of the core with the endpoints of these add-ons. */
export function familiesWith(addOns: readonly AddOn[]): DataFamilies {
  const { bare, wrapped, v1 } = CORE_FAMILIES;
  const groups = routesOf(addOns, "group");
  return {
    bare: withRoutes(bare, [...groups, ...routesOf(addOns, "bare")]),
    wrapped: withRoutes(wrapped, [...groups, ...routesOf(addOns, "wrapped")]),
    v1: withRoutes(v1, routesOf(addOns, "v1")),
  };
}

function withRoutes(family: Family, further: readonly Route[]): Family {
  return { ...family, table: createRouteTable([...family.table.routes, ...further]) };
}

/** The endpoints that add-ons have in a family. */
export function routesOf(
  addOns: readonly AddOn[],
  family: keyof AddOnRoutes,
): readonly Route[] {
  return addOns.flatMap(({ routes }) => routes?.[family] ?? []);
}

/** The families of the program, with all add-ons. */
export const FAMILIES: DataFamilies = familiesWith(ADDONS);
