/**
 * This room writes the compiled content to the pack's files.
 *
 * @module
 */

import { CHANGES_FILE, PACK_FORMAT, PACK_MAGIC } from "../../src/model/pack.ts";
import type { PackIndex, Unnamed } from "../../src/model/pack_index.ts";
import { packName } from "../../src/model/pack_hash.ts";
import type { PackPage } from "./blob.ts";
import { writeWhole } from "./write_file.ts";

/** Puts index and pages together to the bytes of a pack; equal content gives equal bytes. */
export function packBytes(
  index: Omit<Unnamed, "pages">,
  pages: ReadonlyMap<number, PackPage>,
): { index: PackIndex; chunks: Uint8Array[] } {
  const encoder = new TextEncoder();
  const { site, plans, pictures, groups } = index;
  const entries = [...pages].map(([number, { length, hash, pictures }]) =>
    pictures === 0 ? [number, length, hash] as const : [number, length, hash, pictures] as const
  );
  const unnamed: Unnamed = {
    site,
    plans,
    ...(pictures !== undefined && { pictures }),
    pages: entries,
    groups,
  };
  const named: PackIndex = { format: PACK_FORMAT, build: packName(unnamed), ...unnamed };
  const indexBytes = padded(encoder.encode(JSON.stringify(named)));
  const head = new Uint8Array(12);
  head.set(encoder.encode(PACK_MAGIC));
  new DataView(head.buffer).setUint32(8, indexBytes.length, true);
  return { index: named, chunks: [head, indexBytes, ...pages.values().map(({ bytes }) => bytes)] };
}

/** Spaces behind the index let the pages begin at a multiple of 8, as numbers of 8 bytes need it. */
function padded(index: Uint8Array): Uint8Array {
  const length = Math.ceil((12 + index.length) / 8) * 8 - 12;
  const bytes = new Uint8Array(length).fill(" ".charCodeAt(0));
  bytes.set(index);
  return bytes;
}

/** A pack as it is written: head, index, and then a chunk for each page. */
interface WrittenPack {
  readonly index: Pick<PackIndex, "pages">;
  readonly chunks: readonly Uint8Array[];
}

/** The chunks before the pages. */
const FIRST_CHUNKS = 2;

/**
 * Hands over the part of a pack that the one written `before` lacks, if that is the smaller part. A server
 * of the earlier pack then has the new one long before it is written whole. Returns whether it was.
 */
export function writeChanges(
  folder: string,
  { index, chunks }: WrittenPack,
  before: PackIndex["pages"],
): boolean {
  const known = new Set(before.map(([, , hash]) => hash));
  const isNew = chunks.map((_, place) =>
    place < FIRST_CHUNKS || !known.has(index.pages[place - FIRST_CHUNKS]![2])
  );
  const sizeOf = (some: readonly Uint8Array[]) => some.reduce((sum, { length }) => sum + length, 0);
  if (2 * sizeOf(chunks.filter((_, place) => isNew[place])) > sizeOf(chunks)) return false;
  // Some file systems write a file to the disk at once that takes the place of another.
  removeChanges(folder);
  const parts = chunks.map((chunk, place) => isNew[place] ? chunk : chunk.length);
  writeWhole(`${folder}/${CHANGES_FILE}`, parts, false);
  return true;
}

/** Removes what an earlier build has handed over. */
export function removeChanges(folder: string): void {
  try {
    Deno.removeSync(`${folder}/${CHANGES_FILE}`);
  } catch {
    // There is none, or it cannot be removed: no server reads its earlier content.
  }
}
