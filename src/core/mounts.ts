import { createCodeCheck } from "../access/limits/code_check.ts";
import { createNetworkThrottle } from "../access/limits/network_throttle.ts";
import {
  type DataFamilies,
  type Family,
  openFamily,
  READ,
  READ_WITH_BODY,
} from "../routes/family.ts";
import {
  createCodeRoute,
  createServiceRoutes,
  publicRoutes,
  type SelfReport,
  withFiles,
} from "../routes/public/service.ts";
import type { Route } from "../routes/route.ts";
import { below, belowApi, type FindBelow } from "../routes/router.ts";
import type { Base } from "./base.ts";

/** How often a network may ask for a wrong code in a minute. */
const CODE_FAILURES = 30;

/** What answers the paths of the core. */
interface MountedParts {
  readonly families: DataFamilies;
  /** `/api/admin/`. */
  readonly admin: Family;
  /** What add-ons have for everybody. */
  readonly further: readonly Route[];
  report(): SelfReport;
  isSignupOpen(): boolean;
}

/** The families of the core, by the first segments of their paths; "": all others. */
export function coreMounts(
  base: Base,
  { families, admin, further, report, isSignupOpen }: MountedParts,
): Map<string, FindBelow> {
  const routes = publicRoutes(createServiceRoutes(base.content, report), further);
  const open = openFamily("public", "", READ, routes);
  const codes = openFamily("codes", "/api/codes", READ_WITH_BODY, [codeRoute(base)]);
  return new Map([
    ["", below({ ...open, table: withFiles(open.table, isSignupOpen), hasErrorPages: true }, 0)],
    ["v1", below(families.v1, 1)],
    ["api", belowApi(families, new Map([["admin", admin], ["codes", codes]]))],
  ]);
}

function codeRoute({ platform: { clock, log }, store: { codes } }: Base): Route {
  const throttle = createNetworkThrottle(clock, CODE_FAILURES);
  return createCodeRoute(createCodeCheck({ codes, throttle, log }));
}
