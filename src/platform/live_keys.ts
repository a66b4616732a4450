/** The keys of the store for broadcasts. */
import type { KvKey } from "./kv.ts";

/** What the processes share of a platform. */
export function platformKey(platform: string): KvKey {
  return ["live", "platform", platform];
}

/** All broadcasts that have ended. */
export const RECENT_BROADCASTS: KvKey = ["live", "recent"];

/** A broadcast of a group that has ended. */
export function recentBroadcastKey({ group, id }: { group: string; id: string }): KvKey {
  return [...RECENT_BROADCASTS, group, id];
}
