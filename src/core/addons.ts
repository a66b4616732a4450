import { alerts } from "../addons/alerts/addon.ts";
import { announced } from "../addons/announced/addon.ts";
import { calendars } from "../addons/calendars/addon.ts";
import { changes } from "../addons/changes/addon.ts";
import { chat } from "../addons/chat/addon.ts";
import { dataset } from "../addons/dataset/addon.ts";
import { feeds } from "../addons/feeds/addon.ts";
import { letters } from "../addons/letters/addon.ts";
import { liveStats } from "../addons/live_stats/addon.ts";
import { mcp } from "../addons/mcp/addon.ts";
import { metrics } from "../addons/metrics/addon.ts";
import { pages } from "../addons/pages/addon.ts";
import { panel } from "../addons/panel/addon.ts";
import { postgres } from "../addons/postgres/addon.ts";
import { profile } from "../addons/profile/addon.ts";
import { search } from "../addons/search/addon.ts";
import { signup } from "../addons/signup/addon.ts";
import { sunset } from "../addons/sunset/addon.ts";
import { videos } from "../addons/videos/addon.ts";
import { webhooks } from "../addons/webhooks/addon.ts";
import type { Engine } from "../store/engine.ts";
import type { AddOn } from "./addon.ts";

/** All add-ons. A line goes with its folder. */
export const ADDONS: readonly AddOn[] = [
  changes,
  search,
  dataset,
  metrics,
  mcp,
  sunset,
  feeds,
  calendars,
  announced,
  videos,
  profile,
  liveStats,
  chat,
  pages,
  panel,
  signup,
  webhooks,
  letters,
  alerts,
];

/** All engines of stores besides the runtime's KV: they are opened at the start, before any add-on. */
export const ENGINES: readonly Engine[] = [postgres];
