import type { Settings } from "../platform/settings.ts";

/** The settings of live platforms in the environment; base URLs end without a slash. */
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

/** Picks the live settings from all settings. */
export function liveSettings(settings: Settings): LiveSettings {
  return {
    on: settings.LIVE,
    intervalMs: settings.LIVE_INTERVAL_MS,
    idnUrl: withoutSlash(settings.IDN_URL),
    idnApiKey: settings.IDN_API_KEY,
    showroomUrl: withoutSlash(settings.SHOWROOM_URL),
    youtubeUrl: withoutSlash(settings.YOUTUBE_URL),
    youtubeFeedUrl: settings.YOUTUBE_FEED_URL,
    youtubeApiKey: settings.YOUTUBE_API_KEY,
    recentRetentionDays: settings.RECENT_RETENTION_DAYS,
  };
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}
