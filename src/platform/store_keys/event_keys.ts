import type { KvKey } from "../kv.ts";

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

/** The log of events; its first ones were of broadcasts alone. */
export const LIVE_EVENTS: KvKey = ["live", "event"];

/** The event of this number. */
export function liveEventKey(seq: number): KvKey {
  return [...LIVE_EVENTS, seq];
}

/** All broadcasts that have ended. */
export const RECENT_BROADCASTS: KvKey = ["live", "recent"];

/** A broadcast of a group that has ended. */
export function recentBroadcastKey({ group, id }: { group: string; id: string }): KvKey {
  return [...RECENT_BROADCASTS, group, id];
}

/** The build that was announced last. */
export const ANNOUNCED_HEAD: KvKey = ["announced", "head"];

/** The sets of chunks that announcements consist of. */
export const ANNOUNCED_SETS: KvKey = ["announced", "set"];

/** How many chunks a set has. */
export function announcedSetKey(set: string): KvKey {
  return [...ANNOUNCED_SETS, set];
}

/** A chunk of a part of a set. */
export function announcedChunkKey(part: string, set: string, chunk: number): KvKey {
  return ["announced", "chunk", set, part, chunk];
}

/** The last announcements. */
export const ANNOUNCED_BUILDS: KvKey = ["announced", "build"];

/** The announcement of this number. */
export function announcedBuildKey(seq: number): KvKey {
  return [...ANNOUNCED_BUILDS, seq];
}

/** The last announcement of which the events are in the log. */
export const LOGGED_ANNOUNCEMENT: KvKey = ["logged", "announcement"];

/** An event that happens once: on this day, of this type, to this item of a group. */
export function loggedDueKey(
  { date, type, group, id }: { date: string; type: string; group: string; id: string },
): KvKey {
  return ["logged", "due", date, type, group, id];
}
