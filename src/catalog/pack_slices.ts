import type { PackIndex, Span } from "../model/pack.ts";
import {
  assertPage,
  HEAD_BYTES,
  lengthOfIndex,
  numberOf,
  type OpenedPage,
  type Pack,
  packOfParts,
  readIndex,
  unreadable,
} from "./pack.ts";

/** Reads so many bytes of a file from a place on; fewer where it ends before. Others work meanwhile. */
type ReadBytes = (at: number, length: number) => Promise<Uint8Array>;

/** How packs are opened while requests are served. */
export interface SliceDeps {
  readonly read: ReadBytes;
  /** Resolves when others have worked; a timer takes 1 ms and more. */
  readonly pause: () => Promise<void>;
  /** The pack that is served: what it has in common with the new one is not read again. */
  readonly known?: Pack | undefined;
  /** Whether the file has holes in the place of pages that the pack before has, checked or not. */
  readonly isPartial?: boolean;
}

/** So many bytes are parsed in one go. */
const SLICE = 100 * 1024;

/** The lists of a pack that are parsed ahead, by names that they have in each pack. */
type ListsOf = (index: PackIndex) => ReadonlyMap<string, readonly Span[]>;

/**
 * Opens a pack as {@linkcode openPack} does, a little at a time: one page is read and hashed in one go, or
 * some ten pieces of lists are parsed. `listsOf` gives the lists that are parsed ahead; those that nobody has
 * asked the pack before for are parsed when they are asked for.
 *
 * @throws {SyntaxError} where the bytes are not a whole pack of this version
 */
export async function openPackInSlices(
  { read, pause, known, isPartial = false }: SliceDeps,
  listsOf: ListsOf,
): Promise<Pack> {
  const indexLength = lengthOfIndex(await read(0, HEAD_BYTES));
  const indexBytes = await read(HEAD_BYTES, indexLength);
  if (indexBytes.length < indexLength) throw unreadable("it is cut off");
  const index = readIndex(indexBytes);
  const parts = commonParts(index, known, isPartial);
  const pages = new Map<number, OpenedPage>();
  const unverified = new Set<number>();
  let at = HEAD_BYTES + indexLength;
  for (const [number, length, hash] of index.pages) {
    let page = parts.pages.get(hash);
    if (parts.unverified.has(hash)) unverified.add(number);
    if (page === undefined) {
      page = { bytes: await read(at, length), length, hash };
      assertPage(page);
    }
    pages.set(number, page);
    at += length;
  }
  const pack = packOfParts({ index, pages, lists: parts.lists, unverified });
  let parsed = 0;
  for (const piece of listsToParse(index, known, listsOf)) {
    if (parts.lists.has(piece[0])) continue;
    parsed += piece[1];
    if (parsed > SLICE) {
      await pause();
      parsed = piece[1];
    }
    pack.list([piece]);
  }
  return pack;
}

/** All lists; or those of which something is parsed in the pack before. */
function listsToParse(index: PackIndex, known: Pack | undefined, listsOf: ListsOf): Span[] {
  const before = known?.parts;
  const listsBefore = before && listsOf(before.index);
  const isParsed = (name: string) =>
    before === undefined || listsBefore!.get(name)?.some(([address]) => before.lists.has(address));
  return [...listsOf(index)].flatMap(([name, pieces]) => isParsed(name) ? pieces : []);
}

/**
 * The pages of the pack before by their hashes, and what was parsed of those that keep their place. Pages
 * that are not checked are taken over only where they `mayBeUnverified`: they are checked when they are read.
 */
function commonParts({ pages }: PackIndex, known: Pack | undefined, mayBeUnverified: boolean) {
  const before = known?.parts;
  const byHash = new Map<string, OpenedPage>();
  const unverified = new Set<string>();
  const lists = new Map<number, readonly unknown[]>();
  if (before === undefined) return { pages: byHash, unverified, lists };
  for (const [number, page] of before.pages) {
    const isVerified = !before.unverified.has(number);
    if (!isVerified && mayBeUnverified) unverified.add(page.hash);
    if (isVerified || mayBeUnverified) byHash.set(page.hash, page);
  }
  const hashes = new Map(pages.map(([number, , hash]) => [number, hash]));
  for (const [address, list] of before.lists) {
    const number = numberOf(address);
    if (before.pages.get(number)!.hash === hashes.get(number)) lists.set(address, list);
  }
  return { pages: byHash, unverified, lists };
}
