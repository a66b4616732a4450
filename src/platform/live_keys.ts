/** The keys of the store for broadcasts, announcements of broadcasts, videos and sums. */
import type { KvKey } from "./kv.ts";

/** The broadcasts on air: head, claims and lists, read as one snapshot. */
export const LIVE_NOW: KvKey = ["live", "now"];

/** The number of the last live event, and how many pieces each list has. */
export const LIVE_HEAD: KvKey = [...LIVE_NOW, "head"];

/** The process that polls a platform, and what came of its last poll. */
export function liveClaimKey(platform: string): KvKey {
  return [...LIVE_NOW, "claim", platform];
}

/** A piece of a platform's list of broadcasts. */
export function livePieceKey(platform: string, piece: number): KvKey {
  return [...LIVE_NOW, "list", platform, piece];
}

/** All broadcasts that have ended. */
export const RECENT_BROADCASTS: KvKey = ["live", "recent"];

/** A broadcast of a group that has ended. */
export function recentBroadcastKey({ group, id }: { group: string; id: string }): KvKey {
  return [...RECENT_BROADCASTS, group, id];
}

/** What platforms announce, read as one snapshot. */
export const ANNOUNCED_BROADCASTS: KvKey = ["live", "announced"];

/** How many pieces a platform's list of announcements has. */
export function announcedListKey(platform: string): KvKey {
  return [...ANNOUNCED_BROADCASTS, platform];
}

/** A piece of a platform's list of announcements. */
export function announcedPieceKey(platform: string, piece: number): KvKey {
  return [...announcedListKey(platform), piece];
}

/** That the announcement of a broadcast of a group is in the log. */
export function loggedBroadcastKey({ group, id }: { group: string; id: string }): KvKey {
  return ["live", "announced_once", group, id];
}

/** Changes with every video, by channel. */
export const VIDEOS_HEAD: KvKey = ["live", "videos"];

/** All videos of a channel. */
export function channelVideosPrefix(channel: string): KvKey {
  return ["live", "video", channel];
}

/** A video of a channel. */
export function videoKey({ channel, id }: { channel: string; id: string }): KvKey {
  return [...channelVideosPrefix(channel), id];
}

/** Changes with every sum of broadcasts, by year. */
export const SUMS_HEAD: KvKey = ["live", "sums"];

/** The sums of broadcasts of all years. */
export const BROADCAST_SUMS: KvKey = ["live", "sum"];

/** All members' sums of a year. */
export function yearSumsPrefix(year: number): KvKey {
  return [...BROADCAST_SUMS, year];
}

/** What a member's broadcasts of a year come to, by platform and day. */
export function memberSumsKey(
  { year, group, member }: { year: number; group: string; member: string },
): KvKey {
  return [...yearSumsPrefix(year), group, member];
}

/** All broadcasts that were lately added to sums. */
export const SUMMED_BROADCASTS: KvKey = ["live", "summed"];

/** What a broadcast has added to a sum. */
export function summedBroadcastKey({ group, id }: { group: string; id: string }): KvKey {
  return [...SUMMED_BROADCASTS, group, id];
}
