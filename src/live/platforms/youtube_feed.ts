import type { Clock } from "../../platform/clock.ts";
import type { DropCounter, PollContext } from "./live_source.ts";
import type { UpstreamFetch } from "./upstream_fetch.ts";

/** Reads the feeds of the roster's channels, each every so often. */
export interface FeedReader {
  /**
   * Reads the feeds that are due, and calls `onVideo` with the ids that they list. Returns how many
   * bytes they had, and the first failure where every feed failed.
   */
  readDue(
    context: PollContext,
    drops: DropCounter,
    onVideo: (id: string) => void,
  ): Promise<{ readonly bytes: number; readonly failure: unknown }>;
}

/** What {@linkcode createFeedReader} needs. */
export interface FeedReaderOptions {
  readonly fetch: UpstreamFetch;
  readonly clock: Clock;
  readonly feedUrl: string;
  /** How often the feed of a channel is read. */
  readonly feedEveryMs: number;
}

const MAX_CONCURRENT_FEEDS = 4;

export function createFeedReader(options: FeedReaderOptions): FeedReader {
  const { fetch, clock, feedUrl, feedEveryMs } = options;
  const readAt = new Map<string, number>();

  return { readDue };

  async function readDue(
    { roster, signal }: PollContext,
    drops: DropCounter,
    onVideo: (id: string) => void,
  ) {
    const due = roster.channels.filter((channel) =>
      clock.now() - (readAt.get(channel) ?? -Infinity) >= feedEveryMs
    );
    const failures: unknown[] = [];
    let bytes = 0;
    const waiting = due.values();
    const work = async () => {
      for (const channel of waiting) {
        await read(channel, signal).then(
          (feed) => {
            bytes += feed.bytes;
            feed.ids.forEach(onVideo);
          },
          (error) => failures.push(error),
        );
      }
    };
    await Promise.all(Array.from({ length: MAX_CONCURRENT_FEEDS }, work));
    failures.forEach(() => drops.drop("feed_failed"));
    return { bytes, failure: failures.length === due.length ? failures[0] : undefined };
  }

  async function read(channel: string, signal: AbortSignal) {
    const url = `${feedUrl}?channel_id=${encodeURIComponent(channel)}`;
    const { text, bytes } = await fetch({ url, type: "xml", signal });
    readAt.set(channel, clock.now());
    return { ids: readFeedIds(text), bytes };
  }
}

/** A feed holds the 15 newest videos of a channel. */
const MAX_FEED_VIDEOS = 15;

/**
 * The ids of the videos that a channel's feed (Atom) lists, newest first.
 *
 * A pattern suffices, since ids have a form of their own; an XML parser would be the largest dependency.
 */
function readFeedIds(feed: string): string[] {
  const found = feed.matchAll(/<yt:videoId>\s*([\w-]{11})\s*<\/yt:videoId>/g);
  return [...new Set([...found].map(([, id]) => id!))].slice(0, MAX_FEED_VIDEOS);
}
