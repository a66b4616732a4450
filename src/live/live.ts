/**
 * This room polls the platforms, keeps processes in step, and answers from memory who is on air.
 *
 * @module
 */

import type { LogEntry } from "../events/event.ts";
import type { Feed } from "../events/feed.ts";
import type { EntryLog } from "../events/entry_log.ts";
import { LIVE_TYPES, type LiveType } from "../model/platforms.ts";
import { type Clock, deadline } from "../platform/clock.ts";
import type { Env } from "../platform/env.ts";
import type { Net } from "../platform/net.ts";
import { createOutboundFetch } from "../platform/outbound_fetch.ts";
import type { Settings } from "../platform/settings.ts";
import { lazily } from "../toolbox/lazily.ts";
import {
  type AskPlatform,
  createUpstreamFetch,
  type UpstreamFault,
  type UpstreamFetch,
} from "./platforms/upstream.ts";
import { createEnsureFresh } from "./freshness.ts";
import { createPoller, type Poller } from "./poll.ts";
import { createRecentBroadcasts, type RecentBroadcasts } from "./recents.ts";
import type { LiveRoster } from "./roster.ts";
import { createPlatformStates, type PlatformStates, pollDeadlineMs } from "./state.ts";
import { createLiveStreams, type LiveStreams } from "./stream.ts";
import { createLiveView, type LiveView } from "./view.ts";

/** How often the store is read, in ms: a KV file's watch sees this process only. */
export function followMsOf(intervalMs: number): number {
  return Math.min(2_000, Math.max(200, intervalMs / 4));
}

interface LiveDeps extends Env {
  readonly net: Net;
  /** The log, into which polls write what begins and ends. */
  readonly events: EntryLog<LogEntry>;
  readonly feed: Feed;
  /** The same object until an account, a name or a graduation changes; then a new one. */
  readonly roster: () => LiveRoster;
  readonly settings: Settings;
  /** How often the store is read, in ms. */
  readonly followMs: number;
  readonly onPoll: (type: LiveType, outcome: "ok" | UpstreamFault) => void;
  /** Another number whenever a credential may open something else than before: streams are checked sooner. */
  readonly credentialRevision: () => number;
}

/** Everything about who is on air: the platforms are polled, the processes agree, memory answers. */
export interface Live extends Pick<Poller, "noteRequest" | "pollOlderThan" | "addReader"> {
  /** What this process knows of all platforms: the same as the others, once it has read the store. */
  readonly states: PlatformStates;
  readonly view: LiveView;
  readonly recents: RecentBroadcasts;
  readonly streams: LiveStreams;
  /** Whose broadcasts are ours: the same object until an account, a name or a graduation changes. */
  readonly roster: () => LiveRoster;
  /** Whether anything is shown at all. */
  readonly on: boolean;
  /** Asks platforms; undefined where `LIVE` is off. */
  readonly fetch: UpstreamFetch | undefined;
  start(): void;
  /** Ends timers, polls and streams; resolves when nothing is under way any more. */
  stop(): Promise<void>;
  /**
   * Undefined if the lists are current, as they nearly always are. Else resolves when they are, or after a
   * second at the latest. Never rejects.
   */
  ensureFresh(): Promise<void> | undefined;
  /** Does for the lists as they were stored last what `ensureFresh` does for current ones. */
  ensureLoaded(): Promise<void> | undefined;
  /** Does for the records of ended broadcasts what `ensureFresh` does for the lists. */
  ensureFreshRecents(): Promise<void> | undefined;
}

/** How long a request waits for what is loaded once. */
const MAX_LOAD_MS = 2_500;

/** Waits for what is loaded once, for 2.5 s at the most. Never rejects. */
export function waitForLoad(clock: Clock, loading: Promise<unknown>): Promise<void> {
  return deadline(clock, MAX_LOAD_MS, loading).then(() => {}, () => {});
}

/** A server starts without the library that checks answers: the first poll loads it. */
const loadSources = lazily(() => import("./platforms/sources.ts"));

export function createLive(deps: LiveDeps): Live {
  const { net, clock, roster, settings, feed, followMs } = deps;
  const { LIVE: on, LIVE_INTERVAL_MS: intervalMs, RECENT_RETENTION_DAYS: retentionDays } = settings;
  const timeoutMs = Math.min(5_000, pollDeadlineMs(intervalMs));
  const fetch = createUpstreamFetch(createOutboundFetch({ net, clock }, { timeoutMs }), clock);
  const polledTypes = LIVE_TYPES.filter((type) =>
    on && (type !== "youtube" || settings.YOUTUBE_API_KEY !== undefined)
  );
  let sources: Readonly<Record<LiveType, AskPlatform>> | undefined;
  const states = createPlatformStates(deps);
  const base = { ...deps, states, polledTypes, on, intervalMs, retentionDays };
  const recents = createRecentBroadcasts(base);
  const view = createLiveView({ ...base, isChatKnown: on && settings.IDN_API_KEY !== undefined });
  const poller = createPoller({
    ...base,
    retryMs: followMs,
    async ask(type, context) {
      const { createSources } = await loadSources();
      sources ??= createSources(fetch, clock, settings);
      return await sources[type](context);
    },
  });
  const { noteRequest, addListener, pollOlderThan, pollDue, addReader } = poller;
  const streams = createLiveStreams({ ...base, view, addListener });

  return {
    states,
    view,
    recents,
    streams,
    roster,
    on,
    fetch: on ? fetch : undefined,
    addReader,
    start() {
      if (on) {
        states.start();
        poller.start();
      }
      void feed.sync();
      void recents.load();
    },
    async stop() {
      streams.close();
      await poller.stop();
      await Promise.all([states.stop(), recents.stop()]);
    },
    noteRequest,
    ensureFresh: createEnsureFresh({ ...base, pollDue }),
    ensureLoaded: () => states.syncedAt() > 0 ? undefined : waitForLoad(clock, states.sync()),
    ensureFreshRecents: () => recents.isLoaded() ? undefined : waitForLoad(clock, recents.load()),
    pollOlderThan,
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
