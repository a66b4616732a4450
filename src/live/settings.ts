import type { Settings } from "../platform/settings.ts";

/** The settings of live platforms. `LIVE` off: no platform is asked and the lists are empty. */
export type LiveSettings = Pick<
  Settings,
  | "LIVE"
  | "LIVE_INTERVAL_MS"
  | "IDN_URL"
  /** Without it IDN does not name its chats. */
  | "IDN_API_KEY"
  | "SHOWROOM_URL"
  | "YOUTUBE_URL"
  | "YOUTUBE_FEED_URL"
  /** Without it YouTube is not asked. */
  | "YOUTUBE_API_KEY"
  | "RECENT_RETENTION_DAYS"
>;
