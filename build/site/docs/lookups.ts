import type { FamilyTable } from "../../../src/routes/family.ts";
import type { AnyRoute } from "../../../src/routes/route.ts";

/** Values that no content knows, and the list in whose first item a snippet finds them. */
export interface Lookup {
  /** Below the root of the endpoints. */
  readonly target: string;
  /** The field of the answer that holds the list; "" where the answer is the list. */
  readonly list: string;
  /** The item's field for each parameter. */
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * Where to look up the parameter of a path that ends in one: in the list that it belongs to, by `id`.
 *
 * @throws {TypeError} where there is no such list
 */
export function lookupInPath(family: FamilyTable, { path }: AnyRoute): Lookup {
  const [, list, parameter] = /^(.+)\/\{(\w+)\}$/.exec(path) ?? [];
  const route = family.table.routes.find((other) => other.path === list);
  if (route === undefined || !("list" in route.answers)) {
    throw new TypeError(`Cannot write an example of ${path}: expected a list to take a value from`);
  }
  const { pages } = route.answers;
  const isWrapped = family.name === "wrapped";
  return {
    target: pages === undefined ? route.path : `${route.path}?page=1&perpage=1`,
    list: isWrapped ? "data" : pages ?? "",
    fields: { [parameter!]: "id" },
  };
}

/** Where to look up the broadcast of a chat in a group without rooms on SHOWROOM. */
export function lookupOnAir(family: FamilyTable): Lookup {
  return {
    target: "live/idn",
    list: family.name === "wrapped" ? "data" : "",
    fields: { username: "url_key", slug: "slug" },
  };
}
