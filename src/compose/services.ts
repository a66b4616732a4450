import type { Audit } from "../audit/audit.ts";
import type { Catalog, Content } from "../catalog/catalog.ts";
import type { PackIndex } from "../model/pack.ts";
import type { Notices } from "../notices/notices.ts";
import type { Platform } from "../platform/platform.ts";
import type { Settings } from "../platform/settings.ts";
import { type DiskSpace, readDiskSpace } from "../store/disk_space.ts";
import type { Store } from "../store/store.ts";
import type { Gauges } from "../telemetry/service_metrics.ts";
import { createTelemetry, type Telemetry } from "../telemetry/telemetry.ts";
import { type AccessControl, createAccessControl } from "./access_control.ts";
import { openAlerts, openAudit, openNotices, openWebhooks, recordUses } from "./senders.ts";
import { openAccessLog } from "./reports.ts";
import type { Versions } from "./start_settings.ts";
import type { Alerts } from "../alerts/alerts.ts";
import type { Announced } from "../announce/announced.ts";
import type { ServedBuild } from "../announce/announce_served.ts";
import { type Announcer, createAnnouncer } from "../announce/announcer.ts";
import type { HashedList } from "../changes/hashed_items.ts";
import { type ContentLog, createContentLog } from "../content_log/content_log.ts";
import { createEventMemory, type EventMemory } from "../events/event_memory.ts";
import { createLive, type Live } from "../live/live.ts";
import { liveSettings } from "../live/live_settings.ts";
import { EVENT_LIFE_MS } from "../live/store/live_store.ts";
import { createEventStreams, type EventStreams } from "../live/view/event_streams.ts";
import type { Webhooks } from "../webhooks/webhooks.ts";
import { createRosterSource } from "./live_roster.ts";
import { keepEmptyingRevoked } from "./revoked_records.ts";

/** What is chosen where the program starts. */
export interface AssembleOptions {
  readonly onDeploy?: boolean;
  /** Milliseconds of a clock that nobody sets; the ordinary clock where left out. */
  readonly elapsed?: () => number;
  /** The system's own where left out. */
  readonly readDiskSpace?: (path: string) => Promise<DiskSpace>;
  /** What the process takes, in bytes. */
  readonly memory?: () => Gauges["memory"];
  /** Takes the lines of the access log; left out: there is none. */
  readonly writeLines?: (lines: string) => Promise<void>;
  /** Whether `/metrics` is nowhere but in the handler that answers nothing else. */
  readonly metricsApart?: boolean;
}

/** What the program is made from. */
export interface CoreDeps {
  readonly platform: Platform;
  readonly settings: Settings;
  readonly store: Store;
  /** What is served at the moment. */
  readonly content: () => Content;
  /** For `/status`. */
  readonly versions: Versions;
  readonly options: AssembleOptions;
}

/** What all other parts need: what is served, who may call, and what is counted and recorded. */
export interface Core extends CoreDeps {
  readonly catalog: () => Catalog;
  readonly index: () => PackIndex;
  /** Milliseconds of a clock that nobody sets. */
  readonly elapsed: () => number;
  /** Epoch ms. */
  readonly startedAt: number;
  readonly readDiskSpace: (path: string) => Promise<DiskSpace>;
  readonly telemetry: Telemetry;
  readonly audit: Audit;
  readonly notices: Notices;
  readonly access: AccessControl;
}

/** Makes the core of the program. */
export function openCore(deps: CoreDeps): Core {
  const { platform, settings, store, content, options } = deps;
  const { clock } = platform;
  const { elapsed = clock.now } = options;
  const catalog = () => content().catalog;
  const index = () => catalog().index;
  const telemetry = createTelemetry({ clock, elapsed, accessLog: accessLogOf(deps) });
  const audit = openAudit(platform, settings, store);
  const credentials = () => access.credentials;
  const notices = openNotices({ platform, settings, store, index, credentials });
  const access = createAccessControl(
    platform,
    settings,
    store,
    index,
    recordUses(audit),
    telemetry,
    notices.leased,
  );
  const startedAt = clock.now();
  return {
    ...deps,
    catalog,
    index,
    elapsed,
    startedAt,
    telemetry,
    audit,
    notices,
    access,
    readDiskSpace: options.readDiskSpace ?? readDiskSpace,
  };
}

function accessLogOf({ platform: { clock, log }, settings, options: { writeLines } }: CoreDeps) {
  return writeLines && openAccessLog(settings, { clock, log, write: writeLines });
}

/** Where `kv.watch` sees every process, looking by oneself is the exception. */
const FOLLOW_MS = 30_000;
/** It does not see other processes that use a KV file. */
const FOLLOW_FILE_MS = 2000;

/** What runs beside requests: who is on air, what has happened, and who is told of it. */
export interface Background {
  readonly live: Live;
  /** Has to be told of each build that is served, the first one too. */
  readonly announcer: Pick<Announcer, "sync">;
  readonly announced: Announced;
  readonly events: EventMemory;
  readonly eventStreams: EventStreams;
  readonly webhooks: Webhooks;
  /** Tells operators of trouble, where they ask for it. */
  readonly alerts: Alerts;
  /** Writes down what is under way. */
  close(): Promise<void>;
}

/** Makes what runs beside requests; live platforms are asked once it is started. */
export function openBackground(core: Core): Background {
  const { platform: { clock, log }, access: { credentials } } = core;
  const live = openLive(core);
  const { announcer, contentLog } = openAnnouncing(core, live);
  const sync = async () => {
    await announcer.sync();
    await contentLog.look();
  };
  const events = createEventMemory({ source: live.log, clock, log, keptMs: EVENT_LIFE_MS });
  const eventStreams = createEventStreams({
    memory: events,
    clock,
    credentialRevision: credentials.revision,
  });
  const webhooks = openWebhooks({ ...core, eventLog: events });
  const alerts = openAlerts({
    ...core,
    sources: live.view.sources,
    storeState: core.access.storeState,
    guesses: () => core.access.wrongPasswords,
  });
  const endEmptying = keepEmptyingRevoked(core.platform, core.settings, core.store);
  return {
    live,
    announcer: { sync },
    announced: announcer,
    events,
    eventStreams,
    webhooks,
    alerts,
    async close() {
      announcer.close();
      endEmptying();
      await Promise.all([contentLog.close(), webhooks.close(), alerts.close()]);
    },
  };
}

function openLive({ platform, settings, store, catalog, access, telemetry, options }: Core): Live {
  return createLive({
    ...platform,
    kv: store.kv,
    roster: createRosterSource(catalog, platform.clock.now),
    settings: liveSettings(settings),
    ...(store.isFile ? {} : { followMs: FOLLOW_MS }),
    passesFirst: options.onDeploy ?? false,
    onPoll: telemetry.polls.add,
    credentialRevision: access.credentials.revision,
  });
}

/** What a build changes is announced to all processes, and then logged. */
function openAnnouncing(
  { platform, store: { kv, isFile }, content, catalog }: Core,
  live: Live,
): { announcer: Announcer; contentLog: ContentLog } {
  const announcer = createAnnouncer({
    ...platform,
    kv,
    served: () => servedBuild(content()),
    pollMs: isFile ? FOLLOW_FILE_MS : FOLLOW_MS,
    loaded: () => void contentLog.look(),
  });
  const contentLog = createContentLog({
    ...platform,
    kv,
    catalog,
    writer: live.log,
    announced: announcer,
  });
  return { announcer, contentLog };
}

function servedBuild({ catalog: { index, pack }, builtAt }: Content): ServedBuild {
  const pieces = index.groups.flatMap(({ hashed }) => hashed);
  return {
    build: index.build,
    builtAt,
    pieces: pieces.map((span) => () => pack.json<HashedList>(span)),
  };
}
