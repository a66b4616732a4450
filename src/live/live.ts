/**
 * This room polls the platforms, keeps processes in step, and answers from memory who is on air.
 *
 * @module
 */

import type { LogSource } from "../events/event_log.ts";
import { appendEvents, type LogWriter } from "../events/log_store.ts";
import { LIVE_TYPES, type LiveType } from "../model/platforms.ts";
import type { Clock } from "../platform/clock.ts";
import type { Env } from "../platform/env.ts";
import type { Net } from "../platform/net.ts";
import { createOutboundFetch } from "../platform/outbound_fetch.ts";
import { processName } from "../platform/random.ts";
import type { Settings } from "../platform/settings.ts";
import type { OpenSocket } from "../platform/web_socket.ts";
import { lazily } from "../toolbox/lazily.ts";
import type { Chats, ChatsDeps } from "./chat/chats.ts";
import {
  createUpstreamFetch,
  type LiveSource,
  type UpstreamFault,
  type UpstreamFetch,
} from "./platforms/upstream.ts";
import { createAround } from "./around.ts";
import { createEnsureFresh, MAX_WAIT_MS, waitBriefly } from "./poll/freshness.ts";
import { createPoller } from "./poll/poller.ts";
import { pollDeadlineMs } from "./store/poll_record.ts";
import type { LiveEvent } from "./records/live_event.ts";
import type { LiveRoster } from "./records/broadcast.ts";
import { createLiveState } from "./store/live_state.ts";
import { createLiveStore } from "./store/live_store.ts";
import { createRecentBroadcasts, followRecents } from "./store/recent_broadcasts.ts";
import { createLiveView } from "./view/live_view.ts";
import { createLiveStreams } from "./view/live_streams.ts";

/** The settings of live platforms in the environment; base URLs end without a slash. */
export type LiveSettings = ReturnType<typeof liveSettings>;

/** Picks the live settings from all settings. */
export function liveSettings(settings: Settings) {
  return {
    /** `LIVE`: off, no platform is asked and the lists are empty. */
    on: settings.LIVE,
    intervalMs: settings.LIVE_INTERVAL_MS,
    idnUrl: withoutSlash(settings.IDN_URL),
    /** Without it IDN does not name its chats. */
    idnApiKey: settings.IDN_API_KEY,
    idnChatUrl: settings.IDN_CHAT_URL,
    showroomUrl: withoutSlash(settings.SHOWROOM_URL),
    youtubeUrl: withoutSlash(settings.YOUTUBE_URL),
    youtubeFeedUrl: settings.YOUTUBE_FEED_URL,
    /** Without it YouTube is not asked. */
    youtubeApiKey: settings.YOUTUBE_API_KEY,
    recentRetentionDays: settings.RECENT_RETENTION_DAYS,
  };
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}

interface LiveDeps extends Env {
  readonly net: Net;
  /** Opens the connections of chats; the runtime's own network if left out. */
  readonly openSocket?: OpenSocket;
  /** The same object until an account, a name or a graduation changes; then a new one. */
  readonly roster: () => LiveRoster;
  readonly settings: LiveSettings;
  /**
   * How often the store is read. The default, 2 s or a quarter of a shorter interval, is for a KV
   * file, whose watch sees this process only; elsewhere 30 s suffice.
   */
  readonly followMs?: number;
  /** Whether the first request goes on with an old list; it waits otherwise, for up to a second. */
  readonly passesFirst?: boolean;
  /** An instant's day in a group's zone, `YYYY-MM-DD`; default: in UTC. */
  readonly dayOf?: (group: string, epochMs: number) => string;
  readonly onPoll?: (type: LiveType, outcome: "ok" | UpstreamFault) => void;
  /** Another number whenever a credential may open something else than before: streams are checked sooner. */
  readonly credentialRevision?: () => number;
}

/** Everything about who is on air: the platforms are polled, the processes agree, memory answers. */
export type Live = ReturnType<typeof createLive>;

const FOLLOW_MS = 2_000;
const MIN_FOLLOW_MS = 200;
/** Records of the log that are read at a time. */
const RECORDS_A_READ = 1_000;

export function createLive(deps: LiveDeps) {
  const { clock, kv, random, settings } = deps;
  const { on, intervalMs, recentRetentionDays } = settings;
  const { followMs = Math.min(FOLLOW_MS, Math.max(MIN_FOLLOW_MS, intervalMs / 4)) } = deps;
  const { passesFirst = false, onPoll = () => {}, credentialRevision = () => 0 } = deps;
  const { dayOf = utcDay } = deps;
  const store = createLiveStore(kv, recentRetentionDays);
  const state = createLiveState({ ...deps, store, followMs });
  const recents = createRecentBroadcasts(clock, recentRetentionDays);
  const followedRecents = followRecents({ ...deps, state, store, recents });
  const fetch = on ? createFetch(deps) : undefined;
  const sources = fetch === undefined ? [] : createSources(fetch, clock, settings);
  const polledTypes = new Set(sources.map(({ type }) => type));
  const isChatKnown = on && settings.idnApiKey !== undefined;
  const base = { ...deps, state, store, polledTypes, on, intervalMs, followMs, isChatKnown };
  const view = createLiveView(base);
  const holder = processName(random);
  const around = createAround({ ...base, recents, followedRecents, dayOf });
  const { finds } = around;
  const poller = createPoller({ ...base, sources, holder, onPoll, finds, retryMs: followMs });
  const { noteRequest, addListener } = poller;
  const ensureFresh = createEnsureFresh({ ...base, poller, passesFirst });
  const streams = createLiveStreams({ ...base, view, addListener, credentialRevision });
  const chats = createLazyChats({
    ...base,
    ...settings,
    fetch,
    view,
  });
  const log: LogSource<LiveEvent> & LogWriter = {
    read: (after) => store.eventsAfter(after, RECORDS_A_READ),
    sync: state.sync,
    seq: state.seq,
    subscribe: state.onEvents,
    entryOf: ({ entry }) => entry,
    async append(entries, alongside) {
      const isWritten = await appendEvents(deps, entries, alongside);
      await state.sync();
      return isWritten;
    },
  };

  return {
    /** What this process knows of all platforms: the same as the others, once it has read the store. */
    state,
    view,
    recents,
    /** What is announced, and videos. */
    around: around.view,
    sums: around.sums,
    streams,
    chats,
    /** The one log: what broadcasts do, and what else is written into it. */
    log,
    start(): void {
      state.start();
      poller.start();
      void followedRecents.load();
      around.start();
    },
    /** Ends timers, polls and streams; resolves when nothing is under way any more. */
    async stop(): Promise<void> {
      poller.stop();
      streams.close();
      await poller.whenIdle();
      await around.stop();
      await Promise.all([state.stop(), followedRecents.stop(), chats.close()]);
    },
    /** Notes that someone asks who is on air, which keeps the polls at their quick pace. Cheap. */
    noteRequest,
    /**
     * Undefined if memory is current, as it nearly always is. Else, on a cold or just awoken process,
     * resolves when it is, or after 2.5 s at the latest. Never rejects.
     */
    ensureFresh: (): Promise<void> | undefined => on ? ensureFresh() : undefined,
    /** Does for the records of ended broadcasts what `ensureFresh` does for the lists. */
    ensureFreshRecents: (): Promise<void> | undefined =>
      followedRecents.isLoaded()
        ? undefined
        : waitBriefly(clock, followedRecents.load(), MAX_WAIT_MS),
    /** Does for what is announced, for videos and for sums what `ensureFresh` does for the lists. */
    ensureFreshAround: around.ensureLoaded,
    /** Polls what no process polled within `minAgeMs`, for the wake-up by cron. */
    async pollOlderThan(minAgeMs: number): Promise<void> {
      await poller.pollOlderThan(minAgeMs);
      around.wake();
    },
  };
}

const loadChats = lazily(() => import("./chat/chats.ts"));
const loadWebSocket = lazily(() => import("../platform/web_socket.ts"));

/** The chats of this process: nothing of them is loaded before the first of them is asked for. */
function createLazyChats(
  { openSocket, ...deps }: Omit<ChatsDeps, "counts" | "openSocket"> & Pick<LiveDeps, "openSocket">,
) {
  const counts = { kept: 0, dropped: 0, malformed: 0 };
  let chats: Chats | undefined;
  let isClosed = false;

  async function load(): Promise<void> {
    const { createChats } = await loadChats();
    const open = openSocket ?? (await loadWebSocket()).openWebSocket;
    chats ??= createChats({ ...deps, counts, openSocket: open });
    if (isClosed) await chats.close();
  }

  return {
    counts: counts as Readonly<typeof counts>,
    /** Undefined if {@linkcode chats} are there; else resolves when they are. */
    ready: (): Promise<void> | undefined => chats === undefined ? load() : undefined,
    /** Those that are loaded. @throws {TypeError} before they are */
    get loaded(): Chats {
      if (chats === undefined) throw new TypeError("Cannot read a chat: wait until they are ready");
      return chats;
    },
    rooms: (): number => chats?.rooms() ?? 0,
    async close(): Promise<void> {
      isClosed = true;
      await chats?.close();
    },
  };
}

function utcDay(_group: string, epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}

function createFetch({ net, clock, settings }: LiveDeps): UpstreamFetch {
  const timeoutMs = Math.min(5_000, pollDeadlineMs(settings.intervalMs));
  return createUpstreamFetch(createOutboundFetch({ net, clock }, { timeoutMs }), clock);
}

/** A channel's feed is read every third poll. */
const POLLS_PER_FEED = 3;

/** Creates the sources of all platforms that may be asked. */
function createSources(fetch: UpstreamFetch, clock: Clock, settings: LiveSettings): LiveSource[] {
  const { idnUrl, showroomUrl, youtubeUrl, youtubeFeedUrl, intervalMs } = settings;
  const { idnApiKey, youtubeApiKey } = settings;
  const makers: Readonly<Record<LiveType, (() => Promise<LiveSource>) | undefined>> = {
    async idn() {
      const { createIdn } = await loadIdn();
      return createIdn({ fetch, clock, baseUrl: idnUrl, apiKey: idnApiKey });
    },
    async showroom() {
      const { createShowroom } = await loadShowroom();
      return createShowroom({ fetch, baseUrl: showroomUrl });
    },
    youtube: youtubeApiKey === undefined ? undefined : async () => {
      const { createYoutube } = await loadYoutube();
      const urls = { baseUrl: youtubeUrl, feedUrl: youtubeFeedUrl };
      const feedEveryMs = POLLS_PER_FEED * intervalMs;
      return createYoutube({ fetch, clock, ...urls, apiKey: youtubeApiKey, feedEveryMs });
    },
  };
  return LIVE_TYPES.flatMap((type) => {
    const make = makers[type];
    return make === undefined ? [] : lazySource(type, make);
  });
}

const loadIdn = lazily(() => import("./platforms/idn.ts"));
const loadShowroom = lazily(() => import("./platforms/showroom.ts"));
const loadYoutube = lazily(() => import("./platforms/youtube.ts"));

/** A source that its first poll makes: a server starts without the library that checks answers. */
function lazySource(type: LiveType, make: () => Promise<LiveSource>): LiveSource {
  let made: LiveSource | undefined;
  return {
    type,
    async poll(context) {
      made ??= await make();
      return await made.poll(context);
    },
  };
}

/** The name under which the wake-up is registered. */
export const LIVE_CRON = "live";

/** Every minute. */
export const LIVE_CRON_SCHEDULE = "* * * * *";

/** A little less than a minute, so that a wake-up that comes early still polls. */
const CRON_MIN_AGE_MS = 45_000;

/**
 * Creates the handler that keeps the lists fresh where instances sleep. It is registered for every
 * deployment, so it checks whether this is the one that serves: branches would poll as well.
 */
export function createLiveCron({ timeline, pollOlderThan }: {
  /** `DENO_TIMELINE`: which deployment this is; undefined outside Deno Deploy. */
  readonly timeline: () => string | undefined;
  readonly pollOlderThan: (minAgeMs: number) => Promise<void>;
}): () => Promise<void> {
  return async function wakeLive() {
    const name = timeline();
    if (name === undefined || name === "production") await pollOlderThan(CRON_MIN_AGE_MS);
  };
}
