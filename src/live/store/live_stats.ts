import { LIVE_TYPES, type LiveType } from "../../model/enums.ts";
import type { RecentItem } from "../../model/item/recent.ts";
import type { LastLive, LiveStats } from "../../model/item/member.ts";

/** The stats of a member without records. */
export const NO_STATS: LiveStats = {
  total_live: Object.fromEntries(LIVE_TYPES.map((type) => [type, 0])) as Record<LiveType, number>,
};

/** Counts the records of all groups, by `<group>/<member's slug>`. */
export function countStats(
  groups: ReadonlyMap<string, ReadonlyMap<string, RecentItem>>,
): Map<string, LiveStats> {
  const counted = new Map<string, LiveStats>();
  for (const [group, records] of groups) {
    for (const record of records.values()) {
      const key = `${group}/${record.member.url}`;
      const { last_live: last, total_live: total } = counted.get(key) ?? NO_STATS;
      counted.set(key, {
        last_live: last === undefined || isLater(record, last) ? lastLiveOf(record) : last,
        total_live: { ...total, [record.type]: total[record.type] + 1 },
      });
    }
  }
  return counted;
}

/** Of those that ended at once, the same one is last in every process. */
function isLater({ id, ended_at: end }: RecentItem, last: LastLive): boolean {
  return end > last.date.end || (end === last.date.end && id < last.id);
}

function lastLiveOf({ id, type, live_info: { date } }: RecentItem): LastLive {
  return { id, type, date };
}
