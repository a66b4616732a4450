import type { RecentSort } from "../../model/enums.ts";
import type { LiveType } from "../../model/platforms.ts";
import { foldText } from "../../model/fold_text.ts";
import type { LastLive } from "../../model/item/member.ts";
import type { RecentItem } from "../../model/item/live.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Env } from "../../platform/env.ts";
import { follow } from "../../shared_state/follow.ts";
import type { LiveEvent } from "../records/live_event.ts";
import type { LiveState } from "./live_state.ts";
import type { LiveStore } from "./live_store.ts";
import { compareTexts } from "../../toolbox/compare_texts.ts";
import { DAY_MS } from "../../toolbox/durations.ts";

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

/** The broadcasts that have ended, from memory: every method answers at once. */
export type RecentBroadcasts = ReturnType<typeof createRecentBroadcasts>;

/** `retentionDays`: records of earlier broadcasts are not shown, even while they are stored. */
export function createRecentBroadcasts(clock: Clock, retentionDays: number) {
  const groups = new Map<string, Map<string, RecentItem>>();
  const sorted = new Map<string, readonly RecentItem[]>();
  let lastByMember: ReadonlyMap<string, LastLive> | undefined;
  let revision = 1;
  let nextExpiry = Infinity;

  return {
    list(group: string, query: RecentQuery = {}): readonly RecentItem[] {
      return filterRecents(inOrder(group, query.sort ?? "date"), query);
    },
    get(group: string, id: string): RecentItem | undefined {
      currentRevision();
      return groups.get(group)?.get(id);
    },
    /** All of all groups, in no order. */
    *all(): Iterable<RecentItem> {
      currentRevision();
      for (const records of groups.values()) yield* records.values();
    },
    /** The one of a member's that ended last. */
    last(group: string, slug: string): LastLive | undefined {
      currentRevision();
      lastByMember ??= findLast(groups);
      return lastByMember.get(`${group}/${slug}`);
    },
    /** Changes whenever a list may have changed. */
    revision: currentRevision,
    /** The instant (epoch ms) at which the next record expires; Infinity if none does. */
    validUntil: (): number => (currentRevision(), nextExpiry),
    add(records: Iterable<RecentItem>): void {
      for (const record of records) {
        const known = groups.get(record.group) ?? new Map<string, RecentItem>();
        groups.set(record.group, known.set(record.id, record));
        nextExpiry = Math.min(nextExpiry, expiresAt(record));
      }
      invalidate();
    },
    remove(id: string): void {
      for (const records of groups.values()) records.delete(id);
      invalidate();
    },
    clear(): void {
      groups.clear();
      nextExpiry = Infinity;
      invalidate();
    },
  };

  function inOrder(group: string, sort: RecentSort): readonly RecentItem[] {
    currentRevision();
    const key = `${sort} ${group}`;
    let records = sorted.get(key);
    if (records === undefined) {
      sorted.set(key, records = sortRecents(groups.get(group)?.values() ?? [], sort));
    }
    return records;
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
    lastByMember = undefined;
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

/** Sorts records; of equal ones the newer comes first. */
function sortRecents(
  records: Iterable<RecentItem>,
  sort: RecentSort,
): RecentItem[] {
  return [...records].sort((a, b) =>
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
function findLast(
  groups: ReadonlyMap<string, ReadonlyMap<string, RecentItem>>,
): ReadonlyMap<string, LastLive> {
  const found = new Map<string, LastLive>();
  for (const [group, records] of groups) {
    for (const record of records.values()) {
      const key = `${group}/${record.member.url}`;
      const last = found.get(key);
      if (last === undefined || isLater(record, last)) {
        const { id, type, live_info: { date } } = record;
        found.set(key, { id, type, date });
      }
    }
  }
  return found;
}

/** Of those that ended at once, the same one is last in every process. */
function isLater({ id, ended_at: end }: RecentItem, last: LastLive): boolean {
  return end > last.date.end || (end === last.date.end && id < last.id);
}

/** Keeps the ended broadcasts in memory in step with the store. */
export function followRecents({ state, store, recents, ...env }: Pick<Env, "clock" | "log"> & {
  readonly state: LiveState;
  readonly store: LiveStore;
  readonly recents: RecentBroadcasts;
}) {
  /** Counts the times that events were missed: records that were read before are too old. */
  let gaps = 0;
  let isRequested = false;
  let isReading = false;
  /** Events that come while records are being read; they are newer, and applied again at the end. */
  let newerEvents: LiveEvent[] = [];
  const followed = follow<number>(env, {
    pollMs: () => Infinity,
    // Each request tries again; one line in the log is enough.
    outage: { away: "Live: the records of ended broadcasts could not be read" },
    load,
  });
  const isLoaded = () => followed.value === gaps;
  state.onEvents((events) => {
    if (events === null) gaps++;
    else {
      if (isReading) newerEvents.push(...events);
      events.forEach(apply);
    }
  });
  state.subscribe(() => {
    if (isRequested && !isReading && !isLoaded()) void followed.sync();
  });

  function apply(event: LiveEvent): void {
    if (event.kind === "ended") recents.add(event.records);
    else if (event.kind === "started" && event.isResumed) recents.remove(event.broadcast.id);
  }

  async function load(): Promise<number> {
    isReading = true;
    try {
      // Events are followed before records are read, so that none falls between the two.
      if (state.syncedAt() === 0) await state.sync();
      let known: number;
      do {
        known = gaps;
        await read();
      } while (known !== gaps);
      if (state.syncedAt() === 0) throw new Error("the events after them are not known");
      return known;
    } finally {
      isReading = false;
    }
  }

  async function read(): Promise<void> {
    newerEvents = [];
    const found: RecentItem[] = [];
    for await (const record of store.recents()) found.push(record);
    recents.clear();
    recents.add(found);
    newerEvents.forEach(apply);
  }

  return {
    isLoaded,
    /** Reads them, once for all who wait, and again when that fails. Never rejects. */
    load(): Promise<void> {
      isRequested = true;
      return isReading ? followed.idle() : followed.sync();
    },
    /** Begins no read any more; resolves when what is being read is read. */
    stop: followed.stop,
  };
}
