import type { Clock } from "../../platform/clock.ts";
import type { JsonShape } from "../../toolbox/json_stream.ts";
import { UpstreamError } from "../records/upstream_error.ts";
import {
  createDropCounter,
  type DropCounter,
  type LiveSource,
  type PollContext,
} from "./live_source.ts";
import { fetchList, type UpstreamFetch } from "./upstream_fetch.ts";
import { createFeedReader } from "./youtube_feed.ts";
import { affordableAt, quotaDayEnd, type QuotaUse, quotaUse } from "./youtube_quota.ts";
import {
  createWatchlist,
  isQuotaExceeded,
  readVideo,
  stateOf,
  toPolledBroadcast,
  type Video,
} from "./youtube_videos.ts";

/** What {@linkcode createYoutube} needs. */
export interface YoutubeOptions {
  readonly fetch: UpstreamFetch;
  readonly clock: Clock;
  readonly baseUrl: string;
  readonly feedUrl: string;
  readonly apiKey: string;
  /** How often the feed of a channel is read, and an announced broadcast asked for. */
  readonly feedEveryMs: number;
}

/**
 * YouTube: feeds, which are free, list the videos; one unit of quota asks whether up to 50 of them are
 * on air. (A search costs 100 units of 10,000 a day.)
 */
export function createYoutube(options: YoutubeOptions): LiveSource {
  const { fetch, clock, baseUrl, feedUrl, apiKey, feedEveryMs } = options;
  const watchlist = createWatchlist(() => clock.now(), feedEveryMs);
  const feeds = createFeedReader({ fetch, clock, feedUrl, feedEveryMs });
  /** What this process has spent: a poll that fails hands no state on, but costs as much. */
  let spent: QuotaUse | undefined;

  async function poll(context: PollContext) {
    const drops = createDropCounter();
    for (const { type, slug } of context.known.values()) {
      if (type === "youtube") watchlist.add(slug);
    }
    const { failure, bytes: feedBytes } = await feeds.readDue(context, drops, watchlist.add);
    const requests = watchlist.next();
    if (requests.length === 0 && failure !== undefined) throw failure;
    const sourceState = spend(context.sourceState, requests.length);
    const found = await Promise.all(requests.map((ids) => askVideos(ids, context, drops)));
    const bytes = found.reduce((sum, answer) => sum + answer.bytes, feedBytes);
    const broadcasts = found.flatMap((answer) => answer.broadcasts);
    const read = bytes > 0 ? { bytes } : {};
    return { broadcasts, dropped: drops.counts(), sourceState, ...read };
  }

  function spend(carried: unknown, cost: number): QuotaUse {
    const now = clock.now();
    const { day, units } = quotaUse(carried, now);
    const use = { day, units: Math.max(units, quotaUse(spent, now).units) };
    const at = affordableAt(use, cost, now);
    if (cost > 0 && at > now) {
      throw new UpstreamError("budget", "Waits for more of the day's units", at);
    }
    return spent = { day, units: use.units + cost };
  }

  async function askVideos(ids: string[], { roster, signal }: PollContext, drops: DropCounter) {
    const query = `part=snippet,liveStreamingDetails&id=${ids.join(",")}&key=${
      encodeURIComponent(apiKey)
    }`;
    const items: Video[] = [];
    let isListed = false;
    let error: unknown;
    const shape: JsonShape = {
      fields: {
        items: { begin: () => isListed = true, each: { value: (item) => takeVideo(item) } },
        error: { value: (value) => error = value },
      },
    };
    function takeVideo(item: unknown): void {
      const found = readVideo(item);
      if (found === undefined) drops.drop("malformed");
      else if (ids.includes(found.id)) items.push(found);
    }
    const url = `${baseUrl}/youtube/v3/videos?${query}`;
    const { status, bytes } = await fetchList(fetch, { url, alsoStatus: [403], signal }, shape);
    if (status === 403) throw refused(error);
    if (!isListed) throw new UpstreamError("malformed", "Answered without the agreed fields");
    const now = clock.now();
    for (const id of ids) {
      watchlist.record(id, stateOf(items.find((item) => item.id === id)), now);
    }
    const broadcasts = items
      .filter((item) => item.snippet.liveBroadcastContent === "live")
      .map(toPolledBroadcast)
      .filter(({ broadcast }) => {
        const isOurs = roster.ownersOf(broadcast).length > 0;
        if (!isOurs) drops.drop("wrong_channel");
        return isOurs;
      });
    return { broadcasts, bytes };
  }

  function refused(error: unknown): UpstreamError {
    return isQuotaExceeded(error)
      ? new UpstreamError("quota_exceeded", "The day's quota is used up", quotaDayEnd(clock.now()))
      : new UpstreamError("status", "Answered with status 403");
  }

  return { type: "youtube", poll };
}
