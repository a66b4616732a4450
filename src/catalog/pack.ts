import { PACK_FORMAT, PACK_MAGIC, PAGE_SPACE, pageAddress, type Span } from "../model/pack.ts";
import type { PackIndex } from "../model/pack_index.ts";
import { hashPage, packName } from "../model/pack_hash.ts";
import { placesIn, withAddress } from "./pictures.ts";

/** A compiled pack in memory. */
export type Pack = ReturnType<typeof packOfParts>;

interface OpenedPage {
  readonly bytes: Uint8Array;
  readonly length: number;
  readonly hash: string;
  /** The places of the paths of pictures in it; undefined: there are none. */
  readonly pictures: Uint32Array | undefined;
}

/** What packs have in common that follow each other: pages, and the lists that were parsed of them. */
interface PackParts {
  readonly index: PackIndex;
  /** By their numbers. */
  readonly pages: ReadonlyMap<number, OpenedPage>;
  /** By their addresses. */
  readonly lists: Map<number, readonly unknown[]>;
  /** Numbers of the pages that were not checked against their hashes so far. */
  readonly unverified: Set<number>;
  /** The address in place of `base_url`. */
  readonly ownAddress: OwnAddress | undefined;
}

/** The address that replaces `base_url`, if one does. */
type OwnAddress = () => string | undefined;

/** When the pages of a pack are checked against their hashes, which is most of the work of opening it. */
export interface OpenPackOptions {
  /** `now`, before it is used; `lazy`: each when it is first read, or by {@linkcode verifyPages}. */
  readonly verify?: "now" | "lazy";
  /** The address of this service where it is not `base_url`; known before the first answer. */
  readonly ownAddress?: OwnAddress | undefined;
}

/**
 * Opens a pack from its bytes.
 *
 * @throws {SyntaxError} if they are not a whole pack of this version
 */
export function openPack(
  file: Uint8Array,
  { verify = "now", ownAddress }: OpenPackOptions = {},
): Pack {
  const indexEnd = HEAD_BYTES + lengthOfIndex(file.subarray(0, HEAD_BYTES));
  if (indexEnd > file.length) throw unreadable("it is cut off");
  const index = readIndex(file.subarray(HEAD_BYTES, indexEnd));
  let at = indexEnd;
  const pages = new Map<number, OpenedPage>();
  for (const [number, length, hash, pictures = 0] of index.pages) {
    const bytes = file.subarray(at, at += length);
    if (bytes.length < length) throw unreadable("it is cut off");
    pages.set(number, { bytes, length, hash, pictures: placesIn(bytes, pictures) });
  }
  const unverified = new Set(pages.keys());
  const parts: PackParts = { index, pages, lists: new Map(), unverified, ownAddress };
  if (verify === "now") { for (const number of parts.unverified) verifyPage(parts, number); }
  return packOfParts(parts);
}

/**
 * Checks the pages of a pack that were not read so far; `pause` resolves when others have worked.
 *
 * @throws {SyntaxError} or rejects with it, if a page is damaged
 */
export async function verifyPages(pack: Pack, pause: () => Promise<void>): Promise<void> {
  const parts = pack.parts;
  for (const number of parts.unverified) {
    await pause();
    verifyPage(parts, number);
  }
}

function verifyPage({ pages, unverified }: PackParts, number: number): void {
  assertPage(pages.get(number)!);
  unverified.delete(number);
}

const HEAD_BYTES = 12;

function lengthOfIndex(head: Uint8Array): number {
  const isPack = head.length === HEAD_BYTES &&
    new TextDecoder().decode(head.subarray(0, 8)) === PACK_MAGIC;
  if (!isPack) throw unreadable("it is no pack");
  return new DataView(head.buffer, head.byteOffset).getUint32(8, true);
}

/** The name of an index is made of it, and it has the hashes of all pages: damage is found. */
function readIndex(bytes: Uint8Array): PackIndex {
  const named = JSON.parse(new TextDecoder().decode(bytes)) as PackIndex;
  if (named?.format !== PACK_FORMAT) throw unreadable("another version of the program wrote it");
  const { format: _, build, ...index } = named;
  if (packName(index) !== build) throw unreadable("it is damaged");
  return named;
}

function assertPage({ bytes, length, hash }: OpenedPage): void {
  if (bytes.length < length) throw unreadable("it is cut off");
  if (hashPage(bytes) !== hash) throw unreadable("it is damaged");
}

function numberOf(address: number): number {
  return Math.floor(address / PAGE_SPACE);
}

function packOfParts(parts: PackParts) {
  const { index, pages, lists, unverified, ownAddress } = parts;
  const decoder = new TextDecoder();
  const before = { text: "", bytes: new Uint8Array() };

  /** The bytes of a span as answers have them, with the address before each picture; not copied if there is none. */
  function bytes([address, length]: Span): Uint8Array {
    const number = numberOf(address);
    const page = pageOf(number);
    const start = address - pageAddress(number);
    return page.pictures === undefined
      ? page.bytes.subarray(start, start + length)
      : withAddress(page.bytes, page.pictures, start, start + length, addressBytes);
  }

  function pageOf(number: number): OpenedPage {
    if (unverified.has(number)) verifyPage(parts, number);
    return pages.get(number)!;
  }

  /** The address under which callers find this service. */
  function address(): string {
    return (ownAddress?.() ?? index.site.base_url).replace(/\/+$/, "");
  }

  function addressBytes(): Uint8Array {
    const text = address();
    if (text !== before.text) {
      Object.assign(before, { text, bytes: new TextEncoder().encode(text) });
    }
    return before.bytes;
  }

  /** Parses the JSON in a span, which names pictures by their paths. */
  function json<T>([address, length]: Span): T {
    const number = numberOf(address);
    const start = address - pageAddress(number);
    return JSON.parse(decoder.decode(pageOf(number).bytes.subarray(start, start + length)));
  }

  /** A list that is JSON in pieces; each piece is parsed once. */
  function list<T>(pieces: readonly Span[]): T[] {
    return pieces.flatMap((piece) => listOf<T>(piece));
  }

  function listOf<T>(piece: Span): readonly T[] {
    const known = lists.get(piece[0]) ?? json<T[]>(piece);
    lists.set(piece[0], known);
    return known as readonly T[];
  }

  return { index, bytes, json, list, address, /** What a pack that follows takes over. */ parts };
}

function unreadable(why: string): SyntaxError {
  return new SyntaxError(`Cannot read the pack: ${why}; run the build again`);
}

/** Reads so many bytes of a file from a place on; fewer if it ends before. Others work meanwhile. */
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
  /** As {@linkcode OpenPackOptions} has it. */
  readonly ownAddress?: OwnAddress | undefined;
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
 * @throws {SyntaxError} if the bytes are not a whole pack of this version
 */
export async function openPackInSlices(
  { read, pause, known, isPartial = false, ownAddress }: SliceDeps,
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
  for (const [number, length, hash, pictures = 0] of index.pages) {
    let page = parts.pages.get(hash);
    if (parts.unverified.has(hash)) unverified.add(number);
    if (page === undefined) {
      const bytes = await read(at, length);
      page = { bytes, length, hash, pictures: placesIn(bytes, pictures) };
      assertPage(page);
    }
    pages.set(number, page);
    at += length;
  }
  const pack = packOfParts({ index, pages, lists: parts.lists, unverified, ownAddress });
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
 * that are not checked are taken over only if they `mayBeUnverified`: they are checked when they are read.
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
