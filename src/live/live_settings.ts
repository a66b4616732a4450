import type { Settings } from "../platform/settings.ts";

/** What the environment says about live platforms (CONTRACT 7). */
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

/** Picks them from all settings. */
export function liveSettings(settings: Settings): LiveSettings {
  return {
    on: settings.LIVE,
    intervalMs: settings.LIVE_INTERVAL_MS,
    idnUrl: settings.IDN_URL,
    idnApiKey: settings.IDN_API_KEY,
    showroomUrl: settings.SHOWROOM_URL,
    youtubeUrl: settings.YOUTUBE_URL,
    youtubeFeedUrl: settings.YOUTUBE_FEED_URL,
    youtubeApiKey: settings.YOUTUBE_API_KEY,
    recentRetentionDays: settings.RECENT_RETENTION_DAYS,
  };
}
