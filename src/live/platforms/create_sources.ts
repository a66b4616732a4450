import type { Clock } from "../../platform/clock.ts";
import { lazily } from "../../toolbox/lazily.ts";
import type { LiveType } from "../../model/enums.ts";
import type { LiveSource } from "./live_source.ts";
import type { UpstreamFetch } from "./upstream_fetch.ts";

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
    lazySource("idn", async () => {
      const { createIdn } = await loadIdn();
      return createIdn({ fetch, clock, baseUrl: idnUrl, apiKey: idnApiKey });
    }),
    lazySource("showroom", async () => {
      const { createShowroom } = await loadShowroom();
      return createShowroom({ fetch, baseUrl: showroomUrl });
    }),
  ];
  if (apiKey === undefined) return sources;
  const feedEveryMs = POLLS_PER_FEED * intervalMs;
  const urls = { baseUrl: youtubeUrl, feedUrl: youtubeFeedUrl };
  const youtube = lazySource("youtube", async () => {
    const { createYoutube } = await loadYoutube();
    return createYoutube({ fetch, clock, ...urls, apiKey, feedEveryMs });
  });
  return [...sources, youtube];
}

const loadIdn = lazily(() => import("./idn.ts"));
const loadShowroom = lazily(() => import("./showroom.ts"));
const loadYoutube = lazily(() => import("./youtube.ts"));

/** A source that its first poll makes: a server starts without the library that checks answers. */
function lazySource(type: LiveType, make: () => Promise<LiveSource>): LiveSource {
  let made: LiveSource | undefined;
  return {
    type,
    async poll(context) {
      made ??= await make();
      return await made.poll(context);
    },
  };
}
