import type { Clock } from "../../platform/clock.ts";
import { filterRecents, type RecentQuery, sortRecents } from "./recent_query.ts";
import { countStats, NO_STATS } from "./live_stats.ts";
import type { RecentSort } from "../../model/enums.ts";
import type { RecentItem } from "../../model/item/recent.ts";
import type { LiveStats } from "../../model/item/member.ts";

/** The broadcasts that have ended, from memory: every method answers at once. */
export interface RecentBroadcasts {
  list(group: string, query?: RecentQuery): readonly RecentItem[];
  get(group: string, id: string): RecentItem | undefined;
  stats(group: string, slug: string): LiveStats;
  /** Changes whenever a list may have changed. */
  revision(): number;
  /** The instant (epoch ms) at which the next record expires; Infinity where none does. */
  validUntil(): number;
  add(records: Iterable<RecentItem>): void;
  remove(id: string): void;
  clear(): void;
}

const DAY_MS = 24 * 3_600_000;

/** `retentionDays`: records of earlier broadcasts are not shown, even while they are stored. */
export function createRecentBroadcasts(clock: Clock, retentionDays: number): RecentBroadcasts {
  const groups = new Map<string, Map<string, RecentItem>>();
  const sorted = new Map<string, readonly RecentItem[]>();
  let statsByMember: ReadonlyMap<string, LiveStats> = new Map();
  let revision = 1;
  let nextExpiry = Infinity;

  return {
    list,
    get,
    stats,
    revision: currentRevision,
    validUntil: () => (currentRevision(), nextExpiry),
    add,
    remove,
    clear,
  };

  function list(group: string, query: RecentQuery = {}): readonly RecentItem[] {
    return filterRecents(inOrder(group, query.sort ?? "date"), query);
  }

  function get(group: string, id: string): RecentItem | undefined {
    currentRevision();
    return groups.get(group)?.get(id);
  }

  function inOrder(group: string, sort: RecentSort): readonly RecentItem[] {
    currentRevision();
    const key = `${sort} ${group}`;
    const known = sorted.get(key);
    if (known !== undefined) return known;
    const made = sortRecents(groups.get(group)?.values() ?? [], sort);
    sorted.set(key, made);
    return made;
  }

  function stats(group: string, slug: string): LiveStats {
    currentRevision();
    if (statsByMember.size === 0) statsByMember = countStats(groups);
    return statsByMember.get(`${group}/${slug}`) ?? NO_STATS;
  }

  function add(records: Iterable<RecentItem>): void {
    for (const record of records) {
      const known = groups.get(record.group) ?? new Map<string, RecentItem>();
      groups.set(record.group, known.set(record.id, record));
      nextExpiry = Math.min(nextExpiry, expiresAt(record));
    }
    invalidate();
  }

  function remove(id: string): void {
    for (const records of groups.values()) records.delete(id);
    invalidate();
  }

  function clear(): void {
    groups.clear();
    nextExpiry = Infinity;
    invalidate();
  }

  function currentRevision(): number {
    if (clock.now() >= nextExpiry) expire(clock.now());
    return revision;
  }

  function expire(now: number): void {
    nextExpiry = Infinity;
    for (const records of groups.values()) {
      for (const record of records.values()) {
        if (expiresAt(record) <= now) records.delete(record.id);
        else nextExpiry = Math.min(nextExpiry, expiresAt(record));
      }
    }
    invalidate();
  }

  function expiresAt(record: RecentItem): number {
    return Date.parse(record.ended_at) + retentionDays * DAY_MS;
  }

  function invalidate(): void {
    revision++;
    sorted.clear();
    statsByMember = new Map();
  }
}
