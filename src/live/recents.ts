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
interface RecentQuery {
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
  /** All of all groups. */
  all(): readonly RecentItem[];
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

/** What is shown of them at an instant. */
interface Shown {
  readonly of: Known | undefined;
  /** Epoch ms. */
  readonly madeAt: number;
  /** When the next of them expires, epoch ms. */
  readonly until: number;
  /** The last to end first. */
  readonly records: readonly RecentItem[];
}

const NOTHING: Shown = { of: undefined, madeAt: 0, until: Infinity, records: [] };

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
  /** Whether all are read next, or those that events name. */
  let isWhole = true;
  let changed = new Map<string, { readonly group: string; readonly id: string }>();
  let last = NOTHING;
  let revision = 0;
  const followed = follow<Known>({ clock, log }, {
    pollMs: () => isWhole || changed.size > 0 ? followMs : Infinity,
    outage: { away: "Live: the records of ended broadcasts could not be read" },
    load,
  });
  const unsubscribe = feed.subscribe((events) => {
    // Nobody has asked for them yet.
    if (followed.value === undefined && isWhole) return;
    if (events === "gap") isWhole = true;
    else for (const event of events.filter(isAboutRecord)) note(event);
    if (isWhole || changed.size > 0) void followed.sync();
  });

  function note({ group, subject: id }: FeedEvent): void {
    changed.set(nameOf({ group, id }), { group, id });
  }

  async function load(before: Known | undefined): Promise<Known> {
    const readsAll = before === undefined || isWhole;
    // The log is read first, so that no record falls between the two.
    if (readsAll) await feed.sync();
    const seq = feed.head();
    const reading = changed;
    [isWhole, changed] = [false, new Map()];
    try {
      return { records: readsAll ? await readAll() : await readSome(before, reading), seq };
    } catch (error) {
      isWhole = true;
      throw error;
    }
  }

  async function readAll(): Promise<Known["records"]> {
    const records = new Map<string, RecentItem>();
    for await (const { value } of listAll<StoredRecord>(kv, RECENT_BROADCASTS)) {
      if (value !== null) records.set(nameOf(value), recordOf(value));
    }
    return records;
  }

  async function readSome(before: Known, some: typeof changed): Promise<Known["records"]> {
    const records = new Map(before.records);
    const names = [...some.keys()];
    const rows = await getAll<StoredRecord>(kv, [...some.values()].map(recentBroadcastKey));
    for (const [n, { value }] of rows.entries()) {
      if (value === null) records.delete(names[n]!);
      else records.set(names[n]!, recordOf(value));
    }
    return records;
  }

  function shown(): Shown {
    const now = clock.now();
    const of = followed.value;
    // A clock that was set back shows what had expired again.
    if (of !== last.of || now >= last.until || now < last.madeAt) {
      const isKept = (record: RecentItem) => expiresAt(record) > now;
      const records = sortRecents([...of?.records.values() ?? []].filter(isKept), "date");
      const first = records.at(-1);
      const until = first === undefined ? Infinity : expiresAt(first);
      last = { of, madeAt: now, until, records };
      revision++;
    }
    return last;
  }

  function expiresAt({ ended_at }: RecentItem): number {
    return Date.parse(ended_at) + retentionDays * DAY_MS;
  }

  return {
    list(group, query = {}) {
      const records = shown().records.filter((record) => record.group === group);
      return filterRecents(sortRecents(records, query.sort ?? "date"), query);
    },
    get: (group, id) =>
      shown().records.find((record) => record.group === group && record.id === id),
    all: () => shown().records,
    totals(group, slugs) {
      const hers = shown().records.filter((record) =>
        record.group === group && slugs.includes(record.member.url)
      );
      return eachPlatform((type) => hers.filter((record) => record.type === type).length);
    },
    last(group, slug) {
      const found = shown().records.find((record) =>
        record.group === group && record.member.url === slug
      );
      return found && { id: found.id, type: found.type, date: found.live_info.date };
    },
    revision() {
      shown();
      return revision;
    },
    validUntil: () => shown().until,
    seq: () => followed.value?.seq ?? 0,
    isLoaded: () => followed.value !== undefined && !isWhole,
    load: followed.sync,
    subscribe: (listener) => followed.subscribe(() => listener()),
    stop() {
      unsubscribe();
      return followed.stop();
    },
  };
}

type StoredRecord = RecentItem & Passing;

/** The record alone, as it is shown. */
function recordOf({ storedUntil: _, ...record }: StoredRecord): RecentItem {
  return record;
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
