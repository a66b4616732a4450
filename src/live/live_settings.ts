/** What the environment says about live platforms (CONTRACT 7). */
export interface LiveSettings {
  /** `LIVE`: off, no platform is asked and the lists are empty. */
  readonly on: boolean;
  /** `LIVE_INTERVAL_MS`. */
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
