import { Buffer } from "node:buffer";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { EVENT_LIFE_MS } from "../../events/event.ts";
import { indexLists, type ItemList } from "../../model/content_items.ts";
import type { Clock } from "../../platform/clock.ts";
import { getAll, type Kv, type KvKey, type KvWrite, listAll, setUntil } from "../../platform/kv.ts";
import type { AnnouncedItems, AnnouncedState, Announcement, StoredChange } from "./announcement.ts";

/** An announcement; the last one is the head. Times in epoch ms. */
export interface StoredBuild {
  /** Counts the announcements of this store. */
  readonly seq: number;
  readonly build: string;
  /** When it was built; 0 if that is unknown. */
  readonly built_at: number;
  readonly at: number;
  /** When this store first saw content. */
  readonly since: number;
  /** Names the pieces that belong to it. */
  readonly set: string;
  readonly pieces: Readonly<Record<Part, number>>;
  /** The announcement before it, where there is one. */
  readonly before?: Pick<StoredBuild, "build" | "at">;
}

/** All items, what else the next announcement starts from, and what changed: each compressed, in pieces. */
type Part = "item" | "state" | "change";

/** The build that was announced last. */
export const ANNOUNCED_HEAD: KvKey = ["changes", "head"];
const BUILDS: KvKey = ["changes", "build"];
const PIECES: KvKey = ["changes", "piece"];

/** A value of the store takes 64 KiB. */
const PIECE_BYTES = 60_000;

interface Piece {
  readonly bytes: Uint8Array;
}

const compress = promisify(gzip);
const expand = promisify(gunzip);

/** The announcements of a store. What is read rejects once another has taken its place. */
export type AnnounceStore = ReturnType<typeof createAnnounceStore>;

export function createAnnounceStore({ kv, clock }: { readonly kv: Kv; readonly clock: Clock }) {
  const state = (build: StoredBuild) => read<AnnouncedState>("state", build);
  return {
    head: () => kv.get<StoredBuild>(ANNOUNCED_HEAD),
    state,
    items: async (build: StoredBuild): Promise<AnnouncedItems> => ({
      lists: indexLists(await read<ItemList[]>("item", build)),
      state: await state(build),
    }),
    changes: (build: StoredBuild) => read<readonly StoredChange[]>("change", build),

    /** The announcements of the last 15 days, oldest first. */
    async builds(): Promise<StoredBuild[]> {
      const found = await Array.fromAsync(listAll<StoredBuild>(kv, BUILDS));
      return found.flatMap(({ value }) =>
        value !== null && value.at + EVENT_LIFE_MS > clock.now() ? [value] : []
      );
    },

    /**
     * Writes the pieces of an announcement, whose `set` was never used; returns the writes by which it becomes
     * the last one.
     */
    async prepare(
      build: Omit<StoredBuild, "pieces">,
      { lists, state, changes, cameOut }: Announcement,
    ): Promise<KvWrite[]> {
      const plain = changes.map(({ before: _, ...change }): StoredChange => change);
      const pieces = {
        item: await write("item", build, [...lists.values()]),
        state: await write("state", build, state),
        change: await write("change", build, [...cameOut, ...plain]),
      };
      const stored: StoredBuild = { ...build, pieces };
      return [
        { set: ANNOUNCED_HEAD, value: stored },
        setUntil([...BUILDS, build.seq], stored, build.at + EVENT_LIFE_MS, clock.now()),
      ];
    },

    /** Deletes items and states that are not the head's; those that are to follow it may be under way. */
    async sweep(): Promise<void> {
      const { value: head } = await kv.get<StoredBuild>(ANNOUNCED_HEAD);
      for await (const { key } of listAll<Piece>(kv, PIECES, { limit: 50 })) {
        const [, , part, seq, set] = key;
        const isKept = part === "change" || Number(seq) > head!.seq || set === head!.set;
        if (!isKept) await kv.commit([], [{ delete: key }]);
      }
    },
  };

  function pieceKey(part: Part, { seq, set }: Pick<StoredBuild, "seq" | "set">, n: number): KvKey {
    return [...PIECES, part, seq, set, n];
  }

  /** Returns how many pieces it takes. */
  async function write(part: Part, build: Omit<StoredBuild, "pieces">, value: object) {
    const bytes = await compress(JSON.stringify(value));
    const count = Math.ceil(bytes.length / PIECE_BYTES);
    for (let n = 0; n < count; n++) {
      const key = pieceKey(part, build, n);
      const piece: Piece = { bytes: bytes.slice(n * PIECE_BYTES, (n + 1) * PIECE_BYTES) };
      const passing = setUntil(key, piece, build.at + EVENT_LIFE_MS, clock.now());
      await kv.commit([], [part === "change" ? passing : { set: key, value: piece }]);
    }
    return count;
  }

  async function read<T>(part: Part, build: StoredBuild): Promise<T> {
    const keys = Array.from({ length: build.pieces[part] }, (_, n) => pieceKey(part, build, n));
    const pieces = (await getAll<Piece>(kv, keys)).flatMap(({ value }) => value?.bytes ?? []);
    if (pieces.length < keys.length) throw new Error("another announcement has taken its place");
    return JSON.parse((await expand(Buffer.concat(pieces))).toString());
  }
}
