import type { AddOn } from "../../core/addon.ts";
import { liveStatsRoute } from "./route.ts";

/** What broadcasts come to, by member and period. */
export const liveStats: AddOn = {
  name: "live_stats",
  routes: { group: [liveStatsRoute] },
  open: async (core) => (await import("./live_stats.ts")).openLiveStats(core),
};
