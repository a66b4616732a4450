import { createCodeCheck } from "../access/gate/code_check.ts";
import { createNetworkThrottle } from "../access/limits/network_throttle.ts";
import { OPEN_GATE } from "../access/gate/open_gate.ts";
import { type AdminFamilyDeps, createAdminFamily } from "../admin/http/admin_family.ts";
import type { Audit } from "../audit/audit.ts";
import { type BodyReader, createBodyReader } from "../http/body.ts";
import { VARY_BY_CREDENTIAL } from "../http/fixed_headers.ts";
import type { PackIndex } from "../model/pack.ts";
import { deadline } from "../platform/deadline.ts";
import type { Platform } from "../platform/platform.ts";
import type { Settings } from "../platform/settings.ts";
import { BARE_ENVELOPE } from "../routes/envelope.ts";
import { BARE, V1, WRAPPED } from "../routes/families.ts";
import { type Family, type FamilyTable, READ, READ_WITH_BODY } from "../routes/family.ts";
import { createCodeRoute } from "../routes/public/codes.ts";
import { createRouteTable } from "../routes/route_table.ts";
import { createMetricsGate, createMetricsRoute } from "../routes/public/metrics.ts";
import { createHomeRoute } from "../routes/public/home.ts";
import { HOME_SEARCHES } from "../routes/public/home_search.ts";
import { withSiteFiles } from "../routes/public/site_files.ts";
import type { AnyRoute, UncachedRoute } from "../routes/route.ts";
import { createRouter, type Families, type Router } from "../routes/router.ts";
import { readFormat } from "../store/format.ts";
import type { Store } from "../store/store.ts";
import { lazily } from "../toolbox/lazily.ts";
import type { AccessControl } from "./access_control.ts";
import { openMailer } from "./mailer.ts";
import { createClientOf } from "../address/client_address.ts";
import { createRequestIds } from "../address/request_id.ts";
import { createChangeLog } from "../announce/change_log.ts";
import { createToHttpError } from "../http/http_error.ts";
import { createPanelLayer } from "../panel/panel_layer.ts";
import type { PanelDeps } from "../panel/page_context.ts";
import { withProfiles } from "../profile/profile_layer.ts";
import { createDispatch, type DispatchDeps, type Handler } from "../routes/dispatch.ts";
import { createServiceRoutes, statusPage } from "../routes/public/service.ts";
import { searchGroups } from "../routes/resources/finding/search.ts";
import { createStreamSlots } from "../routes/respond/open_stream.ts";
import { formatServiceMetrics } from "../telemetry/service_metrics.ts";
import { lastDiskSpace } from "../store/disk_space.ts";
import { type GaugeDeps, readGauges, readSelfReport } from "./reports.ts";
import { readAddressSetting } from "./senders.ts";
import type { Background, Core } from "./services.ts";

/** How often a network may ask for a wrong code in a minute. */
const CODE_FAILURES = 30;

/** How long the operators' status waits for the store's format. */
const FORMAT_MS = 500;

/** The dependencies of the families. */
export interface FamilyDeps {
  readonly platform: Platform;
  readonly settings: Settings;
  readonly store: Store;
  readonly access: AccessControl;
  readonly audit: Audit;
  readonly pages: readonly UncachedRoute[];
  /** The answer of `/status`; the operators' status has more. */
  readonly status: () => Record<string, unknown>;
  readonly index: () => PackIndex;
  /** The text of `/metrics`. */
  readonly metrics: () => string;
  readonly bodies: BodyReader;
}

/** Puts the families together, each behind its gate. */
export function assembleFamilies(deps: FamilyDeps, admin: AdminFamilyDeps): Families {
  const { gate } = deps.access;
  const data = (table: FamilyTable): Family => ({ ...table, gate, vary: VARY_BY_CREDENTIAL });
  return {
    public: publicFamily(deps),
    codes: openFamily("codes", READ_WITH_BODY, [codeRoute(deps)]),
    admin: createAdminFamily(admin),
    metrics: metricsFamily(deps),
    v1: data(V1),
    bare: data(BARE),
    wrapped: data(WRAPPED),
  };
}

function publicFamily({ pages, platform: { clock } }: FamilyDeps): Family {
  const searches = createNetworkThrottle(clock, HOME_SEARCHES);
  const family = openFamily("public", READ, [createHomeRoute(searches), ...pages]);
  return { ...family, table: withSiteFiles(family.table) };
}

function metricsFamily({ settings, access, metrics }: FamilyDeps): Family {
  const { admins, inTheClear: { passwords } } = access;
  const gate = { token: settings.METRICS_TOKEN, admins, passwordsInTheClear: passwords };
  return {
    ...openFamily("public", ["GET", "HEAD"], [createMetricsRoute(metrics)]),
    gate: createMetricsGate(gate),
    isHidden: true,
  };
}

/** The families where nobody is told figures. */
export function withoutMetrics(families: Families): Families {
  return { ...families, metrics: { ...families.metrics, table: createRouteTable([]) } };
}

/** Leads to `/metrics`, and nowhere else. */
export function metricsRouter(route: Router): Router {
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

function codeRoute({ platform: { clock, log }, store: { codes } }: FamilyDeps): UncachedRoute {
  const throttle = createNetworkThrottle(clock, CODE_FAILURES);
  return createCodeRoute(createCodeCheck({ codes, throttle, log }));
}

const loadCommands = lazily(() => import("../admin/commands/commands.ts"));

/** What serves the commands, to programs and in pages. */
export function adminFamilyDeps(deps: FamilyDeps): AdminFamilyDeps {
  const { platform: { clock, log, random }, settings, store, access, audit, index } = deps;
  const mailer = openMailer(settings, () => index().site);
  const { meter, passwords, admins } = access;
  return {
    commands: async () => (await loadCommands()).COMMANDS,
    commandDeps: {
      store,
      clock,
      random,
      log,
      meter,
      mailer,
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
    status: () => operatorStatus(deps),
  };
}

/** The fields that operators see beyond the public status. */
async function operatorStatus(
  { platform: { clock }, status, settings, store, access, audit, bodies }: FamilyDeps,
): Promise<Record<string, unknown>> {
  return {
    ...status(),
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
  core: Core,
  background: Background,
  isDraining: () => boolean,
): Handlers {
  const deps = dispatchDeps(core, background);
  const familyDeps = familyDepsOf(core, background, deps.bodies, isDraining);
  const admin = adminFamilyDeps(familyDeps);
  const all = assembleFamilies(familyDeps, admin);
  const families = core.options.metricsApart ? withoutMetrics(all) : all;
  const panel = createPanelLayer({ ...panelDeps(core, background), ...deps, admin });
  const dispatch = createDispatch({ ...deps, panel, router: createRouter(families) });
  return {
    app: withProfiles(dispatch, { ...deps, families }),
    metricsApp: createDispatch({ ...deps, router: metricsRouter(createRouter(all)) }),
  };
}

/** What every request is dispatched with, whatever router leads it. */
function dispatchDeps(core: Core, background: Background): Omit<DispatchDeps, "router" | "panel"> {
  const { platform: { clock, log }, settings, store: { kv }, content, access, telemetry } = core;
  const { live, announced, webhooks, events, eventStreams } = background;
  const clientOf = createClientOf({
    trusted: readAddressSetting(settings, "TRUSTED_PROXIES"),
    onDeploy: core.options.onDeploy ?? false,
    log,
    requestIds: createRequestIds(access.processName),
  });
  return {
    content,
    clientOf,
    bodies: createBodyReader(clock),
    live,
    now: clock.now,
    meter: access.meter,
    feedTokens: access.feedTokens,
    announced,
    webhooks,
    events,
    eventStreams,
    streamSlots: createStreamSlots(settings.SSE_LIMIT),
    changes: createChangeLog({ kv, clock, announced }),
    toHttpError: createToHttpError({ log }),
    telemetry,
  };
}

/** What the families of routes need, beside what every request is dispatched with. */
function familyDepsOf(
  core: Core,
  { live, eventStreams }: Background,
  bodies: BodyReader,
  isDraining: () => boolean,
): FamilyDeps {
  const { content, telemetry, options: { memory = () => NO_MEMORY } } = core;
  const report = () => readSelfReport({ ...core, live, isDraining: isDraining() });
  const disk = diskOf(core);
  const gauges = () => readGauges({ ...core, live, eventStreams, memory, disk });
  return {
    ...core,
    bodies,
    pages: createServiceRoutes(content, report),
    status: () => statusPage(content(), report()),
    metrics: () => formatServiceMetrics(telemetry, gauges()),
  };
}

/** The disk of the store; there is none where it is on none of this machine. */
function diskOf({ store: { path }, readDiskSpace }: Core): GaugeDeps["disk"] {
  return path === undefined ? () => undefined : lastDiskSpace(() => readDiskSpace(path));
}

const NO_MEMORY = { residentBytes: 0, heapBytes: 0 };

/** How many results the operators' pages show. */
const SHOWN_RESULTS = 20;

function panelDeps(
  { platform, store, index, catalog, access, telemetry }: Core,
  { live }: Background,
): Omit<PanelDeps, "admin" | "bodies" | "toHttpError"> {
  const { clock } = platform;
  const query = () => ({ kind: undefined, now: clock.now(), limit: SHOWN_RESULTS });
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
