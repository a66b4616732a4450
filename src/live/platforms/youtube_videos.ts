import { z } from "zod";
import type { Announcement, PolledBroadcast } from "../broadcast.ts";
import {
  httpsAddress,
  instantText,
  parseTimestamp,
  sanitizeLines,
  sanitizeText,
  upstreamCount,
} from "./upstream_values.ts";

/** Fields that identify the owner must be right; a wrong decoration alone drops no broadcast. */
const video = z.object({
  id: z.string().regex(/^[\w-]{11}$/),
  snippet: z.object({
    channelId: z.string(),
    title: z.unknown().optional(),
    channelTitle: z.unknown().optional(),
    description: z.unknown().optional(),
    publishedAt: z.unknown().optional(),
    liveBroadcastContent: z.enum(["live", "upcoming", "none"]).catch("none"),
    thumbnails: z.object({ high: z.object({ url: z.unknown() }) }).nullish().catch(null),
  }),
  liveStreamingDetails: z.object({
    actualStartTime: z.unknown().optional(),
    actualEndTime: z.unknown().optional(),
    scheduledStartTime: z.unknown().optional(),
    concurrentViewers: z.unknown().optional(),
    activeLiveChatId: z.unknown().optional(),
  }).nullish().catch(null),
});

/** A video as the YouTube Data API describes it. */
export type Video = z.infer<typeof video>;

/** Reads one video of an answer; undefined if it is malformed. */
export function readVideo(item: unknown): Video | undefined {
  return video.safeParse(item).data;
}

/** YouTube takes descriptions of at most 5,000 bytes. */
const LONGEST_DESCRIPTION = 5_000;

/** The state of a video at an instant (epoch ms); undefined if the answer did not hold it. */
export function stateOf(item: Video | undefined, now: number): VideoState | undefined {
  if (item === undefined) return undefined;
  const endedAt = parseTimestamp(item.liveStreamingDetails?.actualEndTime);
  const content = item.snippet.liveBroadcastContent;
  return content === "none" || (endedAt ?? Infinity) <= now ? "over" : content;
}

/** The broadcast of a video that is live. */
export function toPolledBroadcast(video: Video): PolledBroadcast {
  const { id, snippet, liveStreamingDetails: details } = video;
  return {
    viewers: upstreamCount(details?.concurrentViewers),
    broadcast: {
      ...describe(video),
      imgAlt: "",
      chatRoomId: sanitizeText(details?.activeLiveChatId),
      startedAt: parseTimestamp(details?.actualStartTime),
      streams: [{
        label: "youtube",
        quality: 1,
        url: `https://www.youtube.com/watch?v=${id}`,
      }],
      video: {
        channelTitle: sanitizeText(snippet.channelTitle),
        description: sanitizeLines(snippet.description, LONGEST_DESCRIPTION),
        publishedAt: instantText(snippet.publishedAt),
      },
    },
  };
}

/** The announcement of a video that is upcoming; undefined if it does not say when it is to begin. */
export function toAnnouncement(video: Video): Announcement | undefined {
  const scheduledAt = parseTimestamp(video.liveStreamingDetails?.scheduledStartTime);
  return scheduledAt === null ? undefined : { ...describe(video), scheduledAt };
}

/** The fields of a video, whether it is on air or announced. */
function describe({ id, snippet }: Video) {
  return {
    id: `youtube-${id}`,
    type: "youtube",
    urlKey: snippet.channelId,
    slug: id,
    title: sanitizeText(snippet.title),
    img: httpsAddress(snippet.thumbnails?.high.url),
    roomId: 0,
  } as const;
}

/** What is known of a video: nothing yet, on air, announced, or over. */
type VideoState = "new" | "live" | "upcoming" | "over";

interface Watched {
  state: VideoState;
  checkedAt: number;
  /** How often in a row it was asked for in vain. */
  missed: number;
}

/** Answers in a row without a video, after which it counts as deleted or private. */
const MAX_MISSED = 3;

/** A video that its feed still lists is asked for once more after this time, in ms. */
const RETRY_AFTER_MS = 600_000;

/** One request takes up to 50 ids and costs one unit, however many ids it has. */
const IDS_PER_UNIT = 50;
const MAX_UNITS_PER_POLL = 2;
const MAX_VIDEOS = 5_000;
/** Announced videos of which other processes hear. */
const MAX_UPCOMING = 200;

/** The order in which videos are asked for, if not all can be. */
const URGENCY: Readonly<Record<VideoState, number>> = { live: 0, new: 1, upcoming: 2, over: 3 };

/**
 * Remembers which videos are worth a unit: one that is over is never asked for again.
 * `announcedEveryMs`: how often an announced broadcast is asked for.
 */
export function createWatchlist(now: () => number, announcedEveryMs: number) {
  const videos = new Map<string, Watched>();
  return {
    /** A feed lists this video. */
    add(id: string): void {
      const known = videos.get(id);
      if (known === undefined) {
        videos.set(id, { state: "new", checkedAt: -Infinity, missed: 0 });
        if (videos.size > MAX_VIDEOS) videos.delete(videos.keys().next().value!);
      } else if (known.missed >= MAX_MISSED && now() - known.checkedAt >= RETRY_AFTER_MS) {
        // The answers may have been wrong for a while, and not the feed.
        known.state = "new";
      }
    },
    /** The videos that are announced. */
    upcoming: (): string[] =>
      [...videos].flatMap(([id, { state }]) => state === "upcoming" ? id : [])
        .slice(0, MAX_UPCOMING),
    /** The videos to ask for now, in requests of at most 50. */
    next(): string[][] {
      const ids = [...videos].filter(([, { state, checkedAt }]) =>
        state !== "over" && (state !== "upcoming" || now() - checkedAt >= announcedEveryMs)
      )
        .sort(([, a], [, b]) => URGENCY[a.state] - URGENCY[b.state] || a.checkedAt - b.checkedAt)
        .map(([id]) => id);
      return Array.from(
        { length: Math.min(MAX_UNITS_PER_POLL, Math.ceil(ids.length / IDS_PER_UNIT)) },
        (_, n) => ids.slice(n * IDS_PER_UNIT, (n + 1) * IDS_PER_UNIT),
      );
    },
    /**
     * Records the state of a video that was asked for; undefined if the answer did not hold it. Returns the
     * state that it counts as.
     */
    record(id: string, found: VideoState | undefined, checkedAt: number): VideoState {
      const before = videos.get(id);
      const missed = found === undefined ? (before?.missed ?? 0) + 1 : 0;
      const state = found ?? (missed >= MAX_MISSED ? "over" : before?.state ?? "new");
      videos.delete(id); // to the end: the oldest are forgotten first
      videos.set(id, { state, checkedAt, missed });
      return state;
    },
  };
}
