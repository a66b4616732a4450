import type { KvKey } from "../../platform/kv.ts";

/** All chunks of the record, by the number of their first use. */
export const CHUNKS: KvKey = ["audit", "chunk"];

/** The sealed end of the record: {@linkcode StoredHead}. */
export const HEAD: KvKey = ["audit", "head"];

/** The sealed place up to which retention has dropped uses: {@linkcode StoredAnchor}. */
export const ANCHOR: KvKey = ["audit", "anchor"];

/** How far each sink has told the record, by the sink's name. */
export const CURSORS: KvKey = ["audit", "cursor"];

/** What a sink remembers of each token, by the sink's name and the token's id. */
export const KNOWN: KvKey = ["audit", "known"];

/** The value at {@linkcode HEAD}. */
export interface StoredHead {
  readonly seq: number;
  readonly link: string;
  readonly seal: string;
}

/** The value at {@linkcode ANCHOR}: `seq` and `link` of the last use that was dropped. */
export interface StoredAnchor {
  readonly seq: number;
  readonly link: string;
  /** When it was dropped, in epoch milliseconds. */
  readonly at: number;
  readonly seal: string;
}

/** The part of a sink's cursor that is sealed: the last use that was told. */
export interface ToldMark {
  /** Number of the last use that was told. */
  readonly told: number;
  /** The link of that use: the head as the last message gave it. */
  readonly head: string;
  /** Seal over sink, `told` and `head`; "" before anything was told. */
  readonly seal: string;
}

/** The key of the chunk whose first use has the number `first`. */
export function chunkKey(first: number): KvKey {
  return [...CHUNKS, first];
}
