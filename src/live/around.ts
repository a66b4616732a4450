import type { LiveType } from "../model/platforms.ts";
import type { Env } from "../platform/env.ts";
import type { PollResult } from "./platforms/upstream.ts";
import type { LiveRoster } from "./records/broadcast.ts";
import { MAX_WAIT_MS, waitBriefly } from "./poll/freshness.ts";
import { createAnnouncements } from "./store/announcements.ts";
import type { LiveState } from "./store/live_state.ts";
import type { followRecents, RecentBroadcasts } from "./store/recent_broadcasts.ts";
import { createSumKeeper } from "./store/sum_keeper.ts";
import { createSums } from "./store/sums.ts";
import { createVideos } from "./store/videos.ts";
import { createAroundView } from "./view/around_view.ts";

/** How often the store is read for what polls find besides: the watch of a KV file sees one process. */
const MIN_POLL_MS = 10_000;

/** Creates what surrounds broadcasts: what is announced, the videos of channels, and sums of what was. */
export function createAround(
  deps: Env & {
    readonly state: LiveState;
    readonly recents: RecentBroadcasts;
    readonly followedRecents: ReturnType<typeof followRecents>;
    readonly roster: () => LiveRoster;
    readonly on: boolean;
    readonly followMs: number;
    dayOf(group: string, epochMs: number): string;
  },
) {
  const { state, recents, followedRecents, clock } = deps;
  const pollMs = Math.max(MIN_POLL_MS, deps.followMs);
  const announcements = createAnnouncements({ ...deps, pollMs, logged: state.sync });
  const videos = createVideos({ ...deps, pollMs });
  const sums = createSums({ ...deps, pollMs });
  const keeper = createSumKeeper(deps, {
    sums,
    records: recents.all,
    isLoaded: followedRecents.isLoaded,
    load: followedRecents.load,
  });
  const parts = [announcements, videos, sums];
  const unsubscribe = state.onEvents((events) => {
    if (events === null || events.some(({ kind }) => kind === "ended")) keeper.wake();
  });

  return {
    view: createAroundView({ ...deps, announcements, videos }),
    sums,
    /** What polls ask for, and what they find. */
    finds: {
      announced: (type: LiveType) =>
        announcements.kept(type).filter(({ state }) => state === "announced"),
      /** Adopts what a poll has found besides who is on air. Rejects if the store is unreachable. */
      async keep(type: LiveType, { announced, feeds }: PollResult): Promise<void> {
        if (announced !== undefined) {
          await announcements.keep(type, announced, state.platform(type).list);
        }
        if (feeds !== undefined) await videos.keep(feeds);
      },
    },
    /**
     * Undefined if all is in memory, as it nearly always is; else resolves when it is, or after 2.5 s at the
     * latest. Never rejects.
     */
    ensureLoaded(): Promise<void> | undefined {
      const missing = parts.filter((part) => !part.isLoaded());
      if (missing.length === 0) return undefined;
      const loading = Promise.all(missing.map((part) => part.load())).then(() => {});
      return waitBriefly(clock, loading, MAX_WAIT_MS);
    },
    start(): void {
      for (const part of parts) void part.load();
      keeper.wake();
    },
    /** There may be a broadcast to add to the sums. */
    wake: keeper.wake,
    async stop(): Promise<void> {
      unsubscribe();
      await keeper.close();
      await Promise.all(parts.map((part) => part.stop()));
    },
  };
}
