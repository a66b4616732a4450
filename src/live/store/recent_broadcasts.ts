import { fold } from "../../model/fold.ts";
import type { Clock } from "../../platform/clock.ts";
import { LIVE_TYPES, type LiveType } from "../records/broadcast.ts";
import type { RecentBroadcast } from "../records/recent_broadcast.ts";

/** Which ended broadcasts, in which order. */
export interface RecentQuery {
  readonly type?: LiveType;
  /** Part of a member's name or nickname; any case, accents folded. */
  readonly name?: string;
  /** Default "date": newest first; the others largest first. */
  readonly sort?: "date" | "duration" | "viewers";
}

/** What is recorded of one member (CONTRACT 3, Member detail). */
export interface LiveStats {
  /** When her last recorded broadcast ended (UTC); absent where there is none. */
  readonly last_live?: string;
  readonly total_live: Readonly<Record<LiveType, number>>;
}

/** The broadcasts that have ended, from memory. */
export interface RecentBroadcasts {
  list(group: string, query?: RecentQuery): readonly RecentBroadcast[];
  get(group: string, id: string): RecentBroadcast | undefined;
  stats(group: string, slug: string): LiveStats;
  /** Changes whenever a list may have changed. */
  revision(): number;
  /** The instant (epoch ms) at which the next record leaves; Infinity: never. */
  validUntil(): number;
  add(records: Iterable<RecentBroadcast>): void;
  remove(id: string): void;
  clear(): void;
}

const DAY_MS = 24 * 3_600_000;

/** `retentionDays`: records of earlier broadcasts are not shown, even while they are stored. */
export function createRecentBroadcasts(clock: Clock, retentionDays: number): RecentBroadcasts {
  const groups = new Map<string, Map<string, RecentBroadcast>>();
  const sorted = new Map<string, readonly RecentBroadcast[]>();
  const totals = new Map<string, LiveStats>();
  let revision = 1;
  let nextLeaves = Infinity;

  return {
    list,
    get,
    stats,
    revision: current,
    validUntil: () => (current(), nextLeaves),
    add,
    remove,
    clear,
  };

  function list(group: string, query: RecentQuery = {}): readonly RecentBroadcast[] {
    const { type, name, sort = "date" } = query;
    const all = inOrder(group, sort);
    if (type === undefined && name === undefined) return all;
    const wanted = fold(name ?? "");
    return all.filter((record) =>
      (type === undefined || record.type === type) && isNamed(record, wanted)
    );
  }

  function get(group: string, id: string): RecentBroadcast | undefined {
    current();
    return groups.get(group)?.get(id);
  }

  function inOrder(
    group: string,
    sort: "date" | "duration" | "viewers",
  ): readonly RecentBroadcast[] {
    current();
    const key = `${sort} ${group}`;
    const known = sorted.get(key);
    if (known !== undefined) return known;
    const made = [...groups.get(group)?.values() ?? []].sort((a, b) =>
      weigh(b, sort) - weigh(a, sort) || compare(b.ended_at, a.ended_at) || compare(a.id, b.id)
    );
    sorted.set(key, made);
    return made;
  }

  function stats(group: string, slug: string): LiveStats {
    current();
    if (totals.size === 0) countAll();
    return totals.get(`${group}/${slug}`) ?? { total_live: noneLive() };
  }

  function countAll(): void {
    for (const [group, records] of groups) {
      for (const { member, ended_at: ended, type } of records.values()) {
        const key = `${group}/${member.url}`;
        const { last_live: last = "", total_live: total } = totals.get(key) ??
          { total_live: noneLive() };
        totals.set(key, {
          last_live: ended > last ? ended : last,
          total_live: { ...total, [type]: total[type] + 1 },
        });
      }
    }
  }

  function add(records: Iterable<RecentBroadcast>): void {
    for (const record of records) {
      const known = groups.get(record.group) ?? new Map<string, RecentBroadcast>();
      groups.set(record.group, known.set(record.id, record));
      nextLeaves = Math.min(nextLeaves, leavesAt(record));
    }
    renew();
  }

  function remove(id: string): void {
    for (const records of groups.values()) records.delete(id);
    renew();
  }

  function clear(): void {
    groups.clear();
    nextLeaves = Infinity;
    renew();
  }

  function current(): number {
    if (clock.now() >= nextLeaves) expire(clock.now());
    return revision;
  }

  function expire(now: number): void {
    nextLeaves = Infinity;
    for (const records of groups.values()) {
      for (const record of records.values()) {
        if (leavesAt(record) <= now) records.delete(record.id);
        else nextLeaves = Math.min(nextLeaves, leavesAt(record));
      }
    }
    renew();
  }

  function leavesAt(record: RecentBroadcast): number {
    return Date.parse(record.ended_at) + retentionDays * DAY_MS;
  }

  function renew(): void {
    revision++;
    sorted.clear();
    totals.clear();
  }
}

function noneLive(): Record<LiveType, number> {
  return Object.fromEntries(LIVE_TYPES.map((type) => [type, 0])) as Record<LiveType, number>;
}

function weigh(record: RecentBroadcast, sort: "date" | "duration" | "viewers"): number {
  if (sort === "duration") return record.duration_ms;
  return sort === "viewers" ? record.peak_viewers : 0;
}

function isNamed({ member }: RecentBroadcast, wanted: string): boolean {
  return wanted === "" || fold(member.name).includes(wanted) ||
    fold(member.nickname).includes(wanted);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
