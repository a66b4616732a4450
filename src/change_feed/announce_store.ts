import { countChanges, indexLists, type ItemChange } from "../changes/compare_items.ts";
import type { HashedList } from "../changes/hashed_items.ts";
import { type Kv, type KvCheck, type KvWrite, listAll } from "../platform/kv.ts";
import {
  ANNOUNCED_BUILDS,
  ANNOUNCED_HEAD,
  ANNOUNCED_SETS,
  announcedBuildKey,
  announcedChunkKey,
  announcedSetKey,
} from "../platform/store_keys.ts";
import { cutRows, readRows } from "../shared_state/chunks.ts";
import {
  type AnnouncedItem,
  type AnnouncedState,
  type Announcement,
  type DueChange,
  dueChanges,
  type GoneItem,
  type ModifiedRow,
  modifiedRows,
} from "./announcement.ts";

/** What was announced last. Times in epoch ms. */
export interface AnnouncedHead {
  readonly build: string;
  /** When it was built; 0 if that is unknown. */
  readonly built_at: number;
  /** Counts the announcements of this store. */
  readonly seq: number;
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
  /** When it was compared with the build before, if that is not {@linkcode AnnouncedBuild.at}. */
  readonly compared_at?: number;
  readonly set: string;
  /** How many chunks hold its changes, and what comes out by the clock after it. */
  readonly chunks: number;
  readonly counts: Readonly<Record<ItemChange["change"], number>>;
}

const KEPT_BUILDS = 30;
/** A commit takes 800 KiB. */
const CHUNKS_A_COMMIT = 10;
/** Items of a row of the store: at 60,000 bytes a chunk, an item may take 1,500. */
const ITEMS_A_ROW = 40;

/** What changed with a build, and what was to come out by the clock from then on. */
export interface BuildChanges {
  readonly changes: readonly ItemChange[];
  readonly due: readonly DueChange[];
}

/** The announcements of a store. */
export type AnnounceStore = ReturnType<typeof createAnnounceStore>;

export function createAnnounceStore(kv: Kv) {
  return {
    head,
    builds,
    changesOf,
    /** What changed against the build before; nothing if that is gone. */
    changes: async (build: AnnouncedBuild): Promise<readonly ItemChange[]> =>
      (await changesOf(build))?.changes ?? [],
    /** What calendars need; undefined if another announcement has taken its place. */
    async state({ set, since }: AnnouncedHead): Promise<AnnouncedState | undefined> {
      const counts = await countsOf(set);
      if (counts === undefined) return undefined;
      const modified = await readPart<ModifiedRow>(set, "modified", counts.modified);
      const gone = await readPart<GoneItem>(set, "gone", counts.gone);
      return modified && gone && { set, since, modified, gone };
    },
    /** All items and tombstones; undefined if another announcement has taken its place. */
    async items({ set }: AnnouncedHead) {
      const counts = await countsOf(set);
      if (counts === undefined) return undefined;
      const rows = await readPart<HashedList<AnnouncedItem>>(set, "item", counts.item);
      const gone = await readPart<GoneItem>(set, "gone", counts.gone);
      return rows && gone && { lists: indexLists(rows), gone };
    },
    write,
    sweep,
  };

  function head() {
    return kv.get<AnnouncedHead>(ANNOUNCED_HEAD);
  }

  /** The last announcements, oldest first. */
  async function builds(): Promise<AnnouncedBuild[]> {
    return (await kv.list<AnnouncedBuild>(ANNOUNCED_BUILDS)).map(({ value }) => value!);
  }

  /** What changed with a build, and by the clock after it; undefined if that is gone. */
  async function changesOf({ set, chunks }: AnnouncedBuild): Promise<BuildChanges | undefined> {
    const rows = await readPart<ItemChange | DueChange>(set, "change", chunks);
    if (rows === undefined) return undefined;
    const isDue = (row: ItemChange | DueChange): row is DueChange => "at" in row;
    return { changes: rows.filter((row) => !isDue(row)), due: rows.filter(isDue) };
  }

  async function countsOf(set: string): Promise<ChunkCounts | undefined> {
    return (await kv.get<AnnouncedSet>(announcedSetKey(set))).value?.chunks;
  }

  /** The rows of a part; undefined if a chunk is gone. Each chunk is read in a turn of its own. */
  async function readPart<Row>(
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

  /**
   * Writes an announcement that follows the head of the version `base`, chunks first; false if another
   * process was first. Its `set` must never have been used.
   */
  async function write(
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
    const counts = PARTS.map((part) => [part, parts[part].length]);
    const chunks: ChunkCounts = Object.fromEntries(counts);
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
      // The process that was first sweeps the chunks of others away: they may not come after that.
      if (await kv.commit([ours], batch) === null) return false;
    }
    const { seq, build, built_at, at, set } = head;
    const entry: AnnouncedBuild = {
      seq,
      build,
      built_at,
      at,
      set,
      chunks: chunks.change,
      ...(comparedAt !== at && { compared_at: comparedAt }),
      counts: countChanges(changes),
    };
    const won = await kv.commit([ours, { key: ANNOUNCED_HEAD, version: base }], [
      { set: ANNOUNCED_HEAD, value: head },
      { set: announcedBuildKey(seq), value: entry },
    ]);
    return won !== null;
  }

  /**
   * Deletes what announcements that were overtaken have left: the chunks of all sets but the head's, and
   * those that follow this head and may still win; and the changes of builds that are too old.
   */
  async function sweep(): Promise<void> {
    const { value: last, version } = await head();
    if (last === null) return;
    const isOld = ({ seq }: AnnouncedBuild) => seq <= last.seq - KEPT_BUILDS;
    const all = await builds();
    const keptSets = new Set(all.filter((build) => !isOld(build)).map(({ set }) => set));
    for (const { seq, set, chunks } of all.filter(isOld)) {
      await kv.commit([], [{ delete: announcedBuildKey(seq) }, ...deletes("change", set, chunks)]);
    }
    for await (const { key, value } of listAll<AnnouncedSet>(kv, ANNOUNCED_SETS)) {
      const set = String(key.at(-1));
      if (value === null || set === last.set || value.base === version) continue;
      const parts = PARTS.filter((part) => part !== "change" || !keptSets.has(set));
      const chunks = parts.flatMap((part) => deletes(part, set, value.chunks[part]));
      await kv.commit([], [{ delete: key }, ...chunks]);
    }
  }
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

function deletes(part: Part, set: string, chunks: number): KvWrite[] {
  return Array.from({ length: chunks }, (_, n) => ({ delete: announcedChunkKey(part, set, n) }));
}
