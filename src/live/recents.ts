import type { Feed } from "../events/feed.ts";
import type { RecentSort } from "../model/enums.ts";
import { foldText } from "../model/fold_text.ts";
import type { RecentItem } from "../model/item/live.ts";
import type { LastLive } from "../model/item/member.ts";
import { eachPlatform, type LiveType } from "../model/platforms.ts";
import type { Clock } from "../platform/clock.ts";
import { getAll, type Kv, type KvKey, listAll, type Passing } from "../platform/kv.ts";
import { RECENT_BROADCASTS, recentBroadcastKey } from "../platform/live_keys.ts";
import type { Log } from "../platform/log.ts";
import { follow } from "../store/follow.ts";
import { compareTexts } from "../toolbox/compare_texts.ts";
import { DAY_MS } from "../toolbox/durations.ts";

/** Which ended broadcasts, in which order. */
interface RecentQuery {
  readonly type?: LiveType;
  /** Part of a member's name or nickname, in any case, with or without accents. */
  readonly name?: string;
  /** Slugs of members whose records are listed besides. */
  readonly slugs?: ReadonlySet<string>;
  /** Default "date". Of equal ones the newer comes first. */
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
  /** The one of a member's that ended last, likewise. */
  last(group: string, slugs: readonly string[]): LastLive | undefined;
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

/** The records by group and id. */
type Records = ReadonlyMap<string, RecentItem>;

interface Known {
  readonly records: Records;
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
  let changed = new Map<string, KvKey>();
  let last: Shown = { of: undefined, madeAt: 0, until: Infinity, records: [] };
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
    else {
      for (const { type, group, subject: id } of events) {
        const hasRecord = type === "live.ended" || type === "live.resumed";
        if (hasRecord) changed.set(nameOf({ group, id }), recentBroadcastKey({ group, id }));
      }
    }
    if (isWhole || changed.size > 0) void followed.sync();
  });

  async function load(before: Known | undefined): Promise<Known> {
    const readsAll = before === undefined || isWhole;
    // The log is read first, so that no record falls between the two.
    if (readsAll) await feed.sync();
    const seq = feed.head();
    const reading = changed;
    [isWhole, changed] = [false, new Map()];
    try {
      return { records: readsAll ? await readAll() : await readSome(before.records, reading), seq };
    } catch (error) {
      isWhole = true;
      throw error;
    }
  }

  async function readAll(): Promise<Records> {
    const records = new Map<string, RecentItem>();
    for await (const { value } of listAll<StoredRecord>(kv, RECENT_BROADCASTS)) {
      if (value !== null) records.set(nameOf(value), recordOf(value));
    }
    return records;
  }

  async function readSome(before: Records, some: typeof changed): Promise<Records> {
    const records = new Map(before);
    const rows = await getAll<StoredRecord>(kv, [...some.values()]);
    for (const [n, name] of [...some.keys()].entries()) {
      const { value } = rows[n]!;
      if (value === null) records.delete(name);
      else records.set(name, recordOf(value));
    }
    return records;
  }

  function shown(): Shown {
    const now = clock.now();
    const of = followed.value;
    // A clock that was set back shows what had expired again.
    if (of !== last.of || now >= last.until || now < last.madeAt) {
      const records = [...of?.records.values() ?? []].filter((one) => expiresAt(one) > now)
        .sort((a, b) => compareTexts(b.ended_at, a.ended_at) || compareTexts(a.id, b.id));
      const first = records.at(-1);
      last = { of, madeAt: now, until: first ? expiresAt(first) : Infinity, records };
      revision++;
    }
    return last;
  }

  function expiresAt({ ended_at }: RecentItem): number {
    return Date.parse(ended_at) + retentionDays * DAY_MS;
  }

  const ofGroup = (group: string) => shown().records.filter((one) => one.group === group);

  return {
    list(group, { type, name = "", slugs, sort = "date" } = {}) {
      const part = foldText(name);
      const isNamed = ({ member: { name, nickname, url } }: RecentItem) =>
        [name, nickname].some((one) => foldText(one).includes(part)) || slugs?.has(url) === true;
      return ofGroup(group)
        .filter((one) => (type === undefined || one.type === type) && (part === "" || isNamed(one)))
        .sort((a, b) => WEIGHTS[sort](b) - WEIGHTS[sort](a));
    },
    get: (group, id) => ofGroup(group).find((record) => record.id === id),
    all: () => shown().records,
    totals(group, slugs) {
      const hers = ofGroup(group).filter(({ member }) => slugs.includes(member.url));
      return eachPlatform((type) => hers.filter((record) => record.type === type).length);
    },
    last(group, slugs) {
      const found = ofGroup(group).find(({ member }) => slugs.includes(member.url));
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

const WEIGHTS: Readonly<Record<RecentSort, (record: RecentItem) => number>> = {
  date: () => 0,
  duration: ({ duration_ms }) => duration_ms,
  viewers: ({ peak_viewers }) => peak_viewers,
};

type StoredRecord = RecentItem & Passing;

/** The record alone, as it is shown. */
function recordOf({ storedUntil: _, ...record }: StoredRecord): RecentItem {
  return record;
}

function nameOf({ group, id }: { readonly group: string; readonly id: string }): string {
  return `${group}/${id}`;
}
