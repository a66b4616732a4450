import { CHANGES_FILE } from "../../src/model/pack.ts";
import type { PackIndex } from "../../src/model/pack_index.ts";
import { writeWhole } from "./write_file.ts";

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
