import { Buffer } from "node:buffer";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { AnnouncedBuild } from "../../core/announced.ts";
import { EVENT_LIFE_MS } from "../../events/event.ts";
import {
  countChanges,
  indexLists,
  type ItemChange,
  type ItemList,
} from "../../model/content_items.ts";
import type { Clock } from "../../platform/clock.ts";
import {
  type Kv,
  type KvEntry,
  type KvKey,
  type KvWrite,
  listAll,
  setUntil,
} from "../../platform/kv.ts";
import type {
  AnnouncedItems,
  AnnouncedState,
  Announcement,
  AnnouncementTimes,
  DueChange,
} from "./announcement.ts";

/** What was announced last. Times in epoch ms. */
export interface AnnouncedHead extends Omit<AnnouncedBuild, "counts"> {
  /** When this store first saw content. */
  readonly since: number;
  /** Names the pieces that belong to it. */
  readonly set: string;
  /** How many pieces hold the lists of items, and the state. */
  readonly pieces: Readonly<Record<"item" | "state", number>>;
}

/** An announcement of the last 15 days; its changes are there as long as it is. */
export interface StoredBuild extends AnnouncedBuild {
  readonly set: string;
  /** How many pieces hold its changes. */
  readonly pieces: number;
  /** The announcement before it, where there is one. */
  readonly before?: Pick<AnnouncedHead, "build" | "at">;
}

/** A change, and the instant (epoch ms) from which it holds, if that is not the announcement's. */
export type StoredChange = ItemChange & Partial<DueChange>;

/** What is written in a commit with the entries of the log. */
export interface AnnouncementWrites {
  readonly checks: readonly { readonly key: KvKey; readonly version: string | null }[];
  readonly writes: readonly KvWrite[];
}

/** The build that was announced last. */
export const ANNOUNCED_HEAD: KvKey = ["changes", "head"];
const BUILDS: KvKey = ["changes", "build"];
const PIECES: KvKey = ["changes", "piece"];

/** A value of the store takes 64 KiB, a commit 800 KiB. */
const PIECE_BYTES = 60_000;
const PIECES_A_COMMIT = 10;

/** So many items are written and read in one go. */
const ITEMS_A_VALUE = 1_000;

/** A part of a value; those of a set are in the order of their keys. */
interface Piece {
  readonly bytes: Uint8Array;
  /** Whether a value ends with it. */
  readonly isLast: boolean;
}

const compress = promisify(gzip);
const expand = promisify(gunzip);

/** The announcements of a store. */
export type AnnounceStore = ReturnType<typeof createAnnounceStore>;

export function createAnnounceStore({ kv, clock }: { readonly kv: Kv; readonly clock: Clock }) {
  return { head, builds, state, items, changes, prepare, sweep };

  function head(): Promise<KvEntry<AnnouncedHead>> {
    return kv.get<AnnouncedHead>(ANNOUNCED_HEAD);
  }

  /** The announcements of the last 15 days, oldest first. */
  async function builds(): Promise<StoredBuild[]> {
    const found: StoredBuild[] = [];
    for await (const { value } of listAll<StoredBuild>(kv, BUILDS)) {
      if (value !== null && value.at + EVENT_LIFE_MS > clock.now()) found.push(value);
    }
    return found;
  }

  /** @throws {Error} as a rejection, if another announcement has taken its place */
  async function state(head: AnnouncedHead): Promise<AnnouncedState> {
    const [state] = await read<AnnouncedState>("state", head, head.pieces.state);
    return state!;
  }

  /** Does the same with all items. */
  async function items(head: AnnouncedHead): Promise<AnnouncedItems> {
    const lists = await read<ItemList>("item", head, head.pieces.item);
    return { lists: indexLists(lists), state: await state(head) };
  }

  /** What a build has changed, and what came out by the clock before it. */
  async function changes(build: StoredBuild): Promise<readonly StoredChange[]> {
    return (await read<StoredChange[]>("change", build, build.pieces)).flat();
  }

  /**
   * Writes the pieces of an announcement that follows the head of a version, under a name that was never
   * used; returns the commit by which it takes place, or does not.
   */
  async function prepare(
    { value: last, version }: KvEntry<AnnouncedHead>,
    { build, built_at, set }: Pick<AnnouncedHead, "build" | "built_at" | "set">,
    { at, since }: AnnouncementTimes,
    { lists, state, changes, cameOut }: Announcement,
  ): Promise<AnnouncementWrites> {
    const seq = (last?.seq ?? 0) + 1;
    const named = { seq, build, built_at, at, set };
    const plain = changes.map(({ before: _, ...change }): StoredChange => change);
    const pieces = {
      item: await write("item", named, [...lists.values()].flatMap(cutList)),
      state: await write("state", named, [state]),
    };
    const stored: StoredBuild = {
      ...named,
      counts: countChanges(changes),
      pieces: await write("change", named, [[...cameOut, ...plain]]),
      ...(last && { before: { build: last.build, at: last.at } }),
    };
    const head: AnnouncedHead = { ...named, since, pieces };
    return {
      checks: [{ key: ANNOUNCED_HEAD, version }],
      writes: [
        { set: ANNOUNCED_HEAD, value: head },
        setUntil([...BUILDS, seq], stored, at + EVENT_LIFE_MS, clock.now()),
      ],
    };
  }

  /** Deletes the items and states of all but the last announcement; one that follows it may be under way. */
  async function sweep(): Promise<void> {
    const { value: last } = await head();
    for await (const { key } of listAll<Piece>(kv, PIECES, { limit: 50 })) {
      const [, , part, seq, set] = key;
      if (part === "change" || last === null || Number(seq) > last.seq || set === last.set) {
        continue;
      }
      await kv.commit([], [{ delete: key }]);
    }
  }

  /** Writes values, each as JSON that is compressed; returns how many pieces they take. */
  async function write(
    part: "item" | "state" | "change",
    { seq, set, at }: Pick<AnnouncedHead, "seq" | "set" | "at">,
    values: readonly unknown[],
  ): Promise<number> {
    const pieces: Piece[] = [];
    for (const value of values) {
      const bytes = await compress(JSON.stringify(value));
      for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
        const end = start + PIECE_BYTES;
        pieces.push({ bytes: bytes.slice(start, end), isLast: end >= bytes.length });
      }
    }
    const writes = pieces.map((value, n): KvWrite => {
      const key = [...PIECES, part, seq, set, n];
      return part === "change"
        ? setUntil(key, value, at + EVENT_LIFE_MS, clock.now())
        : { set: key, value };
    });
    for (let start = 0; start < writes.length; start += PIECES_A_COMMIT) {
      await kv.commit([], writes.slice(start, start + PIECES_A_COMMIT));
    }
    return pieces.length;
  }

  /** Reads so many pieces, some at a time. */
  async function read<T>(
    part: "item" | "state" | "change",
    { seq, set }: Pick<AnnouncedHead, "seq" | "set">,
    count: number,
  ): Promise<T[]> {
    const values: T[] = [];
    let parts: Uint8Array[] = [];
    let found = 0;
    const prefix = [...PIECES, part, seq, set];
    for await (const { value } of listAll<Piece>(kv, prefix, { limit: PIECES_A_COMMIT })) {
      if (value === null) continue;
      found++;
      parts.push(value.bytes);
      if (!value.isLast) continue;
      values.push(JSON.parse((await expand(Buffer.concat(parts))).toString()));
      parts = [];
      await setImmediate();
    }
    if (found !== count) throw new Error("another announcement has taken its place");
    return values;
  }
}

/** Lists of some items each; of a list without items, that one. */
function cutList(list: ItemList): ItemList[] {
  const count = Math.max(1, Math.ceil(list.items.length / ITEMS_A_VALUE));
  return Array.from({ length: count }, (_, n) => ({
    ...list,
    items: list.items.slice(n * ITEMS_A_VALUE, (n + 1) * ITEMS_A_VALUE),
  }));
}
