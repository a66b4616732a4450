import { LIVE_TYPES, type LiveType } from "../../model/enums.ts";
import type { RecentBroadcast } from "../records/recent_broadcast.ts";

/** What is recorded of one member. */
export interface LiveStats {
  /** When the last recorded broadcast ended (ISO 8601, UTC); absent where there is none. */
  readonly last_live?: string;
  readonly total_live: Readonly<Record<LiveType, number>>;
}

/** The stats of a member without records. */
export const NO_STATS: LiveStats = {
  total_live: Object.fromEntries(LIVE_TYPES.map((type) => [type, 0])) as Record<LiveType, number>,
};

/** Counts the records of all groups, by `<group>/<member's slug>`. */
export function countStats(
  groups: ReadonlyMap<string, ReadonlyMap<string, RecentBroadcast>>,
): Map<string, LiveStats> {
  const counted = new Map<string, LiveStats>();
  for (const [group, records] of groups) {
    for (const { member, ended_at: endedAt, type } of records.values()) {
      const key = `${group}/${member.url}`;
      const { last_live: last = "", total_live: total } = counted.get(key) ?? NO_STATS;
      counted.set(key, {
        last_live: endedAt > last ? endedAt : last,
        total_live: { ...total, [type]: total[type] + 1 },
      });
    }
  }
  return counted;
}
