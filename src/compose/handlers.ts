import { createCodeCheck } from "../access/gate/code_check.ts";
import { createNetworkThrottle } from "../access/limits/network_throttle.ts";
import { OPEN_GATE } from "../access/gate/access_request.ts";
import { type AdminFamilyDeps, createAdminFamily } from "../admin/http/admin_family.ts";
import { type BodyReader, createBodyReader } from "../http/body.ts";
import { VARY_BY_CREDENTIAL } from "../http/fixed_headers.ts";
import { deadline } from "../platform/clock.ts";
import { BARE_ENVELOPE } from "../routes/route_context.ts";
import { BARE, V1, WRAPPED } from "../routes/families.ts";
import {
  createRouteTable,
  type Family,
  type FamilyTable,
  READ,
  READ_WITH_BODY,
} from "../routes/family.ts";
import {
  createCodeRoute,
  createServiceRoutes,
  type SelfReport,
  statusPage,
  withSiteFiles,
} from "../routes/public/service.ts";
import { createMetricsGate, createMetricsRoute } from "../routes/public/metrics.ts";
import { createHomeRoute } from "../routes/public/home.ts";
import { HOME_SEARCHES } from "../routes/public/home_search.ts";
import type { AnyRoute, UncachedRoute } from "../routes/route.ts";
import { createRouter, type Families, type Router } from "../routes/router.ts";
import { readFormat } from "../store/format.ts";
import { lazily } from "../toolbox/lazily.ts";
import { openMailer } from "./mailer.ts";
import { createReadClient, createRequestIds } from "../address/client_address.ts";
import { createChangeLog } from "../announce/change_log.ts";
import { createToHttpError } from "../http/http_error.ts";
import { createPanelLayer } from "../panel/panel_layer.ts";
import type { PanelDeps } from "../panel/page_context.ts";
import { withProfiles } from "../profile/profile_layer.ts";
import { createDispatch, type DispatchDeps, type Handler } from "../routes/dispatch.ts";
import { searchGroups } from "../routes/resources/search.ts";
import { StreamSlots } from "../routes/open_stream.ts";
import { formatServiceMetrics } from "../telemetry/service_metrics.ts";
import { lastDiskSpace } from "../store/store_disk.ts";
import { readGauges, readSelfReport } from "./reports.ts";
import { readAddressSetting } from "./senders.ts";
import type { Base } from "./base.ts";
import type { Services } from "./services.ts";

/** How often a network may ask for a wrong code in a minute. */
const CODE_FAILURES = 30;

/** How long the operators' status waits for the store's format. */
const FORMAT_MS = 500;

/** What answers requests. */
export interface Handlers {
  readonly app: Handler;
  /** `/metrics`, and nothing else. */
  readonly metricsApp: Handler;
}

/**
 * Makes what answers requests. `isDraining` tells whether this process is about to end.
 *
 * @throws {StartError} where `TRUSTED_PROXIES` cannot be used
 */
export function createHandlers(
  base: Base,
  services: Services,
  isDraining: () => boolean,
): Handlers {
  const { platform: { clock, log }, settings, store: { kv }, content } = base;
  const { access, announced } = services;
  const bodies = createBodyReader(clock);
  const report = () => readSelfReport(base, services, isDraining());
  const status = () => operatorStatus(base, services, report(), bodies);
  const admin = adminFamilyDeps(base, services, status);
  const all = assembleFamilies(base, services, {
    admin,
    pages: createServiceRoutes(content, report),
  });
  const families = base.metricsApart ? withoutMetrics(all) : all;
  const readClient = createReadClient({
    trusted: readAddressSetting(settings, "TRUSTED_PROXIES"),
    onDeploy: base.onDeploy,
    log,
    requestIds: createRequestIds(access.processName),
  });
  const deps: Omit<DispatchDeps, "router" | "panel"> = {
    ...services,
    content,
    readClient,
    bodies,
    now: clock.now,
    meter: access.meter,
    feedTokens: access.feedTokens,
    streamSlots: new StreamSlots(settings.SSE_LIMIT),
    changes: createChangeLog({ kv, clock, log, announced }),
    toHttpError: createToHttpError({ log }),
  };
  const panel = createPanelLayer({ ...panelDeps(base, services), ...deps, admin });
  const dispatch = createDispatch({ ...deps, panel, router: createRouter(families) });
  return {
    app: withProfiles(dispatch, { ...deps, families }),
    metricsApp: createDispatch({ ...deps, router: metricsRouter(createRouter(all)) }),
  };
}

/** Puts the families together, each behind its gate. */
function assembleFamilies(
  base: Base,
  services: Services,
  { admin, pages }: {
    readonly admin: AdminFamilyDeps;
    readonly pages: readonly UncachedRoute[];
  },
): Families {
  const { gate } = services.access;
  const searches = createNetworkThrottle(base.platform.clock, HOME_SEARCHES);
  const open = openFamily("public", READ, [createHomeRoute(searches), ...pages]);
  const data = (table: FamilyTable): Family => ({ ...table, gate, vary: VARY_BY_CREDENTIAL });
  return {
    public: { ...open, table: withSiteFiles(open.table) },
    codes: openFamily("codes", READ_WITH_BODY, [codeRoute(base)]),
    admin: createAdminFamily(admin),
    metrics: metricsFamily(base, services),
    v1: data(V1),
    bare: data(BARE),
    wrapped: data(WRAPPED),
  };
}

function metricsFamily(base: Base, services: Services): Family {
  const { settings, store: { path }, readDiskSpace } = base;
  const { telemetry, access: { admins, inTheClear: { passwords } } } = services;
  // There is no disk of a store that is on none of this machine.
  const disk = path === undefined ? () => undefined : lastDiskSpace(() => readDiskSpace(path));
  const metrics = () => formatServiceMetrics(telemetry, readGauges(base, services, disk()));
  const gate = { token: settings.METRICS_TOKEN, admins, passwordsInTheClear: passwords };
  return {
    ...openFamily("public", ["GET", "HEAD"], [createMetricsRoute(metrics)]),
    gate: createMetricsGate(gate),
    isHidden: true,
  };
}

/** The families without figures. */
function withoutMetrics(families: Families): Families {
  return { ...families, metrics: { ...families.metrics, table: createRouteTable([]) } };
}

/** Leads to `/metrics`, and nowhere else. */
function metricsRouter(route: Router): Router {
  return (catalog, target, method) =>
    target.segments[0] === "metrics" ? route(catalog, target, method) : undefined;
}

function openFamily(
  name: "public" | "codes",
  methods: readonly string[],
  routes: readonly AnyRoute[],
): Family {
  const table = createRouteTable(routes);
  return { name, methods, envelope: BARE_ENVELOPE, table, gate: OPEN_GATE, vary: [] };
}

function codeRoute({ platform: { clock, log }, store: { codes } }: Base): UncachedRoute {
  const throttle = createNetworkThrottle(clock, CODE_FAILURES);
  return createCodeRoute(createCodeCheck({ codes, throttle, log }));
}

const loadCommands = lazily(() => import("../admin/commands/commands.ts"));

/** What serves the commands, to programs and in pages. */
function adminFamilyDeps(
  { platform, settings, store, index }: Base,
  { access, audit }: Services,
  status: AdminFamilyDeps["status"],
): AdminFamilyDeps {
  const { clock, log, random } = platform;
  const { meter, passwords, admins } = access;
  return {
    commands: async () => (await loadCommands()).COMMANDS,
    commandDeps: {
      store,
      clock,
      random,
      log,
      meter,
      mailer: openMailer(settings, () => index().site),
      passwords,
      auditDays: settings.AUDIT_RETENTION_DAYS,
      content: index,
      recorded: audit.wake,
      learnChanges: access.credentials.refresh,
    },
    admins,
    passwordsInTheClear: access.inTheClear.passwords,
    log,
    isOn: settings.ADMIN_API,
    status,
  };
}

/** The public status, and what operators see beyond it. */
async function operatorStatus(
  { platform: { clock }, content, settings, store }: Base,
  { access, audit }: Services,
  report: SelfReport,
  bodies: BodyReader,
): Promise<Record<string, unknown>> {
  return {
    ...statusPage(content(), report),
    // A store that is away must not keep the rest from being told.
    store_format: await deadline(clock, FORMAT_MS, readFormat(store.kv)).catch(() => null),
    credentials: access.credentials.counts(),
    tokens_in_the_clear: access.tokens.inTheClear,
    keys_in_the_clear: access.inTheClear.keys.total,
    passwords_in_the_clear: access.inTheClear.passwords.total,
    wrong_passwords: access.wrongPasswords.total,
    refused_passwords: access.wrongPasswords.refused,
    unfinished_bodies: bodies.unfinished,
    audit: audit.state(),
    mail: settings.SMTP_URL === undefined ? "off" : "on",
    admin_api: settings.ADMIN_API ? "on" : "off",
  };
}

/** How many results the operators' pages show. */
const SHOWN_RESULTS = 20;

function panelDeps(
  { platform, store, index, catalog }: Base,
  { access, live, telemetry }: Services,
): Omit<PanelDeps, "admin" | "bodies" | "toHttpError"> {
  const query = () => ({ kind: undefined, now: platform.clock.now(), limit: SHOWN_RESULTS });
  return {
    store,
    platform,
    index,
    search: (text) => searchGroups(catalog(), catalog().groups, text, query()),
    admins: access.admins,
    keys: access.credentials.keys,
    view: live.view,
    history: telemetry.history,
  };
}
