import type { Door } from "../access/gate/access_request.ts";
import type { Content } from "../catalog/catalog.ts";
import type { Call } from "../http/call.ts";
import type { HeaderList } from "../http/fixed_headers.ts";
import type { RouteMatch } from "./router.ts";

/** A request on its way through the dispatch. */
export interface RequestContext {
  /** As the runtime gave it: its body may not have been read. */
  readonly request: Request;
  readonly call: Call;
  /** What is served at this moment; another build may be swapped in meanwhile. */
  readonly content: Content;
  readonly route: RouteMatch;
  readonly door: Door;
  /** What every response to the request carries. */
  readonly headers: HeaderList;
}

/** What the gate is asked about a request at this place. */
export function doorOf({ family, group, match }: RouteMatch): Door {
  const root = group ? `/api/${group.slug}` : `/${family.name}`;
  return {
    family: family.name,
    ...(group && { group: group.slug }),
    route: match === undefined ? "" : `${root}/${match.route.path}`,
    isFree: match?.route.unmetered === true,
  };
}
