import type { AddOn } from "../../core/addon.ts";
import { openLiveStats } from "./live_stats.ts";
import { liveStatsRoute } from "./route.ts";

/** What broadcasts come to, by member and period. */
export const liveStats: AddOn = {
  name: "live_stats",
  routes: { group: [liveStatsRoute] },
  open: (core) => openLiveStats(core),
};
