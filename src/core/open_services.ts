import type { RecordTokenUse } from "../access/gate/data_gate.ts";
import { type Audit, createAudit } from "../audit/audit.ts";
import { endpointOf } from "../audit/endpoint_of.ts";
import { slugsOf } from "../catalog/members.ts";
import { findByAddress } from "../catalog/phases.ts";
import type { Outbox } from "../delivery/endpoint.ts";
import { openPost, type Post } from "../delivery/post_log.ts";
import { EVENT_LIFE_MS, type LogEntry } from "../events/event.ts";
import { createFeed, type Feed } from "../events/feed.ts";
import { type EntryLog, openLog } from "../events/entry_log.ts";
import { createEventStreams, type EventStreams } from "../events/streams.ts";
import { createLive, followMsOf, type Live } from "../live/live.ts";
import { StartError } from "../platform/start_error.ts";
import { DAY_MS, HOUR_MS } from "../toolbox/durations.ts";
import { lazily } from "../toolbox/lazily.ts";
import { type AccessControl, createAccessControl } from "./access_control.ts";
import type { Base } from "./base.ts";
import { Counting } from "./counting.ts";
import { createRosterSource } from "./live_roster.ts";

/** What the program does beside the requests, and what answers them with it. */
export interface Services {
  /** Tells of what may be counted. */
  readonly counting: Counting;
  readonly audit: Audit;
  readonly access: AccessControl;
  readonly live: Live;
  /** What happens: the log that is written, and what of it is in memory. */
  readonly events: { readonly log: EntryLog<LogEntry>; readonly feed: Feed };
  /** What people are to be written. */
  readonly post: Post;
  readonly eventStreams: EventStreams;
  /** Puts on record and gives back what is left, within 4 s, when no request comes any more. */
  close(): Promise<void>;
}

/**
 * Opens the services, each after those that it uses; live platforms are asked once `live` is started.
 * `outbox` is called after the start.
 */
export function openServices(base: Base, outbox: () => Outbox): Services {
  const { platform, settings, store, catalog, pollMs } = base;
  const { kv, isFile } = store;
  const { clock, log } = platform;

  // What is counted and recorded, and who may call.
  const counting = new Counting();
  const audit = openAudit(base, outbox);
  const access: AccessControl = createAccessControl(base, {
    counting,
    record: recordUses(audit),
  });
  const credentialRevision = access.credentials.revision;

  // What has happened, and who is on air.
  const eventLog = openLog<LogEntry>({ ...platform, kv }, { name: "event", lifeMs: EVENT_LIFE_MS });
  const followMs = isFile ? followMsOf(settings.LIVE_INTERVAL_MS) : pollMs;
  const feed = createFeed({
    clock,
    log,
    events: eventLog,
    pollMs: followMs,
    slugsOf(group, slug) {
      const member = findByAddress(catalog().group(group)?.table("members") ?? [], slug);
      return member === undefined ? [slug] : slugsOf(member);
    },
  });
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

  // Who is sent what has happened.
  const post = openPost({ ...platform, kv });
  const endEmptying = keepEmptyingRevoked(base);

  return {
    counting,
    audit,
    access,
    live,
    events: { log: eventLog, feed },
    post,
    eventStreams,
    async close() {
      endEmptying();
      await Promise.all([audit.close(), access.close()]);
    },
  };
}

/**
 * Opens the record of priority-token uses. `outbox`: what sends it, asked for after the start.
 *
 * @throws {StartError} if a sink's address or secret cannot be used
 */
function openAudit(
  { platform, settings, store: { kv } }: Base,
  outbox: () => Outbox,
): Audit {
  const { AUDIT_SINK_URL, AUDIT_SINK_SECRET } = settings;
  if (AUDIT_SINK_SECRET !== undefined && AUDIT_SINK_URL === undefined) {
    throw new StartError(
      "Cannot use AUDIT_SINK_SECRET: AUDIT_SINK_URL is not set; set both, or neither",
    );
  }
  try {
    return createAudit({ ...platform, kv, outbox }, settings);
  } catch (error) {
    if (error instanceof TypeError) throw new StartError(error.message);
    throw error;
  }
}

/** Hands each use of a token to the record: who, from where, what for, and how it ended. */
function recordUses({ record }: Audit): RecordTokenUse {
  return ({ at, token, secret, request, route, status }) =>
    record({
      at,
      token_id: token.id,
      name: token.name,
      email: token.email,
      ip: request.address,
      method: request.method,
      // An assistant names its tool in the body: the path says nothing.
      endpoint: endpointOf(route.includes(" ") ? route : request.target.path, [secret]),
      route,
      status,
    });
}

const loadEmptyRevoked = lazily(() => import("../admin/commands/forget.ts"));

const FIRST_MS = 90_000;
const EVERY_MS = 6 * HOUR_MS;

/**
 * Empties what says who a person is in records that were revoked AUDIT_RETENTION_DAYS ago, soon after the
 * start and every 6 hours. The returned function ends it.
 */
function keepEmptyingRevoked(
  { platform: { clock, log }, settings: { AUDIT_RETENTION_DAYS: days }, store, index }: Base,
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
    return await emptyRevoked(store, now - days * DAY_MS, now, () => index().plans);
  }

  return () => {
    isClosed = true;
    cancel();
  };
}
