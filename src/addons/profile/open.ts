/**
 * This add-on serves aliases under which programs written for JKT48Connect work unchanged.
 *
 * @module
 */

import type { ProfiledAlias } from "../../catalog/catalog.ts";
import type { Opened } from "../../core/addon.ts";
import type { Core } from "../../core/core.ts";
import { BARE_ENVELOPE } from "../../routes/envelope.ts";
import { createRouteTable, type DataFamilies, type Family } from "../../routes/family.ts";
import { matchBelow, type Router } from "../../routes/router.ts";
import { createProfileReader } from "./request.ts";
import { KEY_CHECK_ROUTE, profileRoutes } from "./routes.ts";

/** Requests under profiles have another reader before the router, and rewritten endpoints behind it. */
export function openProfiles({ catalog, families }: Pick<Core, "catalog" | "families">): Opened {
  return {
    routing: {
      readUrl: createProfileReader(() => catalog().profiles),
      router: createProfileRouter(families),
      pages: [],
    },
  };
}

/** The paths that ask about a key: its own key taken out of the first. */
const KEY_CHECKS = ["api/check/key", "api/zenova/check"];

/** An alias has the gate and methods of its group, and endpoints and envelope of its own. */
function createProfileRouter(families: DataFamilies): Router {
  const made = new Map<string, Family>();
  const checks = { ...families.v1, table: createRouteTable([KEY_CHECK_ROUTE]) };

  function familyOf({ alias, group }: ProfiledAlias): Family {
    const key = `${alias} ${group.family}`;
    let family = made.get(key);
    if (family === undefined) {
      const table = createRouteTable(profileRoutes(alias, families.bare.table.routes));
      family = { ...families[group.family], envelope: BARE_ENVELOPE, table };
      made.set(key, family);
    }
    return family;
  }

  return ({ profiles }, { segments }, method) => {
    if (profiles === undefined) return undefined;
    if (KEY_CHECKS.includes(segments.join("/"))) {
      return matchBelow(checks, [KEY_CHECK_ROUTE.path], method);
    }
    const profiled = profiles.get(segments[1] ?? "");
    return profiled && matchBelow(familyOf(profiled), segments.slice(2), method, profiled.group);
  };
}
