import { Buffer } from "node:buffer";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { indexLists, type ItemList } from "../../model/content_items.ts";
import { getAll, type Kv, type KvKey, type KvWrite, listAll } from "../../platform/kv.ts";
import type { AnnouncedItems, AnnouncedState } from "./announcement.ts";

/** The build that was announced last. Times in epoch ms. */
export interface AnnouncedHead {
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
}

/** All items, and what else the next announcement starts from: each compressed, in pieces. */
type Part = "item" | "state";

export const ANNOUNCED_HEAD: KvKey = ["changes", "head"];
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

export function createAnnounceStore(kv: Kv) {
  const state = (head: AnnouncedHead) => read<AnnouncedState>("state", head);
  return {
    head: () => kv.get<AnnouncedHead>(ANNOUNCED_HEAD),
    state,
    items: async (head: AnnouncedHead): Promise<AnnouncedItems> => ({
      lists: indexLists(await read<ItemList[]>("item", head)),
      state: await state(head),
    }),
    /** Writes the pieces of an announcement, whose `set` was never used; returns the write that makes it the last. */
    async prepare(
      head: Omit<AnnouncedHead, "pieces">,
      { lists, state }: AnnouncedItems,
    ): Promise<KvWrite> {
      const pieces = {
        item: await write("item", head, [...lists.values()]),
        state: await write("state", head, state),
      };
      return { set: ANNOUNCED_HEAD, value: { ...head, pieces } satisfies AnnouncedHead };
    },
    /** Deletes what is not the head's; what is to follow it may be under way. */
    async sweep(): Promise<void> {
      const { value: head } = await kv.get<AnnouncedHead>(ANNOUNCED_HEAD);
      for await (const { key } of listAll<Piece>(kv, PIECES, { limit: 50 })) {
        const [, , , seq, set] = key;
        if (Number(seq) <= head!.seq && set !== head!.set) await kv.commit([], [{ delete: key }]);
      }
    },
  };

  function pieceKey(
    part: Part,
    { seq, set }: Pick<AnnouncedHead, "seq" | "set">,
    n: number,
  ): KvKey {
    return [...PIECES, part, seq, set, n];
  }

  /** Returns how many pieces it takes. */
  async function write(part: Part, head: Omit<AnnouncedHead, "pieces">, value: object) {
    const bytes = await compress(JSON.stringify(value));
    const count = Math.ceil(bytes.length / PIECE_BYTES);
    for (let n = 0; n < count; n++) {
      const piece: Piece = { bytes: bytes.slice(n * PIECE_BYTES, (n + 1) * PIECE_BYTES) };
      await kv.commit([], [{ set: pieceKey(part, head, n), value: piece }]);
    }
    return count;
  }

  async function read<T>(part: Part, head: AnnouncedHead): Promise<T> {
    const keys = Array.from({ length: head.pieces[part] }, (_, n) => pieceKey(part, head, n));
    const pieces = (await getAll<Piece>(kv, keys)).flatMap(({ value }) => value?.bytes ?? []);
    if (pieces.length < keys.length) throw new Error("another announcement has taken its place");
    return JSON.parse((await expand(Buffer.concat(pieces))).toString());
  }
}
