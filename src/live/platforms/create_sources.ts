import type { Clock } from "../../platform/clock.ts";
import { createIdn } from "./idn.ts";
import type { LiveSource } from "./live_source.ts";
import { createShowroom } from "./showroom.ts";
import type { UpstreamFetch } from "./upstream_fetch.ts";
import { createYoutube } from "./youtube.ts";

/** Where the platforms are, and the keys they want. */
export interface SourceOptions {
  readonly intervalMs: number;
  readonly idnUrl: string;
  readonly idnApiKey: string | undefined;
  readonly showroomUrl: string;
  readonly youtubeUrl: string;
  readonly youtubeFeedUrl: string;
  /** Without it YouTube is not asked. */
  readonly youtubeApiKey: string | undefined;
}

/** A channel's feed is read every third poll. */
const POLLS_PER_FEED = 3;

/** Makes the sources of all platforms that may be asked. */
export function createSources(
  fetch: UpstreamFetch,
  clock: Clock,
  options: SourceOptions,
): LiveSource[] {
  const { idnUrl, idnApiKey, showroomUrl, youtubeUrl, youtubeFeedUrl, intervalMs } = options;
  const { youtubeApiKey: apiKey } = options;
  const sources = [
    createIdn({ fetch, baseUrl: idnUrl, apiKey: idnApiKey }),
    createShowroom({ fetch, baseUrl: showroomUrl }),
  ];
  if (apiKey === undefined) return sources;
  const feedEveryMs = POLLS_PER_FEED * intervalMs;
  const urls = { baseUrl: youtubeUrl, feedUrl: youtubeFeedUrl };
  return [...sources, createYoutube({ fetch, clock, ...urls, apiKey, feedEveryMs })];
}
