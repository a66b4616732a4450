import { createAnnouncer, type ServedBuild } from "../change_feed/announcer.ts";
import type { Content } from "../catalog/catalog.ts";
import type { HashedList } from "../changes/hashed_items.ts";
import { type ContentEvents, createContentEvents } from "../content_events/content_events.ts";
import { EVENT_LIFE_MS, type LogEntry } from "../events/event.ts";
import { createFeed } from "../events/feed.ts";
import { openLog } from "../events/log.ts";
import { createEventStreams } from "../events/streams.ts";
import { createLive, followMsOf } from "../live/live.ts";
import type { Env } from "../platform/env.ts";
import type { Settings } from "../platform/settings.ts";
import type { Store } from "../store/store.ts";
import { lazily } from "../toolbox/lazily.ts";
import { type AccessControl, createAccessControl } from "./access_control.ts";
import type { Base } from "./base.ts";
import { Counting } from "./counting.ts";
import { createRosterSource } from "./live_roster.ts";
import { openAlerts, openAudit, openNotices, openWebhooks, recordUses } from "./senders.ts";
import { DAY_MS, HOUR_MS } from "../toolbox/durations.ts";

/** What the program does beside the requests, and what answers them with it. */
export type Services = ReturnType<typeof openServices>;

/** Opens the services, each after those that it uses; live platforms are asked once `live` is started. */
export function openServices(base: Base) {
  const { platform, settings, store, content, catalog, pollMs } = base;
  const { kv, isFile } = store;
  const { clock, log } = platform;

  // What is counted and recorded, and who may call.
  const counting = new Counting();
  const audit = openAudit(base);
  const notices = openNotices(base, () => access.credentials);
  const access: AccessControl = createAccessControl(base, {
    counting,
    record: recordUses(audit),
    leased: notices.leased,
  });
  const credentialRevision = access.credentials.revision;

  // What has happened, who is on air, and what a build changed.
  const eventLog = openLog<LogEntry>({ ...platform, kv }, { name: "event", lifeMs: EVENT_LIFE_MS });
  const followMs = isFile ? followMsOf(settings.LIVE_INTERVAL_MS) : pollMs;
  const feed = createFeed({ clock, log, events: eventLog, pollMs: followMs });
  const eventStreams = createEventStreams({ feed, clock, credentialRevision });
  const live = createLive({
    ...platform,
    kv,
    events: eventLog,
    feed,
    roster: createRosterSource(catalog, clock.now),
    settings,
    followMs,
    onPoll: counting.reporter("poll"),
    credentialRevision,
  });
  const announced = createAnnouncer({
    ...platform,
    kv,
    served: () => servedBuild(content()),
    pollMs,
    loaded: () => void contentEvents.sync(),
  });
  const contentEvents: ContentEvents = createContentEvents({
    ...platform,
    kv,
    catalog,
    writer: eventLog,
    announced,
  });

  // Who is sent what has happened.
  const webhooks = openWebhooks(base, { access, events: feed, counting });
  const alerts = openAlerts(base, { audit, live, access, counting });
  const endEmptying = keepEmptyingRevoked(platform, settings, store);

  return {
    counting,
    audit,
    notices,
    access,
    live,
    announced,
    eventLog,
    events: feed,
    eventStreams,
    webhooks,
    alerts,
    announcer: {
      /**
       * Announces what is served to all processes, logs it, and warns about keys that lost their plan; call
       * it for each build, the first too.
       */
      async sync(): Promise<void> {
        void access.warnOfLostPlans();
        await announced.sync();
        await contentEvents.sync();
      },
    },
    /** Ends what sends and records before what was leased, and before the memory that it reads. */
    async close(): Promise<void> {
      announced.close();
      endEmptying();
      const senders = [contentEvents, webhooks, alerts, audit, notices];
      await Promise.all(senders.map((sender) => sender.close()));
      await access.close();
      await feed.stop();
    },
  };
}

function servedBuild({ catalog: { index, pack }, builtAt }: Content): ServedBuild {
  const pieces = index.groups.flatMap(({ hashed }) => hashed);
  return {
    build: index.build,
    builtAt,
    pieces: pieces.map((span) => () => pack.json<HashedList>(span)),
  };
}

const loadEmptyRevoked = lazily(() => import("../admin/commands/forget.ts"));

const FIRST_MS = 90_000;
const EVERY_MS = 6 * HOUR_MS;

/**
 * Empties what says who a person is in records that were revoked AUDIT_RETENTION_DAYS ago, soon after the
 * start and every 6 hours. The returned function ends it.
 */
export function keepEmptyingRevoked(
  { clock, log }: Pick<Env, "clock" | "log">,
  { AUDIT_RETENTION_DAYS: days }: Pick<Settings, "AUDIT_RETENTION_DAYS">,
  store: Store,
): () => void {
  let isClosed = false;
  let cancel = clock.after(FIRST_MS, tick);

  function tick(): void {
    empty().then(
      (emptied) => emptied > 0 && log.info("Revoked records name nobody any more", { emptied }),
      () => log.warn("Cannot empty revoked records, trying again later"),
    ).finally(() => {
      if (!isClosed) cancel = clock.after(EVERY_MS, tick);
    });
  }

  async function empty(): Promise<number> {
    const { emptyRevoked } = await loadEmptyRevoked();
    const now = clock.now();
    return await emptyRevoked(store, now - days * DAY_MS, now);
  }

  return () => {
    isClosed = true;
    cancel();
  };
}
