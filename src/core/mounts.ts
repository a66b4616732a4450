import { NO_RULES, OPEN_GATE } from "../access/gate/gate.ts";
import { createCodeCheck } from "../access/limits/code_check.ts";
import { createNetworkThrottle } from "../access/limits/network_throttle.ts";
import { sourceOf } from "../address/client_address.ts";
import { BARE_ENVELOPE } from "../routes/envelope.ts";
import {
  createRouteTable,
  type DataFamilies,
  type Family,
  READ,
  READ_WITH_BODY,
} from "../routes/family.ts";
import { GROUP_PAGES } from "../routes/pages/group_pages.ts";
import { createHomeRoute, HOME_SEARCHES } from "../routes/public/home.ts";
import {
  createCodeRoute,
  createServiceRoutes,
  type SelfReport,
  withFiles,
} from "../routes/public/service.ts";
import type { Route } from "../routes/route.ts";
import { below, belowApi, type FindBelow, pagesOfGroups } from "../routes/router.ts";
import type { Base } from "./base.ts";
import { SEARCH } from "./services.ts";

/** How often a network may ask for a wrong code in a minute. */
const CODE_FAILURES = 30;

/** What answers the paths of the core. */
interface MountedParts {
  readonly families: DataFamilies;
  /** `/api/admin/`. */
  readonly admin: Family;
  report(): SelfReport;
  isSignupOpen(): boolean;
}

/** The families of the core, by the first segments of their paths; "": all others. */
export function coreMounts(
  base: Base,
  { families, admin, report, isSignupOpen }: MountedParts,
): Map<string, FindBelow> {
  const { platform: { clock }, content, services } = base;
  const searches = createNetworkThrottle(clock, HOME_SEARCHES, sourceOf);
  const hasSearch = () => services.use(SEARCH) !== undefined;
  const open = openFamily("public", "", READ, [
    createHomeRoute(searches, isSignupOpen, hasSearch),
    ...createServiceRoutes(content, report),
  ]);
  const codes = openFamily("codes", "/api/codes", READ_WITH_BODY, [codeRoute(base)]);
  const pages = { ...openFamily("public", "", READ, GROUP_PAGES), hasErrorPages: true } as const;
  return new Map([
    ["", below({ ...open, table: withFiles(open.table, isSignupOpen), hasErrorPages: true }, 0)],
    ["v1", below(families.v1, 1)],
    ["groups", pagesOfGroups(pages)],
    ["embed", pagesOfGroups(pages)],
    ["sitemap.xml", below(pages, 0)],
    ["robots.txt", below(pages, 0)],
    ["api", belowApi(families.groups, new Map([["admin", admin], ["codes", codes]]))],
  ]);
}

/** A family that is open to everybody; a path that it does not have is outside all families. */
function openFamily(
  name: "public" | "codes",
  root: string,
  methods: readonly string[],
  routes: readonly Route[],
): Family {
  return {
    name,
    root,
    methods,
    envelope: BARE_ENVELOPE,
    table: createRouteTable(routes),
    rules: NO_RULES,
    isPartial: true,
    gate: OPEN_GATE,
    vary: [],
  };
}

function codeRoute({ platform: { clock, log }, store: { codes } }: Base): Route {
  const throttle = createNetworkThrottle(clock, CODE_FAILURES);
  return createCodeRoute(createCodeCheck({ codes, throttle, log }));
}
