import { z } from "zod";
import type { PolledBroadcast } from "../records/broadcast.ts";
import {
  httpsAddress,
  instantText,
  parseTimestamp,
  sanitizeLines,
  sanitizeText,
  upstreamCount,
} from "./upstream_values.ts";
import type { VideoState } from "./youtube_watchlist.ts";

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
    concurrentViewers: z.unknown().optional(),
    activeLiveChatId: z.unknown().optional(),
  }).nullish().catch(null),
});

const refusal = z.object({ errors: z.array(z.object({ reason: z.string() })) });

/** A video as the YouTube Data API describes it. */
export type Video = z.infer<typeof video>;

/** Reads one video of an answer; undefined where it is malformed. */
export function readVideo(item: unknown): Video | undefined {
  return video.safeParse(item).data;
}

/** YouTube takes descriptions of at most 5,000 bytes. */
const LONGEST_DESCRIPTION = 5_000;

/** Undefined where the answer did not hold the video. */
export function stateOf(item: Video | undefined): VideoState | undefined {
  const content = item?.snippet.liveBroadcastContent;
  return content === "none" ? "over" : content;
}

/** Whether the `error` of a refusal means that the quota of the day is used up. */
export function isQuotaExceeded(error: unknown): boolean {
  const { data } = refusal.safeParse(error);
  return data?.errors.some(({ reason }) => reason === "quotaExceeded") ?? false;
}

/** The broadcast of a video that is live. */
export function toPolledBroadcast(
  { id, snippet, liveStreamingDetails: details }: Video,
): PolledBroadcast {
  return {
    viewers: upstreamCount(details?.concurrentViewers),
    broadcast: {
      id: `youtube-${id}`,
      type: "youtube",
      urlKey: snippet.channelId,
      slug: id,
      title: sanitizeText(snippet.title),
      img: httpsAddress(snippet.thumbnails?.high.url),
      imgAlt: "",
      roomId: 0,
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
