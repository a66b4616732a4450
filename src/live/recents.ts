import type { Feed, FeedEvent } from "../events/feed.ts";
import type { RecentSort } from "../model/enums.ts";
import { foldText } from "../model/fold_text.ts";
import type { RecentItem } from "../model/item/live.ts";
import type { LastLive } from "../model/item/member.ts";
import { eachPlatform, type LiveType } from "../model/platforms.ts";
import type { Clock } from "../platform/clock.ts";
import { getAll, type Kv, listAll, type Passing } from "../platform/kv.ts";
import { RECENT_BROADCASTS, recentBroadcastKey } from "../platform/live_keys.ts";
import type { Log } from "../platform/log.ts";
import { follow } from "../shared_state/follow.ts";
import { compareTexts } from "../toolbox/compare_texts.ts";
import { DAY_MS } from "../toolbox/durations.ts";

/** Which ended broadcasts, in which order. */
export interface RecentQuery {
  readonly type?: LiveType;
  /** Part of a member's name or nickname, in any case, with or without accents. */
  readonly name?: string;
  /** Slugs of members whose records are listed besides. */
  readonly slugs?: ReadonlySet<string>;
  /** Default "date". */
  readonly sort?: RecentSort;
}

/** The broadcasts that have ended, from memory: every method but `load` answers at once. */
export interface RecentBroadcasts {
  list(group: string, query?: RecentQuery): readonly RecentItem[];
  get(group: string, id: string): RecentItem | undefined;
  /** All of all groups, in no order. */
  all(): Iterable<RecentItem>;
  /** How many there are of a member's, by platform; `slugs` are all that she has had. */
  totals(group: string, slugs: readonly string[]): Readonly<Record<LiveType, number>>;
  /** The one of a member's that ended last. */
  last(group: string, slug: string): LastLive | undefined;
  /** Changes whenever a list may have changed. */
  revision(): number;
  /** The instant (epoch ms) at which the next record expires; Infinity if none does. */
  validUntil(): number;
  /** The place in the log up to which the records are known. */
  seq(): number;
  isLoaded(): boolean;
  /** Reads the records, once for all who wait, and again if that fails. Never rejects. */
  load(): Promise<void>;
  /** Calls `listener` when records may have changed; the returned function ends it. */
  subscribe(listener: () => void): () => void;
  /** Begins no read any more; resolves when what is being read is read. */
  stop(): Promise<void>;
}

interface Known {
  /** By group and id. */
  readonly records: ReadonlyMap<string, RecentItem>;
  readonly seq: number;
}

type StoredRecord = RecentItem & Passing;

/** The record alone, as it is shown. */
function recordOf({ storedUntil: _, ...record }: StoredRecord): RecentItem {
  return record;
}

/** What is read of the store next: all, or the records that events name. */
interface Wanted {
  isWhole: boolean;
  keys: Map<string, { readonly group: string; readonly id: string }>;
}

/**
 * Creates what keeps the ended broadcasts in memory: read once, and then each of which the log says that it
 * has ended or goes on. `retentionDays`: earlier ones are not shown, even while they are stored.
 */
export function createRecentBroadcasts(
  { kv, clock, log, feed, retentionDays, followMs }: {
    readonly kv: Kv;
    readonly clock: Clock;
    readonly log: Log;
    readonly feed: Feed;
    readonly retentionDays: number;
    /** How often what could not be read is read again, in ms. */
    readonly followMs: number;
  },
): RecentBroadcasts {
  const sorted = new Map<string, readonly RecentItem[]>();
  let lastByMember: ReadonlyMap<string, LastLive> | undefined;
  let expiries = 0;
  let shownAt = 0;
  let nextExpiry = Infinity;
  let wanted: Wanted = { isWhole: true, keys: new Map() };
  const followed = follow<Known>({ clock, log }, {
    pollMs: () => wanted.isWhole || wanted.keys.size > 0 ? followMs : Infinity,
    outage: { away: "Live: the records of ended broadcasts could not be read" },
    load,
  });
  followed.subscribe(invalidate);
  const unsubscribe = feed.subscribe((events) => {
    const isWanted = followed.value !== undefined || !wanted.isWhole;
    if (events === "gap") wanted = { isWhole: true, keys: new Map() };
    else events.filter(isAboutRecord).forEach(note);
    if (isWanted && (wanted.isWhole || wanted.keys.size > 0)) void followed.sync();
  });

  function note({ group, subject: id }: FeedEvent): void {
    wanted.keys.set(`${group}/${id}`, { group, id });
  }

  async function load(before: Known | undefined): Promise<Known> {
    // The log is read first, so that no record falls between the two.
    if (before === undefined || wanted.isWhole) await feed.sync();
    const reading = wanted;
    const seq = feed.head();
    wanted = { isWhole: false, keys: new Map() };
    try {
      if (before === undefined || reading.isWhole) {
        const records = new Map<string, RecentItem>();
        for await (const { value } of listAll<StoredRecord>(kv, RECENT_BROADCASTS)) {
          if (value !== null) records.set(nameOf(value), recordOf(value));
        }
        return { records, seq };
      }
      const records = new Map(before.records);
      const keys = [...reading.keys];
      const rows = await getAll<StoredRecord>(kv, keys.map(([, key]) => recentBroadcastKey(key)));
      for (const [n, [name]] of keys.entries()) {
        const { value } = rows[n]!;
        if (value === null) records.delete(name);
        else records.set(name, recordOf(value));
      }
      return { records, seq };
    } catch (error) {
      wanted = {
        isWhole: wanted.isWhole || reading.isWhole,
        keys: new Map([...reading.keys, ...wanted.keys]),
      };
      throw error;
    }
  }

  function invalidate(): void {
    sorted.clear();
    lastByMember = undefined;
    shownAt = clock.now();
    nextExpiry = Infinity;
    for (const record of all()) nextExpiry = Math.min(nextExpiry, expiresAt(record));
  }

  function checkExpiry(): void {
    // A clock that was set back shows what had expired again.
    if (clock.now() < nextExpiry && clock.now() >= shownAt) return;
    expiries++;
    invalidate();
  }

  function expiresAt(record: RecentItem): number {
    return Date.parse(record.ended_at) + retentionDays * DAY_MS;
  }

  function* all(): Iterable<RecentItem> {
    for (const record of followed.value?.records.values() ?? []) {
      if (expiresAt(record) > clock.now()) yield record;
    }
  }

  function inOrder(group: string, sort: RecentSort): readonly RecentItem[] {
    checkExpiry();
    const key = `${sort} ${group}`;
    let records = sorted.get(key);
    if (records === undefined) {
      const ofGroup = [...all()].filter((record) => record.group === group);
      sorted.set(key, records = sortRecents(ofGroup, sort));
    }
    return records;
  }

  return {
    list: (group, query = {}) => filterRecents(inOrder(group, query.sort ?? "date"), query),
    get(group, id) {
      const record = followed.value?.records.get(nameOf({ group, id }));
      return record !== undefined && expiresAt(record) > clock.now() ? record : undefined;
    },
    all,
    totals(group, slugs) {
      const hers = inOrder(group, "date").filter(({ member }) => slugs.includes(member.url));
      return eachPlatform((type) => hers.filter((record) => record.type === type).length);
    },
    last(group, slug) {
      checkExpiry();
      lastByMember ??= findLast(all());
      return lastByMember.get(`${group}/${slug}`);
    },
    revision() {
      checkExpiry();
      return followed.revision() + expiries;
    },
    validUntil() {
      checkExpiry();
      return nextExpiry;
    },
    seq: () => followed.value?.seq ?? 0,
    isLoaded: () => followed.value !== undefined && !wanted.isWhole,
    load: followed.sync,
    subscribe: (listener) => followed.subscribe(() => listener()),
    stop() {
      unsubscribe();
      return followed.stop();
    },
  };
}

/** Whether a broadcast has a record now that it had not, or has none any more. */
function isAboutRecord({ type }: FeedEvent): boolean {
  return type === "live.ended" || type === "live.resumed";
}

function nameOf({ group, id }: { readonly group: string; readonly id: string }): string {
  return `${group}/${id}`;
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

/** Sorts records; of equal ones the newer comes first. */
function sortRecents(records: readonly RecentItem[], sort: RecentSort): RecentItem[] {
  return records.toSorted((a, b) =>
    weightOf(b, sort) - weightOf(a, sort) || compareTexts(b.ended_at, a.ended_at) ||
    compareTexts(a.id, b.id)
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

/** The last record of each member of all groups, by `<group>/<member's slug>`. */
function findLast(records: Iterable<RecentItem>): ReadonlyMap<string, LastLive> {
  const byMember = new Map<string, LastLive>();
  for (const { group, member, id, type, live_info: { date } } of records) {
    const key = `${group}/${member.url}`;
    const last = byMember.get(key);
    const isLater = last === undefined || date.end > last.date.end ||
      // Of those that ended at once, the same one is last in every process.
      (date.end === last.date.end && id < last.id);
    if (isLater) byMember.set(key, { id, type, date });
  }
  return byMember;
}
