import type { LiveType } from "../../model/platforms.ts";
import type { Clock } from "../../platform/clock.ts";
import type { LiveSettings } from "../settings.ts";
import { createIdn } from "./idn.ts";
import { createShowroom } from "./showroom.ts";
import type { LiveSource, UpstreamFetch } from "./upstream.ts";
import { createYoutube } from "./youtube.ts";

/** A channel's feed is read every third poll. */
const POLLS_PER_FEED = 3;

/** Creates what asks a platform. */
export function createSource(
  type: LiveType,
  fetch: UpstreamFetch,
  clock: Clock,
  settings: LiveSettings,
): LiveSource {
  switch (type) {
    case "idn":
      return createIdn({
        fetch,
        clock,
        apiKey: settings.IDN_API_KEY,
        baseUrl: withoutSlash(settings.IDN_URL),
      });
    case "showroom":
      return createShowroom({ fetch, baseUrl: withoutSlash(settings.SHOWROOM_URL) });
    case "youtube":
      return createYoutube({
        ...{ fetch, clock, apiKey: settings.YOUTUBE_API_KEY ?? "" },
        baseUrl: withoutSlash(settings.YOUTUBE_URL),
        feedUrl: settings.YOUTUBE_FEED_URL,
        feedEveryMs: POLLS_PER_FEED * settings.LIVE_INTERVAL_MS,
      });
  }
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}
