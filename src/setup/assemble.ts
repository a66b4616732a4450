/**
 * This room composes the program from its rooms, for the server and for commands.
 *
 * @module
 */

import { type Announcer, createAnnouncer, type ServedBuild } from "../announce/announcer.ts";
import { createChangeLog } from "../announce/change_log.ts";
import type { Audit } from "../audit/audit.ts";
import type { Content } from "../catalog/catalog.ts";
import { createContentLog } from "../content_log/content_log.ts";
import { createEventMemory } from "../events/event_memory.ts";
import { createEventStreams } from "../live/view/event_streams.ts";
import { EVENT_LIFE_MS } from "../live/store/live_store.ts";
import type { HashedList } from "../changes/hashed_items.ts";
import type { Platform } from "../platform/platform.ts";
import type { Settings } from "../platform/settings.ts";
import type { Store } from "../store/store.ts";
import { StartError } from "../platform/start_error.ts";
import { createClientOf } from "../address/client_address.ts";
import { createRequestIds } from "../address/request_id.ts";
import { createDispatch, type Handler } from "../routes/dispatch.ts";
import { createLive, type Live } from "../live/live.ts";
import { liveSettings } from "../live/live_settings.ts";
import { createBodyReader } from "../http/body.ts";
import { createToHttpError } from "../http/http_error.ts";
import { createRosterSource } from "./live_owners.ts";
import { createServiceRoutes, statusPage } from "../routes/public/service.ts";
import { adminFamilyDeps, assembleFamilies, metricsRouter, withoutMetrics } from "./families.ts";
import { createPanelLayer } from "../panel/panel_layer.ts";
import { withProfiles } from "../profile/profile_layer.ts";
import { searchGroups } from "../routes/resources/finding/search.ts";
import { createRouter } from "../routes/router.ts";
import { openAudit, recordUses } from "./audit.ts";
import { type AddressList, createAddressList } from "../address/ip_range_list.ts";
import { type AccessControl, createAccessControl } from "./access_control.ts";
import type { Webhooks } from "../webhooks/webhooks.ts";
import { openWebhooks } from "./webhooks.ts";
import { formatServiceMetrics, type Gauges } from "../telemetry/service_metrics.ts";
import { createTelemetry, type Telemetry } from "../telemetry/telemetry.ts";
import { openAccessLog, readGauges, readSelfReport } from "./telemetry.ts";
import type { Versions } from "./versions.ts";
import type { Alerts } from "../alerts/alerts.ts";
import type { Notices } from "../notices/notices.ts";
import { freeDiskShare } from "../store/disk_space.ts";
import { openAlerts } from "./notify/alerts.ts";
import { openNotices } from "./notify/notices.ts";

/** Where `kv.watch` sees every process, looking by oneself is the exception. */
const FOLLOW_MS = 30_000;
/** It does not see other processes that use a KV file. */
const FOLLOW_FILE_MS = 2000;

/** The whole program but its socket. */
export interface Service {
  readonly app: Handler;
  /** `/metrics`, and nothing else. */
  readonly metricsApp: Handler;
  readonly live: Live;
  readonly audit: Audit;
  readonly webhooks: Webhooks;
  readonly access: AccessControl;
  /** Tells operators of trouble, where they ask for it. */
  readonly alerts: Alerts;
  /** Writes to owners of keys, where a mail server is named. */
  readonly notices: Notices;
  /** Has to be told of each build that is served, the first one too. */
  readonly announcer: Announcer;
  readonly telemetry: Telemetry;
  /** Tells whoever asks that this process is going, and opens no stream any more; it serves on. */
  drain(): void;
  /** Stops what runs beside the requests; call it before the server is shut down. */
  quiet(): Promise<void>;
  /** Gives back and writes down what is under way; call it when no request comes any more. */
  close(): Promise<void>;
}

/** What is chosen where the program starts. */
export interface AssembleOptions {
  readonly onDeploy?: boolean;
  /** Milliseconds of a clock that nobody sets; the ordinary clock where left out. */
  readonly elapsed?: () => number;
  /** Which part of the file system of a path is free, 0 to 1. */
  readonly freeDiskShare?: (path: string) => Promise<number>;
  /** What the process takes, in bytes. */
  readonly memory?: () => Gauges["memory"];
  /** Takes the lines of the access log; left out: there is none. */
  readonly writeLines?: (lines: string) => Promise<void>;
  /** Whether `/metrics` is nowhere but in {@linkcode Service.metricsApp}. */
  readonly metricsApart?: boolean;
}

const NO_MEMORY = { residentBytes: 0, heapBytes: 0 };

/** Puts the program together. `versions` is for `/status`. */
export function assemble(
  platform: Platform,
  settings: Settings,
  store: Store,
  content: () => Content,
  versions: Versions,
  options: AssembleOptions = {},
): Service {
  const { clock, log, random, net } = platform;
  const { onDeploy = false, elapsed = clock.now, memory = () => NO_MEMORY } = options;
  const { kv } = store;
  const catalog = () => content().catalog;
  const index = () => catalog().index;
  const { writeLines } = options;
  const accessLog = writeLines && openAccessLog(settings, { clock, log, write: writeLines });
  const telemetry = createTelemetry({ clock, elapsed, accessLog });
  const audit = openAudit(platform, settings, store);
  const credentials = () => access.credentials;
  const notices = openNotices({ platform, settings, store, index, credentials });
  const access = createAccessControl(
    ...[platform, settings, store, index, recordUses(audit), telemetry, notices.leased] as const,
  );
  const credentialRevision = access.credentials.revision;
  const live = createLive({
    clock,
    kv,
    net,
    random,
    log,
    roster: createRosterSource(catalog, clock.now),
    settings: liveSettings(settings),
    ...(store.isFile ? {} : { followMs: FOLLOW_MS }),
    passesFirst: onDeploy,
    onPoll: telemetry.polls.add,
    credentialRevision,
  });
  const announcer = createAnnouncer({
    ...{ kv, clock, log, random, served: () => servedBuild(content()) },
    pollMs: store.isFile ? FOLLOW_FILE_MS : FOLLOW_MS,
    loaded: () => void contentLog.look(),
  });
  const contentLog = createContentLog({
    ...{ kv, clock, log, catalog, writer: live.log, announced: announcer },
  });
  const events = createEventMemory({ source: live.log, clock, log, keptMs: EVENT_LIFE_MS });
  const eventStreams = createEventStreams({ memory: events, clock, credentialRevision });
  const webhooks = openWebhooks({
    ...{ platform, settings, store, access, eventLog: events, index, telemetry },
  });
  const startedAt = clock.now();
  let drains = false;
  const report = () =>
    readSelfReport({ store, access, audit, live, versions, startedAt, isDraining: drains });
  const gaugeDeps = { content, access, audit, live, eventStreams, versions, startedAt, memory };
  const alerts = openAlerts({
    ...{
      platform,
      settings,
      store,
      audit,
      content,
      elapsed,
      freeDiskShare: options.freeDiskShare ?? freeDiskShare,
    },
    ...{ sources: live.view.sources, storeState: access.storeState },
  });
  const trusted = readTrustedProxies(settings.TRUSTED_PROXIES);
  const bodies = createBodyReader(clock);
  const clientOf = createClientOf({
    ...{ trusted, onDeploy, log },
    requestIds: createRequestIds(access.processName),
  });
  const familyDeps = {
    ...{ platform, settings, store, access, audit, index, bodies },
    pages: createServiceRoutes(content, report),
    status: () => statusPage(content(), report()),
    metrics: () => formatServiceMetrics(telemetry, readGauges(gaugeDeps)),
  };
  const admin = adminFamilyDeps(familyDeps);
  const all = assembleFamilies(familyDeps, admin);
  const families = options.metricsApart ? withoutMetrics(all) : all;
  const toHttpError = createToHttpError({ log });
  const panel = createPanelLayer({
    ...{ admin, store, platform, bodies, toHttpError, index },
    search: (text) => searchGroups(catalog(), catalog().groups, text, findAnything(clock.now())),
    admins: access.admins,
    keys: access.credentials.keys,
    view: live.view,
    history: telemetry.history,
  });
  const deps = {
    content,
    clientOf,
    bodies,
    live,
    now: clock.now,
    meter: access.meter,
    feedTokens: access.feedTokens,
    announced: announcer,
    webhooks,
    events,
    eventStreams,
    maxStreams: settings.SSE_LIMIT,
    changes: createChangeLog({ kv, clock, announced: announcer }),
    toHttpError,
    telemetry,
  };
  const dispatch = createDispatch({ ...deps, panel, router: createRouter(families) });
  const app = withProfiles(dispatch, { ...deps, families });
  const metricsApp = createDispatch({ ...deps, router: metricsRouter(createRouter(all)) });
  return {
    app,
    metricsApp,
    live,
    audit,
    webhooks,
    access,
    alerts,
    notices,
    announcer: {
      ...announcer,
      async sync() {
        await announcer.sync();
        await contentLog.look();
      },
    },
    telemetry,
    drain() {
      drains = true;
      live.streams.drain();
    },
    quiet() {
      eventStreams.close();
      return live.stop();
    },
    async close() {
      announcer.close();
      await Promise.all([
        contentLog.close(),
        webhooks.close(),
        audit.close(),
        alerts.close(),
        notices.close(),
      ]);
      await access.close();
      events.close();
      await telemetry.close();
    },
  };
}

/** How many results the operators' pages show. */
const SHOWN_RESULTS = 20;

function findAnything(now: number) {
  return { kind: undefined, now, limit: SHOWN_RESULTS };
}

function servedBuild({ catalog: { index, pack }, builtAt }: Content): ServedBuild {
  const pieces = index.groups.flatMap(({ hashed }) => hashed);
  return {
    build: index.build,
    builtAt,
    pieces: pieces.map((span) => () => pack.json<HashedList>(span)),
  };
}

/**
 * Reads `TRUSTED_PROXIES`.
 *
 * @throws {StartError} naming the entry that is no address
 */
export function readTrustedProxies(entries: readonly string[]): AddressList {
  try {
    return createAddressList(entries);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`Cannot use TRUSTED_PROXIES: ${reason}`);
  }
}
