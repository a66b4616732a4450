import { OPEN_GATE } from "../access/gate/gate.ts";
import { createNetworkThrottle } from "../access/limits/network_throttle.ts";
import { createCodeCheck } from "../access/records/code_store.ts";
import { createReadClient, createRequestIds } from "../address/client_address.ts";
import { type AdminFamilyDeps, createAdminFamily } from "../admin/http/admin_family.ts";
import { createChangeFeed } from "../change_feed/change_feed.ts";
import type { Content } from "../catalog/catalog.ts";
import { createBodyReader } from "../http/body.ts";
import { VARY_BY_CREDENTIAL } from "../http/fixed_headers.ts";
import { createToHttpError } from "../http/http_error.ts";
import { createAssistantFamily } from "../mcp/assistants.ts";
import { createPanelLayer } from "../panel/panel_layer.ts";
import { deadline } from "../platform/clock.ts";
import type { Platform } from "../platform/env.ts";
import type { Settings } from "../platform/settings.ts";
import { withProfiles } from "../profile/profile_layer.ts";
import { createDispatch, type DispatchDeps, type Handler } from "../routes/dispatch.ts";
import { BARE_ENVELOPE } from "../routes/envelope.ts";
import { BARE, V1, WRAPPED } from "../routes/families.ts";
import {
  createRouteTable,
  type Family,
  type FamilyTable,
  READ,
  READ_WITH_BODY,
} from "../routes/family.ts";
import { createKeyLayer } from "../signup/key_layer.ts";
import { StreamSlots } from "../routes/open_stream.ts";
import { GROUP_PAGES } from "../routes/pages/group_pages.ts";
import { createHomeRoute, HOME_SEARCHES } from "../routes/public/home.ts";
import { createMetricsGate, createMetricsRoute } from "../routes/public/metrics.ts";
import { createCodeRoute, createServiceRoutes, withFiles } from "../routes/public/service.ts";
import { searchGroups } from "../routes/resources/search.ts";
import type { AnyRoute, ErrorPage, UncachedRoute } from "../routes/route.ts";
import { createRouter, type Families } from "../routes/router.ts";
import type { Store } from "../store/store.ts";
import { lastDiskSpace } from "../store/store_disk.ts";
import { formatServiceMetrics } from "../telemetry/service_metrics.ts";
import { lazily } from "../toolbox/lazily.ts";
import { type AssembleOptions, type Base, createBase } from "./base.ts";
import { operatorStatus, readGauges, readSelfReport } from "./reports.ts";
import { readAddressSetting } from "./senders.ts";
import { openServices, type Services } from "./services.ts";
import type { Versions } from "./start_settings.ts";

/** The whole program but its socket. */
export type Service = ReturnType<typeof assemble>;

/** Puts the program together: its services, then what answers with them. `versions` is for `/status`. */
export function assemble(
  platform: Platform,
  settings: Settings,
  store: Store,
  content: () => Content,
  versions: Versions,
  options: AssembleOptions = {},
) {
  const base = createBase({ platform, settings, store, content, versions }, options);
  const services = openServices(base);
  const { live, eventStreams } = services;
  let isDraining = false;
  const handlers = createHandlers(base, services, () => isDraining);
  return {
    ...services,
    ...handlers,
    /** Reports that this process is about to end, and opens no stream any more; it serves on. */
    drain(): void {
      isDraining = true;
      live.streams.drain();
    },
    /** Stops what runs beside the requests; call it before the server is shut down. */
    async quiet(): Promise<void> {
      eventStreams.close();
      handlers.endSignup();
      const letters = deadline(platform.clock, LETTERS_MS, handlers.lettersSent()).catch(() => {});
      await Promise.all([live.stop(), letters]);
    },
  };
}

/** How often a network may ask for a wrong code in a minute. */
const CODE_FAILURES = 30;
const SHOWN_RESULTS = 20;
/** How long the end waits for letters that are under way. */
const LETTERS_MS = 2_000;

/**
 * Creates what answers requests. `isDraining` says whether this process is about to end.
 *
 * @throws {StartError} if `TRUSTED_PROXIES` cannot be used
 */
function createHandlers(
  base: Base,
  services: Services,
  isDraining: () => boolean,
): {
  readonly app: Handler;
  /** Resolves when no letter of sign-up is under way. */
  lettersSent(): Promise<void>;
  /** Follows the store no more for sign-up. */
  endSignup(): void;
} {
  const { platform: { clock, log }, settings, store: { kv }, content } = base;
  const { access, announced, live, telemetry } = services;
  const bodies = createBodyReader(clock);
  const report = () => readSelfReport(base, services, isDraining());
  const status = () => operatorStatus(base, services, report(), bodies);
  const admin = adminFamilyDeps(base, services, status);
  const toHttpError = createToHttpError({ log });
  const keyLayer = createKeyLayer({
    ...base,
    commandDeps: { ...admin.commandDeps, recorded: recordedByOwner(services) },
    commands: admin.commands,
    credentials: access.credentials,
    meter: access.meter,
    hasMail: settings.SMTP_URL !== undefined,
    note: telemetry.signups.add,
    bodies,
    toHttpError,
  });
  const families = createFamilies(
    base,
    services,
    admin,
    createServiceRoutes(content, report),
    keyLayer.isOpen,
  );
  const readClient = createReadClient({
    trusted: readAddressSetting(settings, "TRUSTED_PROXIES"),
    onDeploy: base.onDeploy,
    log,
    requestIds: createRequestIds(access.processName),
  });
  const deps: Omit<DispatchDeps, "router" | "ownPages"> = {
    ...services,
    content,
    readClient,
    bodies,
    now: clock.now,
    meter: access.meter,
    feedTokens: access.feedTokens,
    streamSlots: new StreamSlots(settings.SSE_LIMIT),
    changes: createChangeFeed({ kv, clock, log, announced }),
    toHttpError,
    rotateKey: keyLayer.rotate,
  };
  const panel = createPanelLayer({
    ...base,
    ...deps,
    admin,
    search(text) {
      const query = { kind: undefined, now: clock.now(), limit: SHOWN_RESULTS };
      return searchGroups(base.catalog(), base.catalog().groups, text, query);
    },
    admins: access.admins,
    keys: access.credentials.keys,
    view: live.view,
    stats: live.stats,
  });
  const errorPage: ErrorPage = async (content, refusal) => {
    const { answerErrorPage } = await loadErrorPage();
    return answerErrorPage(content, refusal);
  };
  const router = createRouter(families);
  const ownPages = { panel, key_pages: keyLayer.page };
  const dispatch = createDispatch({ ...deps, ownPages, errorPage, router });
  return {
    app: withProfiles(dispatch, { ...deps, families }),
    lettersSent: keyLayer.idle,
    endSignup: keyLayer.close,
  };
}

/** The families, each behind its gate; `pages` are for everybody. */
function createFamilies(
  base: Base,
  services: Services,
  admin: AdminFamilyDeps,
  pages: readonly UncachedRoute[],
  isSignupOpen: () => boolean,
): Families {
  const { gate } = services.access;
  const { settings } = base;
  const searches = createNetworkThrottle(base.platform.clock, HOME_SEARCHES);
  const open = openFamily("public", READ, [createHomeRoute(searches, isSignupOpen), ...pages]);
  const data = (table: FamilyTable): Family => ({ ...table, gate, vary: VARY_BY_CREDENTIAL });
  return {
    public: { ...open, table: withFiles(open.table, isSignupOpen) },
    codes: openFamily("codes", READ_WITH_BODY, [codeRoute(base)]),
    admin: createAdminFamily(admin),
    metrics: metricsFamily(base, services),
    pages: openFamily("public", READ, GROUP_PAGES),
    v1: data(V1),
    mcp: createAssistantFamily(gate, {
      clock: base.platform.clock,
      baseUrl: () => settings.BASE_URL ?? base.index().site.base_url,
    }),
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

/** What an owner did may be on record, and a letter about it may be due. */
function recordedByOwner({ audit, notices }: Services): () => void {
  return () => {
    audit.wake();
    notices.wake();
  };
}

const loadErrorPage = lazily(() => import("../routes/public/error_answer.ts"));

const loadCommands = lazily(() => import("../admin/commands/commands.ts"));

/** What serves the commands, to programs and in pages. */
function adminFamilyDeps(
  { platform, settings, store, index, mailer }: Base,
  { access, audit }: Services,
  status: AdminFamilyDeps["status"],
): AdminFamilyDeps {
  const { meter, passwords, admins } = access;
  return {
    commands: async () => (await loadCommands()).COMMANDS,
    commandDeps: {
      ...platform,
      store,
      meter,
      mailer,
      passwords,
      content: index,
      recorded: audit.wake,
      learnChanges: access.credentials.refresh,
      keysHere: access.credentials,
    },
    admins,
    passwordsInTheClear: access.inTheClear.passwords,
    log: platform.log,
    isOn: settings.ADMIN_API,
    status,
  };
}
