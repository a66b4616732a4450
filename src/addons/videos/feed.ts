import { MAX_FEED_VIDEOS } from "../../live/broadcast.ts";
import {
  httpsAddress,
  parseTimestamp,
  sanitizeText,
} from "../../live/platforms/upstream_values.ts";
import type { LiveType } from "../../model/platforms.ts";

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

/** The videos that the feed of a channel describes; those without id or time of publication are left out. */
export function readFeedVideos(feed: string, channel: string): ChannelVideo[] {
  const pieces = feed.split("</entry>", MAX_FEED_VIDEOS + 1).slice(0, MAX_FEED_VIDEOS);
  const channelTitle = readText(feed.slice(0, feed.indexOf("<entry")), "title");
  const videos = pieces.flatMap((piece) => {
    const begin = piece.lastIndexOf("<entry");
    return begin < 0 ? [] : readEntry(piece.slice(begin), channel, channelTitle) ?? [];
  });
  return [...new Map(videos.map((video) => [video.id, video])).values()];
}

function readEntry(
  entry: string,
  channel: string,
  channelTitle: string,
): ChannelVideo | undefined {
  const id = /^[\w-]{11}$/.exec(readText(entry, "yt:videoId"))?.[0];
  const publishedAt = parseTimestamp(readText(entry, "published"));
  const owner = readText(entry, "yt:channelId");
  if (id === undefined || publishedAt === null || (owner !== "" && owner !== channel)) {
    return undefined;
  }
  const thumbnail = /<media:thumbnail\s[^<>]*?\burl="([^"<>]*)"/.exec(entry)?.[1] ?? "";
  return {
    id: `youtube-${id}`,
    type: "youtube",
    channel,
    title: readText(entry, "title"),
    publishedAt,
    thumbnail: httpsAddress(decodeXml(thumbnail)),
    channelTitle: readText(entry, "name") || channelTitle,
  };
}

/** The text of the first element of this name that has no elements in it; "" if there is none. */
function readText(xml: string, name: string): string {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? "";
  return sanitizeText(decodeXml(text));
}

const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

/** A text with the characters that its references mean (XML 1.0, 4.1). */
function decodeXml(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/g,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return NAMED[name]!;
      const code = hex === undefined ? Number(decimal) : parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
