import { createDispatch, type Handler } from "../routes/dispatch.ts";
import { createProfileParser } from "./parse_profiled.ts";
import type { ProfileDeps } from "./profile_layer.ts";
import { createProfileRouter } from "./profile_router.ts";

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
