import type { Content } from "../catalog/content.ts";
import { createCodeCheck } from "../access/limits/code_check.ts";
import { createNetworkThrottle } from "../access/limits/network_throttle.ts";
import { createReadClient, createRequestIds } from "../http/client_address.ts";
import { type AddressList, createAddressList } from "../http/ip_address.ts";
import { type AdminFamilyDeps, createAdminFamily } from "../admin/http/admin_family.ts";
import { createOwnerLimit, type OwnerDeps, rotateByKey } from "../admin/owner/owner.ts";
import { createBodyReader } from "../http/body.ts";
import { createToHttpError } from "../http/http_error.ts";
import { readUrl } from "../http/request.ts";
import { createOutbox } from "../delivery/outbox.ts";
import { deadline } from "../platform/clock.ts";
import { errorMessage } from "../platform/log.ts";
import type { Settings } from "../platform/settings.ts";
import { StartError } from "../platform/start_error.ts";
import { createDispatch, type Handler } from "../routes/dispatch.ts";
import type { DispatchDeps, OwnPages } from "../routes/exchange.ts";
import { createOpenStream } from "../routes/open_stream.ts";
import { openFamily, READ, READ_WITH_BODY } from "../routes/family.ts";
import {
  createCodeRoute,
  createServiceRoutes,
  publicRoutes,
  withFiles,
} from "../routes/public/service.ts";
import { below, belowApi, createRouter } from "../routes/router.ts";
import { StreamSlots } from "../routes/stream_slots.ts";
import { lazily } from "../toolbox/lazily.ts";
import type { AddOn } from "./addon.ts";
import { ADDONS } from "./addons.ts";
import { nothingAnnounced } from "./announced.ts";
import { createAsk } from "./ask.ts";
import { type BaseOptions, createBase, type Inputs } from "./base.ts";
import { loadCommands } from "./commands.ts";
import type { Core } from "./core.ts";
import { AddOns } from "./opening.ts";
import { openServices, type Services } from "./open_services.ts";
import { FAMILIES, familiesWith, routesOf } from "./registry.ts";
import { operatorStatus, readSelfReport } from "./reports.ts";
import {
  ANNOUNCED,
  DATA_FAMILIES,
  DEMO_KEY,
  EVENT_LOG,
  EVENT_STREAMS,
  LIVE,
  METER,
  PAGES,
  ROTATE_KEY,
  SIGNUP_IS_OPEN,
} from "./services.ts";

/** What is chosen when the program starts. */
export interface AssembleOptions extends BaseOptions {
  /** All of {@link ./addons.ts} if left out. */
  readonly addOns?: readonly AddOn[];
}

/** The whole program but its socket. */
export interface Service extends Services {
  /** Answers requests. */
  readonly app: Handler;
  /** Answers as `app` does over other content, which `change` gives for each request; nothing is noted. */
  over(change: (served: Content) => Content): Handler;
  /** Says which key the start prints, and until when it is good (epoch ms). */
  offerDemoKey(key: string, until: number): void;
  /**
   * Opens the add-ons, once the server listens; their paths wait for it.
   *
   * @throws {StartError} naming the add-on that cannot be opened
   */
  openAddOns(): Promise<void>;
  readonly announcer: {
    /** Tells everybody of the content that is served now; call it for each build, the first too. */
    sync(): Promise<void>;
  };
  /** Resolves when no work is under way that no answer waits for. */
  idle(): Promise<void>;
  /** Reports that this process is about to end, and opens no stream any more; it serves on. */
  drain(): void;
  /** Looks for what is to be done beside the requests: on some hosts timers sleep between them. */
  wake(): void;
  /** Stops what runs beside the requests; call it before the server is shut down. */
  quiet(): Promise<void>;
}

/** How often a network may ask for a wrong code in a minute. */
const CODE_FAILURES = 30;

/** How long the end waits for work that no answer waits for. */
const LATER_MS = 2_000;
/** And for what runs beside the requests, whatever the store does. */
const QUIET_MS = 3_000;
/** What is left then may not answer any more. */
const REST_MS = 500;

/**
 * Puts the program together: its services, then what answers with them; its add-ons are opened later.
 *
 * @throws {StartError} if settings cannot be used
 */
export function assemble(inputs: Inputs, options: AssembleOptions = {}): Service {
  // Services.
  const base = createBase(inputs, options);
  const { platform: { clock, log, random }, settings, store, content, index, mailer } = base;
  const addOns = new AddOns(options.addOns ?? ADDONS, settings, clock, log);
  const services = openServices(base, () => outbox);
  const { access, audit, counting, live } = services;
  clock.onSetBack(() => content().answers.clear());
  let isDraining = false;

  // Commands, for programs and in pages.
  const bodies = createBodyReader(clock);
  const toHttpError = createToHttpError({ log });
  const loadAllCommands = lazily(() => loadCommands(addOns.all));
  const report = () => readSelfReport(base, services, { isDraining, isLoading: addOns.areLoading });
  const admin: AdminFamilyDeps = {
    commands: loadAllCommands,
    commandDeps: {
      store,
      clock,
      log,
      mailer,
      meter: access.meter,
      content: index,
      site: base.site,
      recorded: audit.wake,
      learnChanges: access.credentials.refresh,
    },
    admins: access.admins,
    clearText: access.clearText,
    log,
    isOn: settings.ADMIN_API,
    status: () => operatorStatus(base, services, report()),
  };
  const owner: OwnerDeps = {
    store,
    index,
    credentials: access.credentials,
    baseUrl: base.baseUrl,
    commandDeps: admin.commandDeps,
    hasMail: settings.SMTP_URL !== undefined,
    limit: createOwnerLimit(clock),
    rotated: () => counting.reporter("signup")("rotated"),
  };

  // The paths of the core, and what requests are answered with.
  const families = options.addOns === undefined ? FAMILIES : familiesWith(addOns.all);
  const codes = createCodeCheck({
    codes: store.codes,
    throttle: createNetworkThrottle(clock, CODE_FAILURES),
    log,
  });
  const further = routesOf(addOns.all, "public");
  const open = openFamily(
    "public",
    "",
    READ,
    publicRoutes(createServiceRoutes(content, report), further),
  );
  const files = withFiles(open.table, () => service(SIGNUP_IS_OPEN)?.() ?? false);
  const besideGroups = new Map([
    ["admin", createAdminFamily(admin)],
    ["codes", openFamily("codes", "/api/codes", READ_WITH_BODY, [createCodeRoute(codes)])],
  ]);
  const mounts = new Map([
    ["", below({ ...open, table: files, hasErrorPages: true }, 0)],
    ["v1", below(families.v1, 1)],
    ["api", belowApi(families, besideGroups)],
  ]);
  const { get: service } = base.services
    .provide(DATA_FAMILIES, families)
    .provide(LIVE, live)
    .provide(ANNOUNCED, nothingAnnounced(content))
    .provide(EVENT_LOG, services.events.feed)
    .provide(EVENT_STREAMS, services.eventStreams)
    .provide(METER, access.meter)
    .provide(
      ROTATE_KEY,
      (key, request) => rotateByKey(owner, key, request),
    );
  const slots = new StreamSlots(settings.SSE_LIMIT);
  const ownPages: OwnPages[] = [];
  const routing = { readUrl, router: createRouter(mounts), pages: ownPages };
  const deps: DispatchDeps = {
    content,
    bodies,
    service,
    gate: access.gate,
    openStream: createOpenStream(slots, content, access.gate),
    toHttpError,
    readClient: createReadClient({
      trusted: readProxies(settings),
      onDeploy: base.onDeploy,
      log,
      requestIds: createRequestIds(access.processName),
    }),
    now: clock.now,
    elapsed: base.elapsed,
    routing: (url, content) => addOns.routingOf(url, content) ?? routing,
    opening: addOns.opening,
    note: addOns.note,
    furtherHeaders: addOns.headers,
    errorPage: (content, refusal) => service(PAGES)?.refused(content, refusal),
  };

  // What is sent, and add-ons.
  const outbox = createOutbox(
    { kv: store.kv, clock, log, random },
    () => [
      ...audit.endpoints,
      ...addOns.gather(({ endpoints }) => endpoints?.()),
    ],
  );
  access.credentials.loaded.then(outbox.wake);
  const underWay = new Set<Promise<void>>();
  async function idle(): Promise<void> {
    while (underWay.size > 0) await Promise.all(underWay);
  }
  const core: Core = {
    ...base,
    ...services,
    admin,
    owner,
    families,
    outbox,
    later(work) {
      const ended = work
        .catch((error) => log.error("Work beside requests failed", { error: errorMessage(error) }))
        .finally(() => underWay.delete(ended));
      underWay.add(ended);
    },
    ask: createAsk(deps, families),
    dispatch: deps,
  };
  async function openAll(): Promise<void> {
    for (const { mounts: own = {}, pages } of await addOns.open(core)) {
      for (const [root, find] of Object.entries(own)) mounts.set(root, find);
      if (pages !== undefined) ownPages.push(pages);
    }
    outbox.wake();
    // What was answered so far may lack what add-ons bring.
    content().answers.clear();
  }
  let opening: Promise<void> | undefined;

  return {
    ...services,
    app: createDispatch(deps),
    over: (change) => createDispatch({ ...deps, content: () => change(content()), note() {} }),
    offerDemoKey(key, until) {
      base.services.provide(DEMO_KEY, () => clock.now() < until ? key : undefined);
    },
    openAddOns: () => opening ??= openAll(),
    idle,
    announcer: {
      async sync() {
        void access.warnOfLostPlans();
        await addOns.each((one) => one.onContent?.());
      },
    },
    drain() {
      isDraining = true;
      slots.isDraining = true;
    },
    wake() {
      outbox.wake();
      void addOns.each((one) => one.wake?.());
    },
    async quiet() {
      services.eventStreams.close();
      const ended = async () => {
        await opening?.catch(() => {});
        const later = deadline(clock, LATER_MS, idle()).catch(() => {});
        await Promise.all([live.stop(), later, addOns.each((one) => one.quiet?.())]);
      };
      await deadline(clock, QUIET_MS, ended()).catch(() => {});
    },
    async close() {
      const ended = addOns.each((one) => one.close?.());
      await Promise.all([
        outbox.close(),
        deadline(clock, QUIET_MS, ended).catch(() => {}),
        services.close(),
      ]);
      // What is under way reads it to the end.
      await deadline(clock, REST_MS, services.events.feed.stop()).catch(() => {});
    },
  };
}

function readProxies({ TRUSTED_PROXIES: proxies }: Settings): AddressList {
  try {
    return createAddressList(proxies);
  } catch (error) {
    throw new StartError(`Cannot use TRUSTED_PROXIES: ${errorMessage(error)}`);
  }
}
