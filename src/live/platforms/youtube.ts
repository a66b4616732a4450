import { z } from "zod";
import type { Clock } from "../../platform/clock.ts";
import { Temporal } from "../../time/temporal.ts";
import { type ChannelFeed, MAX_FEED_VIDEOS } from "../broadcast.ts";
import type { Account } from "../roster.ts";
import {
  type AskPlatform,
  createDropCounter,
  type Drop,
  fetchJson,
  type PollContext,
  UpstreamError,
  type UpstreamFetch,
} from "./upstream.ts";
import { upstreamList } from "./upstream_schemas.ts";
import {
  createWatchlist,
  readVideo,
  stateOf,
  toAnnouncement,
  toPolledBroadcast,
  type Video,
} from "./youtube_videos.ts";

interface YoutubeOptions {
  readonly fetch: UpstreamFetch;
  readonly clock: Clock;
  readonly baseUrl: string;
  readonly feedUrl: string;
  readonly apiKey: string;
  /** How often the feed of a channel is read, and an announced broadcast asked for. */
  readonly feedEveryMs: number;
}

/** Feeds that are read at a time. */
const MAX_CONCURRENT_FEEDS = 4;

/**
 * YouTube: feeds, which are free, list the videos; one unit of quota asks whether up to 50 of them are
 * on air. (A search costs 100 units of 10,000 a day.)
 */
export function createYoutube(options: YoutubeOptions): AskPlatform {
  const { fetch, clock, baseUrl, feedUrl, apiKey, feedEveryMs } = options;
  const watchlist = createWatchlist(() => clock.now(), feedEveryMs);
  const feedReadAt = new Map<string, number>();
  /** What this process has spent: a poll that fails passes no state on, but costs as much. */
  let spent: QuotaUse | undefined;

  return async function poll(context) {
    const { drop, dropped } = createDropCounter();
    const carried = readState(context.sourceState);
    for (const { slug } of context.known.values()) watchlist.add(slug);
    carried.upcoming.forEach(watchlist.add);
    const { feeds, bytes: feedBytes, failures, isAny } = await readDueFeeds(context);
    failures.forEach(() => drop("feed_failed"));
    for (const { xml } of feeds) readFeedIds(xml).forEach(watchlist.add);
    const requests = watchlist.next();
    if (requests.length === 0 && isAny && feeds.length === 0) throw failures[0];
    const use = spend(carried, requests.length);
    const answers = await Promise.all(requests.map((ids) => askVideos(ids, context, drop)));
    const bytes = answers.reduce((sum, answer) => sum + answer.bytes, feedBytes);
    const decided = new Set(answers.flatMap((answer) => answer.decided));
    const sourceState: SourceState = { ...use, upcoming: watchlist.upcoming() };
    return {
      broadcasts: answers.flatMap((answer) => answer.broadcasts),
      announced: {
        found: answers.flatMap((answer) => answer.announced),
        isAsked: ({ slug }: { readonly slug: string }) => decided.has(slug),
      },
      dropped,
      sourceState,
      feeds,
      ...(bytes > 0 && { bytes }),
    };
  };

  function spend(carried: SourceState, cost: number): QuotaUse {
    const now = clock.now();
    const { day, units } = quotaUse(carried, now);
    const use = { day, units: Math.max(units, quotaUse(spent, now).units) };
    const at = affordableAt(use, cost, now);
    if (cost > 0 && at > now) {
      throw new UpstreamError("budget", "Waits for more of the day's units", at);
    }
    return spent = { day, units: use.units + cost };
  }

  /** Reads the feeds of the roster's channels that are due, each every `feedEveryMs`. */
  async function readDueFeeds({ roster, signal }: PollContext) {
    const due = roster.channels.filter((channel) =>
      clock.now() - (feedReadAt.get(channel) ?? -Infinity) >= feedEveryMs
    );
    const feeds: ChannelFeed[] = [];
    const failures: unknown[] = [];
    let bytes = 0;
    const read = async (channel: string) => {
      try {
        const url = `${feedUrl}?channel_id=${encodeURIComponent(channel)}`;
        const answer = await fetch({ url, type: "xml", signal });
        feedReadAt.set(channel, clock.now());
        bytes += answer.bytes;
        feeds.push({ channel, xml: answer.text });
      } catch (error) {
        failures.push(error);
      }
    };
    for (let at = 0; at < due.length; at += MAX_CONCURRENT_FEEDS) {
      await Promise.all(due.slice(at, at + MAX_CONCURRENT_FEEDS).map(read));
    }
    return { feeds, bytes, failures, isAny: due.length > 0 };
  }

  async function askVideos(ids: string[], { roster, signal }: PollContext, drop: Drop) {
    const key = encodeURIComponent(apiKey);
    const query = `part=snippet,liveStreamingDetails&id=${ids.join(",")}&key=${key}`;
    const url = `${baseUrl}/youtube/v3/videos?${query}`;
    const { value, status, bytes } = await fetchJson(fetch, { url, alsoStatus: [403], signal });
    const now = clock.now();
    if (status === 403) throw refused(value, now);
    const { data: answer } = answerOfVideos.safeParse(value);
    if (answer === undefined) {
      throw new UpstreamError("malformed", "Answered without the agreed fields");
    }
    const items = answer.items.flatMap((item): Video[] => {
      const video = readVideo(item);
      if (video === undefined) drop("malformed");
      return video !== undefined && ids.includes(video.id) ? [video] : [];
    });
    // A video that an answer leaves out counts as what it was for a while.
    const decided = ids.filter((id) => {
      const state = watchlist.record(id, stateOf(items.find((item) => item.id === id), now), now);
      return state === "live" || state === "over";
    });
    const isOurs = (account: Account) => {
      const isKnown = roster.ownersOf(account).length > 0;
      if (!isKnown) drop("wrong_channel");
      return isKnown;
    };
    const inState = (state: string) => items.filter((item) => stateOf(item, now) === state);
    const broadcasts = inState("live").map(toPolledBroadcast)
      .filter(({ broadcast }) => isOurs(broadcast));
    const announced = inState("upcoming").flatMap((item) => toAnnouncement(item) ?? [])
      .filter(isOurs);
    return { broadcasts, announced, decided, bytes };
  }
}

const refusal = z.object({
  error: z.object({ errors: z.array(z.object({ reason: z.string() })) }),
});

function refused(answer: unknown, now: number): UpstreamError {
  const { data } = refusal.safeParse(answer);
  return data?.error.errors.some(({ reason }) => reason === "quotaExceeded")
    ? new UpstreamError("quota_exceeded", "The day's quota is used up", quotaDayEnd(now))
    : new UpstreamError("status", "Answered with status 403");
}

const answerOfVideos = z.object({ items: upstreamList });

/** The quota's day ends at midnight there, in summer and in winter. */
const ZONE = "America/Los_Angeles";

/** Of 10,000 units a day; the rest is left for other users of the same key. */
const DAILY_UNITS = 9_000;

/** Units that may be spent ahead of the day's even pace, for starts and short bursts. */
const AHEAD = 1_000;

/** Units used on one day of the quota. */
interface QuotaUse {
  readonly day: string;
  readonly units: number;
}

/** What is passed on from poll to poll, across processes. */
interface SourceState extends QuotaUse {
  /** The ids of the videos that are announced. */
  readonly upcoming: readonly string[];
}

function readState(carried: unknown): SourceState {
  const { day = "", units = 0, upcoming = [] } = (carried ?? {}) as Partial<SourceState>;
  return { day, units, upcoming };
}

/** The instant (epoch ms) at which the quota's current day ends. */
export function quotaDayEnd(epochMs: number): number {
  return zoned(epochMs).add({ days: 1 }).startOfDay().epochMilliseconds;
}

/** The use of the current day; zero units if the last use was on an earlier one. */
function quotaUse(use: QuotaUse | undefined, epochMs: number): QuotaUse {
  const day = zoned(epochMs).toPlainDate().toString();
  return { day, units: use?.day === day ? use.units : 0 };
}

/**
 * The instant (epoch ms) from which `cost` more units fit the budget: now, or later in the day,
 * so that short intervals do not use up the whole day's quota in its first hours.
 */
export function affordableAt(use: QuotaUse, cost: number, epochMs: number): number {
  const start = zoned(epochMs).startOfDay().epochMilliseconds;
  const end = quotaDayEnd(epochMs);
  const pace = (DAILY_UNITS - AHEAD) / (end - start);
  const at = start + Math.ceil((use.units + cost - AHEAD) / pace);
  return Math.min(Math.max(at, epochMs), end);
}

function zoned(epochMs: number) {
  return Temporal.Instant.fromEpochMilliseconds(Math.trunc(epochMs)).toZonedDateTimeISO(ZONE);
}

/**
 * The ids of the videos that a channel's feed (Atom) lists, newest first.
 *
 * A pattern suffices, since ids have a form of their own; an XML parser would be the largest dependency.
 */
export function readFeedIds(feed: string): string[] {
  const found = feed.matchAll(/<yt:videoId>\s*([\w-]{11})\s*<\/yt:videoId>/g);
  return [...new Set([...found].map(([, id]) => id!))].slice(0, MAX_FEED_VIDEOS);
}
