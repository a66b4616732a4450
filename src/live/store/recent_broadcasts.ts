import { LIVE_TYPES, type LiveType, type RecentSort } from "../../model/enums.ts";
import { foldText } from "../../model/fold_text.ts";
import type { LastLive, LiveStats } from "../../model/item/member.ts";
import type { RecentItem } from "../../model/item/live.ts";
import type { Clock } from "../../platform/clock.ts";

/** Which ended broadcasts, in which order. */
export interface RecentQuery {
  readonly type?: LiveType;
  /** Part of a member's name or nickname, in any case, with or without accents. */
  readonly name?: string;
  /** Slugs of members who are meant besides. */
  readonly slugs?: ReadonlySet<string>;
  /** Default "date". */
  readonly sort?: RecentSort;
}

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

/** The stats of a member without records. */
const NO_STATS: LiveStats = {
  total_live: Object.fromEntries(LIVE_TYPES.map((type) => [type, 0])) as Record<LiveType, number>,
};

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

/** The records that a query asks for, in the order that they have. */
function filterRecents(
  records: readonly RecentItem[],
  { type, name, slugs }: RecentQuery,
): readonly RecentItem[] {
  if (type === undefined && name === undefined) return records;
  const part = foldText(name ?? "");
  return records.filter((record) =>
    (type === undefined || record.type === type) &&
    (isNamed(record, part) || slugs?.has(record.member.url) === true)
  );
}

/** Sorts records; where two are equal, the newer one comes first. */
function sortRecents(
  records: Iterable<RecentItem>,
  sort: RecentSort,
): RecentItem[] {
  return [...records].sort((a, b) =>
    weightOf(b, sort) - weightOf(a, sort) || compare(b.ended_at, a.ended_at) ||
    compare(a.id, b.id)
  );
}

function weightOf(record: RecentItem, sort: RecentSort): number {
  if (sort === "duration") return record.duration_ms;
  return sort === "viewers" ? record.peak_viewers : 0;
}

function isNamed({ member }: RecentItem, part: string): boolean {
  return part === "" || foldText(member.name).includes(part) ||
    foldText(member.nickname).includes(part);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Counts the records of all groups, by `<group>/<member's slug>`. */
function countStats(
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
