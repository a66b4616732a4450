import { createDispatch, type Handler } from "../routes/dispatch.ts";
import { createProfileParser } from "./parse_profiled.ts";
import type { ProfileDeps } from "./profile_layer.ts";
import { createProfileRouter } from "./profile_router.ts";
import { PROFILE_TABLES } from "./profile_tables.ts";

/**
 * Creates the dispatch of requests under profiles: it is the ordinary one, with another reader before
 * its router and rewritten endpoints behind it.
 */
export function createProfileDispatch({ families, ...deps }: ProfileDeps): Handler {
  const tableOf = (alias: string) => {
    const profiled = deps.content().catalog.profiles?.get(alias);
    return profiled && PROFILE_TABLES[profiled.as];
  };
  return createDispatch({
    ...deps,
    parse: createProfileParser(tableOf),
    router: createProfileRouter(families),
  });
}
