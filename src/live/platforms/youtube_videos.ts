import { z } from "zod";
import type { PolledBroadcast } from "../records/broadcast.ts";
import { UpstreamError } from "../records/upstream_error.ts";
import type { DropCounter } from "./live_source.ts";
import {
  httpsAddress,
  instantText,
  parseTimestamp,
  parseUpstreamJson,
  sanitizeLines,
  sanitizeText,
  upstreamCount,
} from "./upstream_values.ts";
import type { VideoState } from "./youtube_watchlist.ts";

const answer = z.object({ items: z.array(z.unknown()) });

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

const refusal = z.object({
  error: z.object({ errors: z.array(z.object({ reason: z.string() })) }),
});

/** A video as the YouTube Data API describes it. */
export type Video = z.infer<typeof video>;

/** Reads the videos of an answer. @throws {UpstreamError} "malformed". */
export function readVideos(text: string, drops: DropCounter): Video[] {
  const parsed = answer.safeParse(parseUpstreamJson(text));
  if (!parsed.success) throw new UpstreamError("malformed", "Answered without the agreed fields");
  return parsed.data.items.flatMap((item) => {
    const { data } = video.safeParse(item);
    if (data === undefined) drops.drop("malformed");
    return data ?? [];
  });
}

/** YouTube takes descriptions of at most 5,000 bytes. */
const LONGEST_DESCRIPTION = 5_000;

/** Undefined where the answer did not hold the video. */
export function stateOf(item: Video | undefined): VideoState | undefined {
  const content = item?.snippet.liveBroadcastContent;
  return content === "none" ? "over" : content;
}

/** Whether a refusal means that the quota of the day is used up. */
export function isQuotaExceeded(text: string): boolean {
  const { data } = refusal.safeParse(parseUpstreamJson(text));
  return data?.error.errors.some(({ reason }) => reason === "quotaExceeded") ?? false;
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
