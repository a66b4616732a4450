/**
 * This room polls the platforms, keeps processes in step, and answers from memory who is on air.
 *
 * @module
 */

import type { Env } from "../platform/env.ts";
import type { Net } from "../platform/net.ts";
import { createOutboundFetch } from "../platform/outbound_fetch.ts";
import { processName } from "../platform/random.ts";
import type { LiveSettings } from "./live_settings.ts";
import { createSources } from "./platforms/create_sources.ts";
import { createUpstreamFetch, type UpstreamFetch } from "./platforms/upstream_fetch.ts";
import { createPollApplier } from "./poll/apply_poll.ts";
import { createEnsureFresh, MAX_WAIT_MS, waitBriefly } from "./poll/freshness.ts";
import { createPoller, type PollerDeps } from "./poll/poller.ts";
import { pollDeadlineMs } from "./poll/schedule.ts";
import type { LiveRoster } from "./records/roster.ts";
import { createDemand } from "./store/demand.ts";
import { createLiveLog, type LiveLog } from "./store/live_log.ts";
import { createLiveState } from "./store/live_state.ts";
import { createLiveStore } from "./store/live_store.ts";
import { createRecentBroadcasts, type RecentBroadcasts } from "./store/recent_broadcasts.ts";
import { createRecentSync } from "./store/recent_sync.ts";
import { type ChatFeed, createChatFeed } from "./view/chat_feed.ts";
import { createLiveView, type LiveView } from "./view/live_view.ts";
import { createLiveStreams, type LiveStreams } from "./view/streams.ts";

/** What {@linkcode createLive} needs. */
export interface LiveDeps extends Env {
  readonly net: Net;
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
  /** Called with what came of each poll. */
  readonly onPoll?: PollerDeps["onPoll"];
  /** Another number whenever a credential may open something else than before: streams are looked at sooner. */
  readonly credentialRevision?: () => number;
}

/** Everything about who is on air: the platforms are polled, the processes agree, memory answers. */
export interface Live {
  readonly view: LiveView;
  readonly recents: RecentBroadcasts;
  readonly streams: LiveStreams;
  readonly chat: ChatFeed;
  /** What has happened, of broadcasts and else. */
  readonly log: LiveLog;
  /** Begins to follow the store and to poll. */
  start(): void;
  /** Ends timers, polls and streams; resolves when nothing is under way any more. */
  stop(): Promise<void>;
  /** Notes that someone asks who is on air, which keeps the polls at their quick pace. Cheap. */
  noteRequest(): void;
  /**
   * Undefined if memory is current, as it nearly always is. Else, on a cold or just awoken process,
   * resolves when it is, or after 2.5 s at the latest. Never rejects.
   */
  ensureFresh(): Promise<void> | undefined;
  /** Does for the records of ended broadcasts what `ensureFresh` does for the lists. */
  ensureFreshRecents(): Promise<void> | undefined;
  /** Polls what nobody polled within `minAgeMs`, for the wake-up by cron. */
  pollOlderThan(minAgeMs: number): Promise<void>;
}

const FOLLOW_MS = 2_000;
const MIN_FOLLOW_MS = 200;

export function createLive(deps: LiveDeps): Live {
  const { clock, kv, random, roster, settings } = deps;
  const { on, intervalMs, recentRetentionDays } = settings;
  const { followMs = Math.min(FOLLOW_MS, Math.max(MIN_FOLLOW_MS, intervalMs / 4)) } = deps;
  const { passesFirst = false, onPoll = () => {}, credentialRevision = () => 0 } = deps;
  const store = createLiveStore(kv, recentRetentionDays);
  const state = createLiveState({ ...deps, store, followMs });
  const recents = createRecentBroadcasts(clock, recentRetentionDays);
  const recentSync = createRecentSync({ ...deps, state, store, recents });
  const demand = createDemand(clock, () => poller.reschedule());
  const fetch = on ? createFetch(deps) : undefined;
  const sources = fetch === undefined ? [] : createSources(fetch, clock, settings);
  const polledTypes = new Set(sources.map(({ type }) => type));
  const view = createLiveView({ state, roster, clock, polledTypes, on, intervalMs });
  const poller = createPoller({
    ...deps,
    state,
    applier: createPollApplier({ state, store, roster, clock, random, intervalMs }),
    sources,
    demand,
    intervalMs,
    retryMs: followMs,
    holder: processName(random),
    onPoll,
  });
  const ensureFresh = createEnsureFresh({
    state,
    poller,
    clock,
    polledTypes,
    followMs,
    intervalMs,
    passesFirst,
  });
  const streams = createLiveStreams({
    view,
    roster,
    demand,
    clock,
    credentialRevision,
    sync: state.sync,
  });
  const eventLog = createLiveLog({ state, store, roster, kv, clock, random });
  const chat = createChatFeed({ ...settings, fetch, clock, view, roster });

  return {
    view,
    recents,
    streams,
    chat,
    log: eventLog,
    start,
    stop,
    noteRequest: demand.noteRequest,
    ensureFresh: () => on ? ensureFresh() : undefined,
    ensureFreshRecents: () =>
      recentSync.isLoaded() ? undefined : waitBriefly(clock, recentSync.load(), MAX_WAIT_MS),
    pollOlderThan: poller.pollOlderThan,
  };

  function start(): void {
    state.start();
    poller.start();
    void recentSync.load();
  }

  async function stop(): Promise<void> {
    poller.stop();
    streams.close();
    await poller.whenIdle();
    await Promise.all([state.stop(), recentSync.stop()]);
  }
}

function createFetch({ net, clock, settings }: LiveDeps): UpstreamFetch {
  const timeoutMs = Math.min(5_000, pollDeadlineMs(settings.intervalMs));
  return createUpstreamFetch(createOutboundFetch({ net, clock }, { timeoutMs }), clock);
}
