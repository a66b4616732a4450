import type { LiveType } from "../../model/platforms.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Settings } from "../../platform/settings.ts";
import { createIdn } from "./idn.ts";
import { createShowroom } from "./showroom.ts";
import type { AskPlatform, UpstreamFetch } from "./upstream.ts";
import { createYoutube } from "./youtube.ts";

/** A channel's feed is read every third poll. */
const POLLS_PER_FEED = 3;

/** Creates what asks the platforms. */
export function createSources(
  fetch: UpstreamFetch,
  clock: Clock,
  settings: Settings,
): Readonly<Record<LiveType, AskPlatform>> {
  const base = { fetch, clock };
  return {
    idn: createIdn({
      ...base,
      apiKey: settings.IDN_API_KEY,
      baseUrl: withoutSlash(settings.IDN_URL),
    }),
    showroom: createShowroom({ ...base, baseUrl: withoutSlash(settings.SHOWROOM_URL) }),
    youtube: createYoutube({
      ...base,
      apiKey: settings.YOUTUBE_API_KEY ?? "",
      baseUrl: withoutSlash(settings.YOUTUBE_URL),
      feedUrl: settings.YOUTUBE_FEED_URL,
      feedEveryMs: POLLS_PER_FEED * settings.LIVE_INTERVAL_MS,
    }),
  };
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}
