import type { VideoItem } from "../../model/item/around_live.ts";
import { type LiveType, PLATFORMS } from "../../model/platforms.ts";
import type { LiveOwner } from "./broadcast.ts";

/** A video as the feed of its channel describes it. */
export interface ChannelVideo {
  /** `<type>-<the platform's own id>`, as of a broadcast. */
  readonly id: string;
  readonly type: LiveType;
  /** The platform's key of the channel. */
  readonly channel: string;
  readonly title: string;
  /** Epoch ms. */
  readonly publishedAt: number;
  /** An https address, or "". */
  readonly thumbnail: string;
  /** The channel's name, or "". */
  readonly channelTitle: string;
}

/** The feed of a channel: its newest videos. */
export interface ChannelFeed {
  readonly channel: string;
  readonly videos: readonly ChannelVideo[];
}

/** A video as the store keeps it. */
export interface KeptVideo extends ChannelVideo {
  /** When its feed was last known to list it, epoch ms; within a day while it lists it. */
  readonly seenAt: number;
  /** Whether its feed listed it when it was read last. */
  readonly isListed: boolean;
}

/** How the videos of a channel change. */
export interface VideoChanges {
  readonly set: readonly KeptVideo[];
  readonly deleted: readonly string[];
}

const DAY_MS = 24 * 3_600_000;
/** A video that its feed does not list any more is kept for so long. */
const KEPT_MS = 90 * DAY_MS;
/** While a feed lists a video, the store notes it this often. */
const NOTED_MS = DAY_MS;
/** Videos of one channel that are kept; the feed lists 15. */
const MAX_VIDEOS = 1_000;

/** The instant (epoch ms) from which a video is not kept any more. */
export function keptUntil({ seenAt }: KeptVideo): number {
  return seenAt + KEPT_MS;
}

/** What a feed that was read at `now` changes in the videos of its channel. */
export function compareFeed(
  known: ReadonlyMap<string, KeptVideo>,
  { videos }: ChannelFeed,
  now: number,
): VideoChanges {
  const listed = new Map(videos.map((video) => [video.id, video]));
  const set = [
    ...[...listed.values()].filter((video) => isNews(video, known.get(video.id), now))
      .map((video): KeptVideo => ({ ...video, seenAt: now, isListed: true })),
    ...[...known.values()].filter(({ id, isListed }) => isListed && !listed.has(id))
      .map((video): KeptVideo => ({ ...video, seenAt: now, isListed: false })),
  ];
  const expired = [...known.values()]
    .filter((video) => now >= keptUntil(video) && !listed.has(video.id) && !video.isListed);
  const after = new Map([...known, ...set.map((video) => [video.id, video] as const)]);
  for (const { id } of expired) after.delete(id);
  const surplus = [...after.values()].filter(({ isListed }) => !isListed)
    .sort((a, b) => a.publishedAt - b.publishedAt)
    .slice(0, Math.max(0, after.size - MAX_VIDEOS));
  const gone = new Set([...expired, ...surplus].map(({ id }) => id));
  return { set: set.filter(({ id }) => !gone.has(id)), deleted: [...gone] };
}

/** Whether the store has to know of a video that is listed. */
function isNews(video: ChannelVideo, known: KeptVideo | undefined, now: number): boolean {
  if (known === undefined || !known.isListed) return true;
  const names = ["title", "publishedAt", "thumbnail", "channelTitle"] as const;
  return names.some((name) => video[name] !== known[name]) ||
    Math.abs(now - known.seenAt) >= NOTED_MS;
}

/** Joins a video with the owner of its channel. */
export function toVideoItem(video: ChannelVideo, owner: LiveOwner): VideoItem {
  const { id, type, channel, title, publishedAt, thumbnail, channelTitle } = video;
  const slug = id.slice(type.length + 1);
  return {
    id,
    type,
    title,
    published_at: new Date(publishedAt).toISOString(),
    url: PLATFORMS[type].watchUrl({ id, urlKey: channel, slug }),
    thumbnail,
    channel: channelTitle || owner.name,
    member: owner.slug,
  };
}
