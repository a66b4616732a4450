import {
  type Announcements,
  createAnnouncedReader,
  createAnnouncements,
} from "../announced/announced.ts";
import { createLazyChats, type LazyChats } from "../chat/lazy_chats.ts";
import { createLiveStats, type LiveStats } from "../live_stats/live_stats.ts";
import { createVideos, type Videos } from "../videos/videos.ts";
import type { LogEntry } from "../events/event.ts";
import type { Feed } from "../events/feed.ts";
import type { Log } from "../events/log.ts";
import { createLive, type Live, type LiveSettings, waitForLoad } from "../live/live.ts";
import type { UpstreamFault } from "../live/platforms/upstream.ts";
import type { LiveRoster } from "../live/roster.ts";
import type { LiveType } from "../model/platforms.ts";
import type { Env } from "../platform/env.ts";
import type { Net } from "../platform/net.ts";
import type { OpenSocket } from "../platform/web_socket.ts";

/** Who is on air, and what surrounds it: what is announced, videos, sums, chats. */
export interface LiveServices extends Live {
  readonly announcements: Announcements;
  readonly videos: Videos;
  readonly stats: LiveStats;
  readonly chats: LazyChats;
  /** Does for videos what `ensureFresh` does for the lists. */
  ensureVideos(): Promise<void> | undefined;
  /** Does for sums what `ensureFresh` does for the lists. */
  ensureStats(): Promise<void> | undefined;
}

interface OpenLiveDeps extends Env {
  readonly net: Net;
  readonly openSocket?: OpenSocket;
  readonly events: Log<LogEntry>;
  readonly feed: Feed;
  readonly roster: () => LiveRoster;
  readonly settings: LiveSettings;
  readonly idnChatUrl: string;
  readonly followMs: number;
  /** An instant's day in a group's zone, `YYYY-MM-DD`. */
  dayOf(group: string, epochMs: number): string;
  readonly onPoll?: (type: LiveType, outcome: "ok" | UpstreamFault) => void;
  readonly credentialRevision?: () => number;
}

/** How often the store is read for what changes seldom: the watch of a KV file sees one process. */
const MIN_POLL_MS = 10_000;

/** Opens what tells who is on air, and what reads in its polls. */
export function openLive(deps: OpenLiveDeps): LiveServices {
  const { clock, roster, settings: { on, showroomUrl } } = deps;
  const pollMs = Math.max(MIN_POLL_MS, deps.followMs);
  const videos: Videos = createVideos({
    ...deps,
    states: () => live.states,
    announcements: () => announcements,
    on,
    pollMs,
  });
  const live: Live = createLive({ ...deps, readers: [createAnnouncedReader(deps), videos.reader] });
  const announcements: Announcements = createAnnouncements({ ...live, roster, clock, on });
  const stats = createLiveStats({ ...deps, recents: live.recents, pollMs });
  const chats = createLazyChats({ ...deps, ...live, showroomUrl });

  return {
    ...live,
    announcements,
    videos,
    stats,
    chats,
    start() {
      live.start();
      void videos.load();
      stats.start();
    },
    async stop() {
      await stats.stop();
      await Promise.all([live.stop(), videos.stop(), chats.close()]);
    },
    ensureVideos: () => videos.isLoaded() ? undefined : waitForLoad(clock, videos.load()),
    ensureStats() {
      if (stats.isLoaded() && live.recents.isLoaded()) return undefined;
      return waitForLoad(clock, Promise.all([stats.load(), live.recents.load()]));
    },
  };
}
