import type { Gate } from "../access/gate/gate.ts";
import { VARY_BY_CREDENTIAL } from "../http/fixed_headers.ts";
import { CORE_FAMILIES } from "../routes/families.ts";
import {
  createRouteTable,
  type DataFamilies,
  type DataTables,
  type Family,
  type FamilyTable,
} from "../routes/family.ts";
import type { Route } from "../routes/route.ts";
import type { AddOn, AddOnRoutes } from "./addon.ts";
import { ADDONS } from "./addons.ts";
import { checkAddOns, firstDouble } from "./check_addons.ts";

/**
 * The families with the endpoints of these add-ons.
 *
 * @throws {TypeError} if two of them, or one of them and the core, have the same of what there is one of
 */
export function familiesWith(addOns: readonly AddOn[]): DataTables {
  checkAddOns(addOns);
  const { bare, wrapped, v1 } = CORE_FAMILIES;
  const groups = routesOf(addOns, "group");
  return {
    bare: withRoutes(bare, [...groups, ...routesOf(addOns, "bare")]),
    wrapped: withRoutes(wrapped, [...groups, ...routesOf(addOns, "wrapped")]),
    v1: withRoutes(v1, routesOf(addOns, "v1")),
  };
}

function withRoutes(family: FamilyTable, further: readonly Route[]): FamilyTable {
  const routes = [...family.table.routes, ...further];
  const double = firstDouble(routes.map(addressOf));
  if (double !== undefined) {
    throw new TypeError(`Cannot have two endpoints of ${family.name} for ${double}`);
  }
  return { ...family, table: createRouteTable(routes) };
}

/** The method and the path of an endpoint, whatever its parameter is called. */
function addressOf({ method, path }: Route): string {
  return `${method ?? "GET"} ${path.replace(/\{\w+\}/, "{}")}`;
}

/** The endpoints that add-ons have in a family. */
export function routesOf(
  addOns: readonly AddOn[],
  family: keyof AddOnRoutes,
): readonly Route[] {
  return addOns.flatMap(({ routes }) => routes?.[family] ?? []);
}

/** The families of the program, with all add-ons. */
export const FAMILIES: DataTables = familiesWith(ADDONS);

/** The families behind a gate. */
export function behindGate({ bare, wrapped, v1 }: DataTables, gate: Gate): DataFamilies {
  const data = (table: FamilyTable): Family => ({ ...table, gate, vary: VARY_BY_CREDENTIAL });
  return { v1: data(v1), groups: { bare: data(bare), wrapped: data(wrapped) } };
}
