import { createAnnouncer, type ServedBuild } from "../announce/announcer.ts";
import type { Content } from "../catalog/catalog.ts";
import type { HashedList } from "../changes/hashed_items.ts";
import { type ContentLog, createContentLog } from "../content_log/content_log.ts";
import { createEventMemory } from "../events/event_memory.ts";
import { createLive, liveSettings } from "../live/live.ts";
import { EVENT_LIFE_MS } from "../live/store/live_store.ts";
import { createEventStreams } from "../live/view/streams.ts";
import { LINE_FORMATS } from "../platform/log.ts";
import { type AccessLog, createAccessLog } from "../telemetry/access_log.ts";
import { createTelemetry } from "../telemetry/telemetry.ts";
import { type AccessControl, createAccessControl } from "./access_control.ts";
import type { Base } from "./base.ts";
import { createRosterSource } from "./live_roster.ts";
import { keepEmptyingRevoked } from "./revoked_records.ts";
import { openAlerts, openAudit, openNotices, openWebhooks, recordUses } from "./senders.ts";

/** Where `kv.watch` sees every process, looking by oneself is the exception. */
const FOLLOW_MS = 30_000;
/** It does not see other processes that use a KV file. */
const FOLLOW_FILE_MS = 2000;

/** What the program does beside the requests, and what answers them with it. */
export type Services = ReturnType<typeof openServices>;

/** Opens the services, each after those that it uses; live platforms are asked once `live` is started. */
export function openServices(base: Base) {
  const { platform, settings, store, content, catalog, elapsed } = base;
  const { kv, isFile } = store;
  const { clock, log } = platform;

  // What is counted and recorded, and who may call.
  const telemetry = createTelemetry({ clock, elapsed, accessLog: openAccessLog(base) });
  const audit = openAudit(base);
  const notices = openNotices(base, () => access.credentials);
  const access: AccessControl = createAccessControl(base, {
    telemetry,
    record: recordUses(audit),
    leased: notices.leased,
  });
  const credentialRevision = access.credentials.revision;

  // Who is on air, what has happened, and what a build changed.
  const live = createLive({
    ...platform,
    kv,
    roster: createRosterSource(catalog, clock.now),
    settings: liveSettings(settings),
    ...(isFile ? {} : { followMs: FOLLOW_MS }),
    passesFirst: base.onDeploy,
    onPoll: telemetry.polls.add,
    credentialRevision,
  });
  const announced = createAnnouncer({
    ...platform,
    kv,
    served: () => servedBuild(content()),
    pollMs: isFile ? FOLLOW_FILE_MS : FOLLOW_MS,
    loaded: () => void contentLog.sync(),
  });
  const contentLog: ContentLog = createContentLog({
    ...platform,
    kv,
    catalog,
    writer: live.log,
    announced,
  });
  const events = createEventMemory({ source: live.log, clock, log, keptMs: EVENT_LIFE_MS });
  const eventStreams = createEventStreams({ memory: events, clock, credentialRevision });

  // Who is sent what has happened.
  const webhooks = openWebhooks(base, { access, events, telemetry });
  const alerts = openAlerts(base, { audit, live, access });
  const endEmptying = keepEmptyingRevoked(platform, settings, store);

  return {
    telemetry,
    audit,
    notices,
    access,
    live,
    announced,
    events,
    eventStreams,
    webhooks,
    alerts,
    announcer: {
      /** Announces what is served to all processes, and logs it; call it for each build, the first too. */
      async sync(): Promise<void> {
        await announced.sync();
        await contentLog.sync();
      },
    },
    /** Ends what sends and records before what was leased, and before the memory that it reads. */
    async close(): Promise<void> {
      announced.close();
      endEmptying();
      const senders = [contentLog, webhooks, alerts, audit, notices];
      await Promise.all(senders.map((sender) => sender.close()));
      await access.close();
      events.close();
      await telemetry.close();
    },
  };
}

/** Opens the log of requests; undefined where none is to be kept. */
function openAccessLog(
  { platform: { clock, log }, settings: { LOG, ACCESS_LOG }, writeLines }: Base,
): AccessLog | undefined {
  if (ACCESS_LOG === "off" || writeLines === undefined) return undefined;
  const formatLine = LINE_FORMATS[LOG];
  return createAccessLog({ clock, log, write: writeLines, formatLine, which: ACCESS_LOG });
}

function servedBuild({ catalog: { index, pack }, builtAt }: Content): ServedBuild {
  const pieces = index.groups.flatMap(({ hashed }) => hashed);
  return {
    build: index.build,
    builtAt,
    pieces: pieces.map((span) => () => pack.json<HashedList>(span)),
  };
}
