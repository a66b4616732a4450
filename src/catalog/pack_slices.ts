import type { PackIndex, Span } from "../model/pack.ts";
import {
  assertPage,
  HEAD_BYTES,
  lengthOfIndex,
  numberOf,
  type Pack,
  packOfParts,
  partsOf,
  readIndex,
  unreadable,
} from "./pack.ts";

/** Reads so many bytes of a file from a place on; fewer where it ends before. */
export type ReadBytes = (at: number, length: number) => Promise<Uint8Array>;

/** How packs are opened while requests are served. */
export interface SliceDeps {
  readonly read: ReadBytes;
  /** Resolves when others have worked. */
  readonly pause: () => Promise<void>;
  /** The pack that is served: what it has in common with the new one is not read again. */
  readonly known?: Pack | undefined;
}

/** What is done in one go: bytes that are hashed, or parsed, which takes as long for a tenth of them. */
const SLICE = 1024 * 1024;
const PARSING_WEIGHT = 10;

/**
 * Opens a pack as {@linkcode openPack} does, a little at a time: no more than 2 ms of work in one go,
 * but for a page that is larger. `lists` gives the lists that are parsed ahead.
 *
 * @throws {SyntaxError} where the bytes are not a whole pack of this version
 */
export async function openPackInSlices(
  { read, pause, known }: SliceDeps,
  lists: (index: PackIndex) => readonly Span[],
): Promise<Pack> {
  const indexLength = lengthOfIndex(await read(0, HEAD_BYTES));
  const indexBytes = await read(HEAD_BYTES, indexLength);
  if (indexBytes.length < indexLength) throw unreadable("it is cut off");
  const index = readIndex(indexBytes);
  let done = 0;
  const work = async (weight: number) => {
    if (done + weight > SLICE) await pause();
    done = done + weight > SLICE ? weight : done + weight;
  };
  const parts = commonParts(index, known);
  const pages: Uint8Array[] = [];
  let at = HEAD_BYTES + indexLength;
  for (const [number, [length, hash]] of index.pages.entries()) {
    let page = parts.pages.get(hash);
    if (page === undefined) {
      page = await read(at, length);
      await work(length);
      assertPage(page, length, hash);
    }
    pages[number] = page;
    at += length;
  }
  const pack = packOfParts({ index, pages, lists: parts.lists, unproven: new Set() });
  for (const piece of lists(index)) {
    if (parts.lists.has(piece[0])) continue;
    await work(PARSING_WEIGHT * piece[1]);
    pack.list([piece]);
  }
  return pack;
}

/** The pages of the pack before by their hashes, and what was parsed of those that keep their place. */
function commonParts({ pages }: PackIndex, known: Pack | undefined) {
  const before = known && partsOf.get(known);
  const byHash = new Map<string, Uint8Array>();
  const lists = new Map<number, readonly unknown[]>();
  if (before === undefined) return { pages: byHash, lists };
  before.index.pages.forEach(([, hash], number) => {
    if (!before.unproven.has(number)) byHash.set(hash, before.pages[number]!);
  });
  for (const [address, list] of before.lists) {
    const number = numberOf(address);
    if (before.index.pages[number]![1] === pages[number]?.[1]) lists.set(address, list);
  }
  return { pages: byHash, lists };
}
