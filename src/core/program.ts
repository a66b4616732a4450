import type { Opened } from "./addon.ts";
import { ADDONS } from "./addons.ts";
import { createAsk } from "./ask.ts";
import type { Core } from "./core.ts";
import { behindGate, FAMILIES } from "./registry.ts";
import { NO_RULES, OPEN_GATE } from "../access/gate/gate.ts";
import { createNetworkThrottle } from "../access/limits/network_throttle.ts";
import { createCodeCheck } from "../access/limits/code_check.ts";
import { createReadClient, createRequestIds, sourceOf } from "../address/client_address.ts";
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
import type { DataFamilies } from "../routes/family.ts";
import {
  createRouteTable,
  type Family,
  type FamilyTable,
  READ,
  READ_WITH_BODY,
} from "../routes/family.ts";
import { createKeyLayer } from "../signup/key_layer.ts";
import { StreamSlots } from "../routes/stream_slots.ts";
import { GROUP_PAGES } from "../routes/pages/group_pages.ts";
import { createHomeRoute, HOME_SEARCHES } from "../routes/public/home.ts";
import { createMetricsGate, createMetricsRoute } from "../routes/public/metrics.ts";
import { createCodeRoute, createServiceRoutes, withFiles } from "../routes/public/service.ts";
import { searchGroups } from "../addons/search/searching.ts";
import type { ErrorPage, Route } from "../routes/route.ts";
import { below, belowApi, createRouter, type Mounts, pagesOfGroups } from "../routes/router.ts";
import { noteRequest } from "../routes/note_request.ts";
import {
  ANNOUNCED,
  CHANGES,
  DATA_FAMILIES,
  EVENT_LOG,
  EVENT_STREAMS,
  LIVE,
  METER,
  ROTATE_KEY,
  SUNSET_ANNOUNCED_AT,
  WEBHOOKS,
} from "./services.ts";
import type { Store } from "../store/store.ts";
import { lastDiskSpace } from "../store/store_disk.ts";
import { formatServiceMetrics } from "../telemetry/service_metrics.ts";
import { lazily } from "../toolbox/lazily.ts";
import { type AssembleOptions, type Base, createBase } from "./base.ts";
import { operatorStatus, readGauges, readSelfReport } from "./reports.ts";
import { readAddressSetting } from "./senders.ts";
import { openServices, type Services } from "./open_services.ts";
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
  platform.clock.onSetBack(() => content().answers.clear());
  const { live, eventStreams } = services;
  let isDraining = false;
  const handlers = createHandlers(base, services, () => isDraining);
  return {
    ...services,
    ...handlers,
    /** Reports that this process is about to end, and opens no stream any more; it serves on. */
    drain(): void {
      isDraining = true;
      handlers.slots.isDraining = true;
      live.streams.drain();
    },
    /** Stops what runs beside the requests; call it before the server is shut down. */
    async quiet(): Promise<void> {
      eventStreams.close();
      handlers.endSignup();
      const letters = deadline(platform.clock, LETTERS_MS, handlers.lettersSent()).catch(() => {});
      const ended = handlers.opened.map(({ quiet }) => quiet?.());
      await Promise.all([live.stop(), letters, ...ended]);
    },
    announcer: {
      /** Tells everybody of the content that is served now; call it for each build, the first too. */
      async sync(): Promise<void> {
        await services.announcer.sync();
        await Promise.all(handlers.opened.map(({ onContent }) => onContent?.()));
      },
    },
    /** Ends what is left, when no request comes any more. */
    async close(): Promise<void> {
      await Promise.all(handlers.opened.map(({ close }) => close?.()));
      await services.close();
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
  readonly slots: StreamSlots;
  readonly opened: readonly Opened[];
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
  const families = behindGate(FAMILIES, access.gate);
  const ownMounts = mountFamilies(base, services, {
    families,
    admin: createAdminFamily(admin),
    serviceRoutes: createServiceRoutes(content, report),
    isSignupOpen: keyLayer.isOpen,
  });
  const readClient = createReadClient({
    trusted: readAddressSetting(settings, "TRUSTED_PROXIES"),
    onDeploy: base.onDeploy,
    log,
    requestIds: createRequestIds(access.processName),
  });
  const slots = new StreamSlots(settings.SSE_LIMIT);
  const provided = base.services
    .provide(DATA_FAMILIES, families)
    .provide(LIVE, live)
    .provide(ANNOUNCED, announced)
    .provide(SUNSET_ANNOUNCED_AT, services.sunsetAnnouncedAt)
    .provide(EVENT_LOG, services.events)
    .provide(EVENT_STREAMS, services.eventStreams)
    .provide(CHANGES, createChangeFeed({ kv, clock, log, announced }))
    .provide(METER, access.meter)
    .provide(WEBHOOKS, services.webhooks)
    .provide(ROTATE_KEY, keyLayer.rotate);
  const deps: Omit<DispatchDeps, "router"> = {
    content,
    readClient,
    bodies,
    now: clock.now,
    elapsed: telemetry.elapsed,
    use: provided.use,
    slots,
    toHttpError,
    note(exchange, response, ms) {
      noteRequest(telemetry, exchange, response, ms);
      for (const { onAnswer } of opened) onAnswer?.(exchange, response, ms);
    },
    furtherHeaders: () => opened.flatMap(({ headers }) => headers?.() ?? []),
  };
  const core: Core = {
    ...base,
    access,
    audit: services.audit,
    live,
    events: { log: services.eventLog, feed: services.events },
    services: provided,
    families,
    ask: createAsk(deps, () => router),
    dispatch: deps,
  };
  const opened = ADDONS.map(({ open }) => open?.(core) ?? {});
  const panel = createPanelLayer({
    ...base,
    ...services,
    ...deps,
    admin,
    search(text) {
      const query = { kind: undefined, now: clock.now(), limit: SHOWN_RESULTS };
      return searchGroups(base.catalog(), base.catalog().groups, text, query);
    },
    admins: access.admins,
    keys: access.credentials.keys.all,
    view: live.view,
    stats: live.stats,
  });
  const errorPage: ErrorPage = async (content, refusal) => {
    const { answerErrorPage } = await loadErrorPage();
    return answerErrorPage(content, refusal);
  };
  const router = createRouter(
    new Map([...ownMounts, ...opened.flatMap(({ mounts = {} }) => Object.entries(mounts))]),
  );
  const dispatch = createDispatch({
    ...deps,
    ownPages: [panel, keyLayer.pages, ...opened.flatMap(({ pages }) => pages ?? [])],
    errorPage,
    router,
  });
  return {
    app: opened.reduce(
      (handler, { around }) => around?.(handler) ?? handler,
      withProfiles(dispatch, { ...deps, families }),
    ),
    slots,
    opened,
    lettersSent: keyLayer.idle,
    endSignup: keyLayer.close,
  };
}

interface MountedParts {
  readonly families: DataFamilies;
  readonly admin: Family;
  readonly serviceRoutes: readonly Route[];
  readonly isSignupOpen: () => boolean;
}

/** All families, by the first segments of their paths. */
function mountFamilies(
  base: Base,
  services: Services,
  { families, admin, serviceRoutes, isSignupOpen }: MountedParts,
): Mounts {
  const { settings, platform: { clock } } = base;
  const searches = createNetworkThrottle(clock, HOME_SEARCHES, sourceOf);
  const open = openFamily("public", "", READ, [
    createHomeRoute(searches, isSignupOpen),
    ...serviceRoutes,
  ]);
  const codes = openFamily("codes", "/api/codes", READ_WITH_BODY, [codeRoute(base)]);
  const pages = { ...openFamily("public", "", READ, GROUP_PAGES), hasErrorPages: true } as const;
  const mcp = createAssistantFamily(services.access.gate, {
    clock,
    baseUrl: () => settings.BASE_URL ?? base.index().site.base_url,
  });
  return new Map([
    ["", below({ ...open, table: withFiles(open.table, isSignupOpen), hasErrorPages: true }, 0)],
    ["v1", below(families.v1, 1)],
    ["mcp", below(mcp, 0)],
    ["metrics", below(metricsFamily(base, services), 0)],
    ["groups", pagesOfGroups(pages)],
    ["embed", pagesOfGroups(pages)],
    ["sitemap.xml", below(pages, 0)],
    ["robots.txt", below(pages, 0)],
    ["api", belowApi(families.groups, new Map([["admin", admin], ["codes", codes]]))],
  ]);
}

function metricsFamily(base: Base, services: Services): Family {
  const { settings, store: { path }, readDiskSpace } = base;
  const { telemetry, access: { admins, clearText } } = services;
  // There is no disk of a store that is on none of this machine.
  const disk = path === undefined ? () => undefined : lastDiskSpace(() => readDiskSpace(path));
  const metrics = () => formatServiceMetrics(telemetry, readGauges(base, services, disk()));
  const gate = { token: settings.METRICS_TOKEN, admins, clearText };
  return {
    ...openFamily("public", "", ["GET", "HEAD"], [createMetricsRoute(metrics)]),
    gate: createMetricsGate(gate),
    isHidden: true,
  };
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

/** What an owner did may be on record, and a letter about it may be due. */
function recordedByOwner({ audit, notices }: Services): () => void {
  return () => {
    audit.wake();
    notices.wake();
  };
}

const loadErrorPage = lazily(() => import("../routes/public/error_answer.ts"));

const loadCommands = lazily(() => import("./commands.ts"));

/** What serves the commands, to programs and in pages. */
function adminFamilyDeps(
  { platform, settings, store, index, mailer }: Base,
  { access, audit }: Services,
  status: AdminFamilyDeps["status"],
): AdminFamilyDeps {
  const { meter, admins } = access;
  return {
    commands: async () => await (await loadCommands()).allCommands(),
    commandDeps: {
      ...platform,
      store,
      meter,
      mailer,
      content: index,
      recorded: audit.wake,
      learnChanges: access.credentials.refresh,
    },
    admins,
    clearText: access.clearText,
    log: platform.log,
    isOn: settings.ADMIN_API,
    status,
  };
}
