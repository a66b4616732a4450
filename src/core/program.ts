import type { Opened } from "./addon.ts";
import { ADDONS } from "./addons.ts";
import { createAsk } from "./ask.ts";
import { loadCommands } from "./commands.ts";
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
import { createToHttpError } from "../http/http_error.ts";
import { createPanelLayer } from "../panel/panel_layer.ts";
import { deadline } from "../platform/clock.ts";
import type { Platform } from "../platform/env.ts";
import type { Settings } from "../platform/settings.ts";
import { createDispatch, type DispatchDeps, type Handler } from "../routes/dispatch.ts";
import { BARE_ENVELOPE } from "../routes/envelope.ts";
import type { DataFamilies } from "../routes/family.ts";
import { createRouteTable, type Family, READ, READ_WITH_BODY } from "../routes/family.ts";
import { createKeyLayer } from "../signup/key_layer.ts";
import { StreamSlots } from "../routes/stream_slots.ts";
import { GROUP_PAGES } from "../routes/pages/group_pages.ts";
import { createHomeRoute, HOME_SEARCHES } from "../routes/public/home.ts";
import { createCodeRoute, createServiceRoutes, withFiles } from "../routes/public/service.ts";
import type { ErrorPage, Route } from "../routes/route.ts";
import { below, belowApi, createRouter, type Mounts, pagesOfGroups } from "../routes/router.ts";
import {
  ANNOUNCED,
  CHANGES,
  DATA_FAMILIES,
  EVENT_LOG,
  EVENT_STREAMS,
  LIVE,
  METER,
  ROTATE_KEY,
  SEARCH,
  WEBHOOKS,
} from "./services.ts";
import type { Store } from "../store/store.ts";
import { lazily } from "../toolbox/lazily.ts";
import { type AssembleOptions, type Base, createBase, type Versions } from "./base.ts";
import { operatorStatus, readSelfReport } from "./reports.ts";
import { readAddressSetting } from "./senders.ts";
import { openServices, type Services } from "./open_services.ts";

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
  let ownHost: string | undefined;
  const handlers = createHandlers(base, services, () => isDraining, () => ownHost);
  return {
    ...services,
    ...handlers,
    /** Says what the runtime names in the URL of a request without a host. */
    listensAt: (host: string | undefined) => void (ownHost = host),
    /** Reports that this process is about to end, and opens no stream any more; it serves on. */
    drain(): void {
      isDraining = true;
      handlers.slots.isDraining = true;
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
  ownHost: () => string | undefined,
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
  const { access, announced, live, counting } = services;
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
    note: counting.reporter("signup"),
    bodies,
    toHttpError,
  });
  const families = behindGate(FAMILIES, access.gate);
  const ownMounts = mountFamilies(base, {
    families,
    admin: createAdminFamily(admin),
    serviceRoutes: createServiceRoutes(content, report),
    isSignupOpen: keyLayer.isOpen,
    hasSearch: () => provided.use(SEARCH) !== undefined,
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
    .provide(EVENT_LOG, services.events)
    .provide(EVENT_STREAMS, services.eventStreams)
    .provide(CHANGES, createChangeFeed({ kv, clock, log, announced }))
    .provide(METER, access.meter)
    .provide(WEBHOOKS, services.webhooks)
    .provide(ROTATE_KEY, keyLayer.rotate);
  const deps: Omit<DispatchDeps, "router"> = {
    content,
    readClient,
    ownHost,
    bodies,
    now: clock.now,
    elapsed: base.elapsed,
    use: provided.use,
    slots,
    toHttpError,
    note(exchange, response, ms) {
      for (const onAnswer of listeners) onAnswer(exchange, response, ms);
    },
    furtherHeaders: () => headers.flatMap((ofOne) => ofOne()),
  };
  const core: Core = {
    ...base,
    access,
    audit: services.audit,
    live,
    counting,
    events: { log: services.eventLog, feed: services.events },
    services: provided,
    families,
    ask: createAsk(deps, families),
    dispatch: deps,
  };
  const opened = ADDONS.map(({ open }) => open?.(core) ?? {});
  const search = provided.use(SEARCH);
  const listeners = opened.flatMap(({ onAnswer }) => onAnswer ?? []);
  const headers = opened.flatMap(({ headers }) => headers ?? []);
  const panel = createPanelLayer({
    ...base,
    ...services,
    ...deps,
    admin,
    search: search && ((text) => {
      const query = { kind: undefined, now: clock.now(), limit: SHOWN_RESULTS };
      return search(base.catalog(), base.catalog().groups, text, query);
    }),
    admins: access.admins,
    keys: access.credentials.keys.all,
    view: live.view,
    recents: live.recents,
  });
  const errorPage: ErrorPage = async (content, refusal) => {
    const { answerErrorPage } = await loadErrorPage();
    return answerErrorPage(content, refusal, search !== undefined);
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
    app: opened.reduce((handler, { around }) => around?.(handler) ?? handler, dispatch),
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
  readonly hasSearch: () => boolean;
}

/** All families, by the first segments of their paths. */
function mountFamilies(
  base: Base,
  { families, admin, serviceRoutes, isSignupOpen, hasSearch }: MountedParts,
): Mounts {
  const { platform: { clock } } = base;
  const searches = createNetworkThrottle(clock, HOME_SEARCHES, sourceOf);
  const open = openFamily("public", "", READ, [
    createHomeRoute(searches, isSignupOpen, hasSearch),
    ...serviceRoutes,
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

/** What an owner did may be on record, and a letter about it may be due. */
function recordedByOwner({ audit, notices }: Services): () => void {
  return () => {
    audit.wake();
    notices.wake();
  };
}

const loadErrorPage = lazily(() => import("../routes/public/error_answer.ts"));

const loadAllCommands = lazily(() => loadCommands());

/** What serves the commands, to programs and in pages. */
function adminFamilyDeps(
  { platform, settings, store, index, mailer }: Base,
  { access, audit }: Services,
  status: AdminFamilyDeps["status"],
): AdminFamilyDeps {
  const { meter, admins } = access;
  return {
    commands: loadAllCommands,
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
