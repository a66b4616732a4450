import type { Clock } from "../platform/clock.ts";
import type { Kv } from "../platform/kv.ts";
import type { LiveRoster } from "./records/roster.ts";
import type { LiveSource } from "./platforms/live_source.ts";
import type { Log } from "../platform/log.ts";
import type { Net } from "../platform/net.ts";
import type { Random } from "../platform/random.ts";
import type { Settings } from "../platform/settings.ts";
import { createDemand } from "./store/demand.ts";
import { createOutboundFetch } from "../platform/outbound_fetch.ts";
import { createUpstreamFetch, type UpstreamFetch } from "./platforms/upstream_fetch.ts";
import { createIdn } from "./platforms/idn.ts";
import { createLiveState } from "./store/live_state.ts";
import { createLiveStore } from "./store/live_store.ts";
import { createLiveStreams, type LiveStreams } from "./view/live_streams.ts";
import { createPoller } from "./poll/poller.ts";
import { createRecentBroadcasts, type RecentBroadcasts } from "./store/recent_broadcasts.ts";
import { createPollApplier } from "./poll/apply_poll.ts";
import { createShowroom } from "./platforms/showroom.ts";
import { createYoutube } from "./platforms/youtube.ts";
import { createRecentSync } from "./store/recent_sync.ts";
import { isExpired } from "./records/claim.ts";
import { pollDeadlineMs } from "./poll/schedule.ts";
import { createLiveView, type LiveView } from "./view/live_view.ts";
import { type ChatFeed, createChatFeed } from "./view/chat_feed.ts";

/** What {@linkcode createLive} needs. */
export interface LiveDeps {
  readonly clock: Clock;
  readonly kv: Kv;
  readonly net: Net;
  readonly random: Random;
  readonly log: Log;
  /** The same object until an account, a name or a graduation changes; then a new one. */
  readonly roster: () => LiveRoster;
  readonly settings: LiveSettings;
  /**
   * How often the store is looked at. The default, 2 s or a quarter of a shorter interval, is for
   * a KV file, whose watch sees this process only; elsewhere 30 s do.
   */
  readonly followMs?: number;
}

/** Everything about who is on air. */
export interface Live {
  readonly view: LiveView;
  readonly recents: RecentBroadcasts;
  readonly streams: LiveStreams;
  readonly chat: ChatFeed;
  /** Begins to follow the store and to poll. */
  start(): void;
  /** Ends timers, polls and streams; resolves when nothing is under way any more. */
  stop(): Promise<void>;
  /** Someone asks who is on air: keeps the polls at their quick pace. Cheap. */
  noteRequest(): void;
  /**
   * Undefined where memory is current, as it nearly always is. Else, on a cold or just awoken
   * process, resolves when it is, or after 2.5 s at the latest. Never rejects.
   */
  ensureFresh(): Promise<void> | undefined;
  /** The same for the records of ended broadcasts. */
  ensureFreshRecents(): Promise<void> | undefined;
  /** Polls what nobody has polled for so long, for the wake-up by cron. */
  pollOlderThan(leastAgeMs: number): Promise<void>;
}

const FOLLOW_MS = 2_000;
const MAX_WAIT_MS = 2_500;
const STALE_AFTER_MS = 5_000;

export function createLive(deps: LiveDeps): Live {
  const { clock, kv, random, log, roster, settings } = deps;
  const { intervalMs } = settings;
  const followMs = deps.followMs ?? Math.min(FOLLOW_MS, Math.max(200, intervalMs / 4));
  const store = createLiveStore(kv, settings.recentRetentionDays);
  const state = createLiveState({ store, clock, random, log });
  const recents = createRecentBroadcasts(clock, settings.recentRetentionDays);
  const follower = createRecentSync({ state, store, recents, log });
  const demand = createDemand(clock, () => poller.reschedule());
  const fetch = settings.on ? guarded(deps) : undefined;
  const sources = fetch === undefined ? [] : createSources(fetch, deps);
  const asked = new Set(sources.map(({ type }) => type));
  const view = createLiveView({
    state,
    roster,
    clock,
    polledTypes: asked,
    on: settings.on,
    intervalMs,
  });
  const round = createPollApplier({ state, store, roster, clock, random, intervalMs });
  const poller = createPoller({
    state,
    applier: round,
    sources,
    roster,
    demand,
    clock,
    log,
    intervalMs,
    followMs,
    holder: random.bytes(12).join("."),
  });
  const streams = createLiveStreams({ view, roster, demand, clock, sync: state.sync });
  const chat = createChatFeed({ ...settings, ...trimmed(settings), fetch, clock, view, roster });
  let unwatch = () => {};
  let freshening: { at: number; done: Promise<void> } | undefined;

  return {
    view,
    recents,
    streams,
    chat,
    start,
    stop,
    noteRequest: demand.noteRequest,
    ensureFresh: ensureFresh,
    ensureFreshRecents: () => follower.isLoaded() ? undefined : atMost(clock, follower.load()),
    pollOlderThan: poller.pollOlderThan,
  };

  function start(): void {
    unwatch = store.watch(() => void state.sync());
    poller.start();
    void follower.load();
  }

  async function stop(): Promise<void> {
    unwatch();
    poller.stop();
    streams.close();
    await poller.whenIdle();
    await state.whenIdle();
  }

  function ensureFresh(): Promise<void> | undefined {
    const now = clock.now();
    const old = now - state.syncedAt() > followMs + STALE_AFTER_MS;
    if (!settings.on || (!old && !isUnheard(now))) return undefined;
    // Where the store is away, one attempt in a while is enough: the others are not kept waiting.
    if (freshening !== undefined && now - freshening.at < STALE_AFTER_MS) {
      return now - freshening.at < MAX_WAIT_MS ? freshening.done : undefined;
    }
    freshening = { at: now, done: atMost(clock, hear()) };
    return freshening.done;
  }

  async function hear(): Promise<void> {
    await state.sync();
    if (isUnheard(clock.now())) await poller.pollDue();
  }

  /** Whether a platform has not been heard for no fault of its own: nobody has asked. */
  function isUnheard(now: number): boolean {
    return !state.storeFailed() && [...asked].some((type) => {
      const { succeededAt: succeededAt, failures } = state.platform(type).claim;
      return failures === 0 && isExpired(succeededAt, now);
    });
  }
}

function guarded({ net, clock, settings }: LiveDeps): UpstreamFetch {
  const timeoutMs = Math.min(5_000, pollDeadlineMs(settings.intervalMs));
  return createUpstreamFetch(createOutboundFetch({ net, clock }, { timeoutMs }), clock);
}

function createSources(fetch: UpstreamFetch, { clock, settings }: LiveDeps): LiveSource[] {
  const { idnUrl, showroomUrl, youtubeUrl } = trimmed(settings);
  const { idnApiKey, youtubeApiKey: apiKey, youtubeFeedUrl: feedUrl, intervalMs } = settings;
  const sources = [
    createIdn({ fetch, baseUrl: idnUrl, apiKey: idnApiKey }),
    createShowroom({ fetch, baseUrl: showroomUrl }),
  ];
  if (apiKey === undefined) return sources;
  const feedEveryMs = 3 * intervalMs;
  return [
    ...sources,
    createYoutube({ fetch, clock, baseUrl: youtubeUrl, feedUrl, apiKey, feedEveryMs }),
  ];
}

function trimmed({ idnUrl, showroomUrl, youtubeUrl }: LiveSettings) {
  const trim = (url: string) => url.replace(/\/+$/, "");
  return {
    idnUrl: trim(idnUrl),
    showroomUrl: trim(showroomUrl),
    youtubeUrl: trim(youtubeUrl),
  };
}

/** Waits for `work`, but not for long. */
function atMost(clock: Clock, work: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(MAX_WAIT_MS, resolve);
    void work.catch(() => {}).finally(() => {
      cancel();
      resolve();
    });
  });
}

/** What the environment says about live platforms (CONTRACT 7). */
export interface LiveSettings {
  /** `LIVE`: off, no platform is asked and the lists are empty. */
  readonly on: boolean;
  readonly intervalMs: number;
  readonly idnUrl: string;
  readonly idnApiKey: string | undefined;
  readonly showroomUrl: string;
  readonly youtubeUrl: string;
  readonly youtubeFeedUrl: string;
  /** Without it YouTube is not asked. */
  readonly youtubeApiKey: string | undefined;
  readonly recentRetentionDays: number;
}

/** Picks them from all settings. */
export function liveSettings(settings: Settings): LiveSettings {
  return {
    on: settings.LIVE,
    intervalMs: settings.LIVE_INTERVAL_MS,
    idnUrl: settings.IDN_URL,
    idnApiKey: settings.IDN_API_KEY,
    showroomUrl: settings.SHOWROOM_URL,
    youtubeUrl: settings.YOUTUBE_URL,
    youtubeFeedUrl: settings.YOUTUBE_FEED_URL,
    youtubeApiKey: settings.YOUTUBE_API_KEY,
    recentRetentionDays: settings.RECENT_RETENTION_DAYS,
  };
}
