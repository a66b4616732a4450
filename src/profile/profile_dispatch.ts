import type { Catalog, ProfiledAlias } from "../catalog/catalog.ts";
import { createDispatch, type DispatchDeps, type Handler } from "../routes/dispatch.ts";
import { BARE_ENVELOPE } from "../routes/envelope.ts";
import { createRouteTable, type Family } from "../routes/family.ts";
import {
  createRouter,
  deprecationHeaders,
  DEPRECATIONS,
  type Families,
  matchBelow,
  type PathMatch,
  type RouteMatch,
  type Router,
} from "../routes/router.ts";
import { createProfileParser, PROFILE_TABLES } from "./parse_profiled.ts";
import { KEY_CHECK_ROUTE, plainIdOf, profileRoutes } from "./profile_routes.ts";

/** The dependencies of profiles: those of the dispatch, and the families they lead to. */
export interface ProfileDeps extends Omit<DispatchDeps, "router" | "parse"> {
  readonly families: Families;
}

/** The paths that ask about a key: its own key taken out of the first. */
const KEY_CHECKS = ["api/check/key", "api/zenova/check"];

/**
 * Creates the router of requests under profiles. An alias has the gate and methods of its group, and
 * the endpoints and envelope of its profile.
 */
function createProfileRouter(families: Families): Router {
  const made = new Map<string, Family>();
  const checks = { ...families.v1, table: createRouteTable([KEY_CHECK_ROUTE]) };

  function familyOf({ alias, as, group }: ProfiledAlias): Family {
    const key = `${alias} ${as} ${group.family}`;
    let family = made.get(key);
    if (family === undefined) {
      const table = createRouteTable(profileRoutes(alias, PROFILE_TABLES[as]));
      family = { ...families[group.family], envelope: BARE_ENVELOPE, table };
      made.set(key, family);
    }
    return family;
  }

  return createRouter(families, (_, { profiles }: Catalog, segments) => {
    if (profiles === undefined) return undefined;
    if (KEY_CHECKS.includes(segments.join("/"))) return matchBelow(checks, [KEY_CHECK_ROUTE.path]);
    const profiled = profiles.get(segments[1] ?? "");
    return profiled && announce(matchBelow(familyOf(profiled), segments.slice(2), profiled.group));
  });
}

/** What is announced of an endpoint holds under a profile, too. */
function announce({ reading, writing }: PathMatch): PathMatch {
  const announced = (match: RouteMatch): RouteMatch => {
    const id = match.endpoint && plainIdOf(match.endpoint);
    return { ...match, announced: deprecationHeaders(id ? DEPRECATIONS[`bare/${id}`] : undefined) };
  };
  const writes = writing && [...writing].map(([method, one]) => [method, announced(one)] as const);
  return { reading: announced(reading), writing: writes && new Map(writes) };
}

/**
 * Creates the dispatch of requests under profiles: it is the ordinary one, with another reader before
 * its router and rewritten endpoints behind it.
 */
export function createProfileDispatch({ families, ...deps }: ProfileDeps): Handler {
  const profiles = () => deps.content().catalog.profiles;
  return createDispatch({
    ...deps,
    parse: createProfileParser(profiles),
    router: createProfileRouter(families),
  });
}
