import { BARE, V1, WRAPPED } from "../../src/routes/families.ts";
import type { AnyRoute } from "../../src/routes/route.ts";
import { ownKey } from "../../src/routes/resources/own_key.ts";
import { members } from "../../src/routes/resources/members.ts";
import type { EndpointKind, Methods } from "./core/client.ts";

/** A family of endpoints, as clients know it. */
export type ClientFamily = "bare" | "wrapped" | "v1";

/** Endpoints by family. */
export const FAMILIES: Readonly<Record<ClientFamily, readonly AnyRoute[]>> = {
  bare: BARE.table.routes,
  wrapped: WRAPPED.table.routes,
  v1: V1.table.routes,
};

/** The method that tells of one's own key. */
export const OWN_KEY = methodName(ownKey);

/** A list that groups of both families have. */
export const COMMON_LIST = members.path;

/** What an endpoint's method is called: its id in camel case. */
export function methodName({ id }: AnyRoute): string {
  return id.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** In what form an endpoint answers. */
export function kindOf({ answers }: AnyRoute): EndpointKind {
  if ("stream" in answers) return "stream";
  if ("document" in answers) return answers.json === undefined ? "text" : "document";
  return "list" in answers && answers.pages !== undefined ? "pages" : "json";
}

/** The table of a family that the client asks by. */
export function methodTable(family: ClientFamily): Methods {
  return Object.fromEntries(
    FAMILIES[family].map((route) => [
      methodName(route),
      route.method === undefined
        ? [route.path, kindOf(route)] as const
        : [route.path, kindOf(route), route.method] as const,
    ]),
  );
}
