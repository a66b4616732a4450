import { countChanges, indexLists } from "../changes/compare_items.ts";
import type { ItemChange, ListIndex } from "../changes/compare_items.ts";
import type { HashedList } from "../changes/hashed_items.ts";
import type { Kv, KvCheck, KvEntry, KvWrite } from "../platform/kv.ts";
import { listAll } from "../platform/kv.ts";
import {
  ANNOUNCED_BUILDS,
  ANNOUNCED_HEAD,
  ANNOUNCED_SETS,
  announcedBuildKey,
  announcedChunkKey,
  announcedSetKey,
} from "../platform/store_keys.ts";
import { cutRows, readRows } from "../shared_state/chunks.ts";
import type { AnnouncedItem, AnnouncedState, Announcement } from "./announcement.ts";
import { type DueChange, dueChanges } from "./announcement.ts";
import { type ModifiedRow, modifiedRows, type Tombstone } from "./announcement.ts";

/** What was announced last. Times in epoch ms. */
export interface AnnouncedHead {
  readonly build: string;
  /** When it was built; 0 where nobody knows. */
  readonly built_at: number;
  /** Counts the announcements of this store. */
  readonly seq: number;
  /** When it was announced. */
  readonly at: number;
  /** When this store first saw content. */
  readonly since: number;
  /** Names the chunks that belong to it. */
  readonly set: string;
}

/** The chunks of each part of an announcement, and the head's version that it follows. */
interface AnnouncedSet {
  readonly base: string | null;
  readonly chunks: ChunkCounts;
}

/** The items, when those changed that did, the tombstones, and what changed against the build before. */
const PARTS = ["item", "modified", "gone", "change"] as const;
type Part = typeof PARTS[number];
type ChunkCounts = Readonly<Record<Part, number>>;

/** One announcement of the last ones. Its `change` chunks are there as long as it is. */
export interface AnnouncedBuild {
  readonly seq: number;
  readonly build: string;
  readonly built_at: number;
  readonly at: number;
  /** When it was compared with the build before, where that is not {@linkcode AnnouncedBuild.at}. */
  readonly compared_at?: number;
  readonly set: string;
  /** How many chunks hold its changes, and what comes out by the clock after it. */
  readonly chunks: number;
  readonly counts: Readonly<Record<ItemChange["change"], number>>;
}

/** How many announcements can be asked for. */
const KEPT_BUILDS = 30;
/** A commit takes 800 KiB. */
const CHUNKS_A_COMMIT = 10;
/** Items of a row of the store: at 60,000 bytes a chunk, an item may take 1,500. */
const ITEMS_A_ROW = 40;

/** The announcements of a store. */
export interface AnnounceStore {
  head(): Promise<KvEntry<AnnouncedHead>>;
  /** What calendars need; undefined where another announcement has taken its place. */
  state(head: AnnouncedHead): Promise<AnnouncedState | undefined>;
  /** All items and tombstones; undefined likewise. */
  items(head: AnnouncedHead): Promise<
    | { lists: ListIndex<HashedList<AnnouncedItem>>; gone: readonly Tombstone[] }
    | undefined
  >;
  /**
   * Writes an announcement that follows the head of the version `base`, chunks first; false where
   * another process was first. Its `set` must never have been used.
   */
  write(base: string | null, head: AnnouncedHead, what: Announcement): Promise<boolean>;
  /** Deletes what announcements that were overtaken have left. */
  sweep(): Promise<void>;
  /** The last announcements, oldest first. */
  builds(): Promise<AnnouncedBuild[]>;
  /** What changed against the build before. */
  changes(build: AnnouncedBuild): Promise<ItemChange[]>;
  /** The same, and what was to come out by the clock from then on; undefined where it is gone. */
  told(build: AnnouncedBuild): Promise<ToldBuild | undefined>;
}

/** What changed with a build, and after it by the clock. */
export interface ToldBuild {
  readonly changes: readonly ItemChange[];
  readonly due: readonly DueChange[];
}

export function createAnnounceStore(kv: Kv): AnnounceStore {
  const head = () => kv.get<AnnouncedHead>(ANNOUNCED_HEAD);
  const builds = async () =>
    (await kv.list<AnnouncedBuild>(ANNOUNCED_BUILDS)).map(({ value }) => value!);
  return {
    head,
    builds,
    changes: async (build) => [...(await readTold(kv, build))?.changes ?? []],
    told: (build) => readTold(kv, build),
    async state({ set, since }) {
      const counts = await countsOf(kv, set);
      if (counts === undefined) return undefined;
      const modified = await readPart<ModifiedRow>(kv, set, "modified", counts.modified);
      const gone = await readPart<Tombstone>(kv, set, "gone", counts.gone);
      return modified && gone && { set, since, modified, gone };
    },
    async items({ set }) {
      const counts = await countsOf(kv, set);
      if (counts === undefined) return undefined;
      const rows = await readPart<HashedList<AnnouncedItem>>(kv, set, "item", counts.item);
      const gone = await readPart<Tombstone>(kv, set, "gone", counts.gone);
      return rows && gone && { lists: indexLists(rows), gone };
    },
    write: (base, next, what) => write(kv, base, next, what),
    async sweep() {
      const { value, version } = await head();
      if (value !== null) await sweep(kv, value, version, await builds());
    },
  };
}

async function readTold(
  kv: Kv,
  { set, chunks }: AnnouncedBuild,
): Promise<ToldBuild | undefined> {
  const rows = await readPart<ItemChange | DueChange>(kv, set, "change", chunks);
  if (rows === undefined) return undefined;
  const isDue = (row: ItemChange | DueChange): row is DueChange => "at" in row;
  return { changes: rows.filter((row) => !isDue(row)), due: rows.filter(isDue) };
}

async function countsOf(kv: Kv, set: string): Promise<ChunkCounts | undefined> {
  return (await kv.get<AnnouncedSet>(announcedSetKey(set))).value?.chunks;
}

/** The rows of a part; undefined where a chunk is gone. Each chunk is read in a turn of its own. */
async function readPart<Row>(
  kv: Kv,
  set: string,
  part: Part,
  chunks: number,
): Promise<Row[] | undefined> {
  const rows: Row[] = [];
  for (let n = 0; n < chunks; n++) {
    const { value } = await kv.get<Uint8Array>(announcedChunkKey(part, set, n));
    if (value === null) return undefined;
    rows.push(...readRows<Row>(value));
  }
  return rows;
}

async function write(
  kv: Kv,
  base: string | null,
  head: AnnouncedHead,
  { comparedAt, lists, gone, changes }: Announcement,
): Promise<boolean> {
  const parts: Record<Part, Uint8Array[]> = {
    item: await cutRows(lists.flatMap(itemRows)),
    modified: await cutRows(modifiedRows(lists, head.since)),
    gone: await cutRows(gone),
    change: await cutRows([...changes, ...dueChanges(lists, comparedAt)]),
  };
  const chunks = eachPart((part) => parts[part].length);
  const setKey = announcedSetKey(head.set);
  const record: AnnouncedSet = { base, chunks };
  const version = await kv.commit([{ key: setKey, version: null }], [{
    set: setKey,
    value: record,
  }]);
  if (version === null) throw new Error(`Cannot announce: the set ${head.set} is there already`);
  const ours: KvCheck = { key: setKey, version };
  const writes = PARTS.flatMap((part) =>
    parts[part].map((value, n) => ({ set: announcedChunkKey(part, head.set, n), value }))
  );
  for (const batch of batches(writes)) {
    // Whoever was first sweeps the chunks of others away: they may not come after that.
    if (await kv.commit([ours], batch) === null) return false;
  }
  const { seq, build, built_at, at, set } = head;
  const entry: AnnouncedBuild = {
    ...{ seq, build, built_at, at, set, chunks: chunks.change },
    ...(comparedAt !== at && { compared_at: comparedAt }),
    counts: countChanges(changes),
  };
  const won = await kv.commit([ours, { key: ANNOUNCED_HEAD, version: base }], [
    { set: ANNOUNCED_HEAD, value: head },
    { set: announcedBuildKey(seq), value: entry },
  ]);
  return won !== null;
}

function* batches(writes: readonly KvWrite[]): Generator<KvWrite[]> {
  for (let at = 0; at < writes.length; at += CHUNKS_A_COMMIT) {
    yield writes.slice(at, at + CHUNKS_A_COMMIT);
  }
}

function itemRows(list: HashedList<AnnouncedItem>): HashedList<AnnouncedItem>[] {
  const rows = Math.max(1, Math.ceil(list.items.length / ITEMS_A_ROW));
  return Array.from({ length: rows }, (_, n) => ({
    ...list,
    items: list.items.slice(n * ITEMS_A_ROW, (n + 1) * ITEMS_A_ROW),
  }));
}

/**
 * Deletes the chunks of all sets but the head's, and those that follow this head and may still win;
 * and the changes of builds that are too old to be asked for.
 */
async function sweep(
  kv: Kv,
  head: AnnouncedHead,
  version: string | null,
  builds: readonly AnnouncedBuild[],
): Promise<void> {
  const old = builds.filter(({ seq }) => seq <= head.seq - KEPT_BUILDS);
  const kept = new Set(builds.filter((build) => !old.includes(build)).map(({ set }) => set));
  for (const { seq, set, chunks } of old) {
    await kv.commit([], [{ delete: announcedBuildKey(seq) }, ...deletes("change", set, chunks)]);
  }
  for await (const { key, value } of listAll<AnnouncedSet>(kv, ANNOUNCED_SETS)) {
    const set = String(key.at(-1));
    if (value === null || set === head.set || value.base === version) continue;
    const parts = PARTS.filter((part) => part !== "change" || !kept.has(set));
    const chunks = parts.flatMap((part) => deletes(part, set, value.chunks[part]));
    await kv.commit([], [{ delete: key }, ...chunks]);
  }
}

function deletes(part: Part, set: string, chunks: number): KvWrite[] {
  return Array.from({ length: chunks }, (_, n) => ({ delete: announcedChunkKey(part, set, n) }));
}

function eachPart(make: (part: Part) => number): ChunkCounts {
  return Object.fromEntries(PARTS.map((part) => [part, make(part)])) as ChunkCounts;
}
