import {
  PACK_FORMAT,
  PACK_MAGIC,
  PAGE_SPACE,
  pageAddress,
  type PageEntry,
  type Span,
} from "../model/pack.ts";
import type { PackIndex } from "../model/pack_index.ts";
import { hashPage, packName } from "../model/pack_hash.ts";
import { placesIn, withAddress } from "./pictures.ts";

/** A compiled pack in memory. */
export type Pack = ReturnType<typeof packOfParts>;

/** A page that was read, and is what its hash says. */
interface OpenedPage {
  readonly bytes: Uint8Array;
  /** The places of the paths of pictures in it; undefined: there are none. */
  readonly pictures: Uint32Array | undefined;
}

/** What packs have in common that follow each other: pages, and the lists that were parsed of them. */
interface PackParts {
  readonly index: PackIndex;
  /** By their numbers. */
  readonly pages: Map<number, OpenedPage>;
  /** The pages that were not read so far, by their numbers. */
  readonly unread: Map<number, () => OpenedPage>;
  /** By their addresses. */
  readonly lists: Map<number, readonly unknown[]>;
  /** The address in place of `base_url`. */
  readonly ownAddress: OwnAddress | undefined;
}

/** The address that replaces `base_url`, if one does. */
type OwnAddress = () => string | undefined;

/** A file of which parts are read. */
export interface PackFile {
  /** In bytes. */
  readonly size: number;
  /** Reads so many bytes from a place on; fewer if the file ends before. */
  read(at: number, length: number): Uint8Array;
  /** Called once all pages are read. */
  close(): void;
}

/** How a pack is opened. */
export interface OpenPackOptions {
  /** Whether each page is read, and checked, when it is first needed, or by {@linkcode readPages}. */
  readonly isLazy?: boolean;
  /** The address of this service where it is not `base_url`; known before the first answer. */
  readonly ownAddress?: OwnAddress | undefined;
}

/**
 * Opens a pack.
 *
 * @throws {SyntaxError} if it is not a whole pack of this version
 */
export function openPack(
  bytesOrFile: Uint8Array | PackFile,
  { isLazy = false, ownAddress }: OpenPackOptions = {},
): Pack {
  const file = bytesOrFile instanceof Uint8Array ? inMemory(bytesOrFile) : bytesOrFile;
  const { index, end } = readPackIndex(file);
  const unread = new Map<number, () => OpenedPage>();
  let at = end;
  for (const entry of index.pages) {
    const from = at;
    unread.set(entry[0], () => {
      const page = openPage(entry, file.read(from, entry[1]));
      if (unread.size === 1) file.close();
      return page;
    });
    at += entry[1];
  }
  if (at > file.size) throw unreadable("it is cut off");
  const pages = new Map<number, OpenedPage>();
  const parts: PackParts = { index, pages, unread, lists: new Map(), ownAddress };
  if (unread.size === 0) file.close();
  const pack = packOfParts(parts);
  if (!isLazy) readPagesNow(pack);
  return pack;
}

function inMemory(bytes: Uint8Array): PackFile {
  const read = (at: number, length: number) => bytes.subarray(at, at + length);
  return { size: bytes.length, read, close() {} };
}

/**
 * Reads what a pack says of itself, and where that ends.
 *
 * @throws {SyntaxError} if that is cut off or damaged, or of another version
 */
export function readPackIndex(file: PackFile): { index: PackIndex; end: number } {
  const length = lengthOfIndex(file.read(0, HEAD_BYTES));
  return { index: readIndex(file.read(HEAD_BYTES, length), length), end: HEAD_BYTES + length };
}

/**
 * Reads the pages of a pack that were not read so far.
 *
 * @throws {SyntaxError} if a page is damaged
 */
export function readPagesNow({ parts }: Pack): void {
  for (const number of parts.unread.keys()) pageOf(parts, number);
}

/**
 * Does the same a page at a time; `pause` resolves when others have worked.
 *
 * @throws {SyntaxError} as a rejection, if a page is damaged
 */
export async function readPages({ parts }: Pack, pause: () => Promise<void>): Promise<void> {
  for (const number of parts.unread.keys()) {
    await pause();
    pageOf(parts, number);
  }
}

function pageOf({ pages, unread }: PackParts, number: number): OpenedPage {
  const known = pages.get(number);
  if (known !== undefined) return known;
  const page = unread.get(number)!();
  pages.set(number, page);
  unread.delete(number);
  return page;
}

const HEAD_BYTES = 12;

function lengthOfIndex(head: Uint8Array): number {
  const isPack = head.length === HEAD_BYTES &&
    new TextDecoder().decode(head.subarray(0, 8)) === PACK_MAGIC;
  if (!isPack) throw unreadable("it is no pack");
  return new DataView(head.buffer, head.byteOffset).getUint32(8, true);
}

/** The name of an index is made of it, and it has the hashes of all pages: damage is found. */
function readIndex(bytes: Uint8Array, length: number): PackIndex {
  if (bytes.length < length) throw unreadable("it is cut off");
  const named = JSON.parse(new TextDecoder().decode(bytes)) as PackIndex;
  if (named?.format !== PACK_FORMAT) throw unreadable("another version of the program wrote it");
  const { format: _, build, ...index } = named;
  if (packName(index) !== build) throw unreadable("it is damaged");
  return named;
}

function openPage([, length, hash, pictures = 0]: PageEntry, bytes: Uint8Array): OpenedPage {
  if (bytes.length < length) throw unreadable("it is cut off");
  if (hashPage(bytes) !== hash) throw unreadable("it is damaged");
  return { bytes, pictures: placesIn(bytes, pictures) };
}

function numberOf(address: number): number {
  return Math.floor(address / PAGE_SPACE);
}

function packOfParts(parts: PackParts) {
  const { index, lists, ownAddress } = parts;
  const decoder = new TextDecoder();
  const before = { text: "", bytes: new Uint8Array() };

  /** The bytes of a span as answers have them, with the address before each picture; not copied if there is none. */
  function bytes([address, length]: Span): Uint8Array {
    const number = numberOf(address);
    const page = pageOf(parts, number);
    const start = address - pageAddress(number);
    return page.pictures === undefined
      ? page.bytes.subarray(start, start + length)
      : withAddress(page.bytes, page.pictures, start, start + length, addressBytes);
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

  /** The text of a span, which names pictures by their paths. */
  function text([address, length]: Span): string {
    const number = numberOf(address);
    const start = address - pageAddress(number);
    return decoder.decode(pageOf(parts, number).bytes.subarray(start, start + length));
  }

  /** Parses the JSON in a span. */
  function json<T>(span: Span): T {
    return JSON.parse(text(span));
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

  return {
    index,
    bytes,
    text,
    json,
    list,
    address,
    /** What a pack that follows takes over. */ parts,
  };
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
  const index = readIndex(await read(HEAD_BYTES, indexLength), indexLength);
  const { pages, unread, lists } = commonParts(index, known, isPartial);
  let at = HEAD_BYTES + indexLength;
  for (const entry of index.pages) {
    const [number, length] = entry;
    if (!pages.has(number) && !unread.has(number)) {
      pages.set(number, openPage(entry, await read(at, length)));
    }
    at += length;
  }
  const pack = packOfParts({ index, pages, unread, lists, ownAddress });
  let parsed = 0;
  for (const piece of listsToParse(index, known, listsOf)) {
    if (lists.has(piece[0])) continue;
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
 * The pages that are in the pack before, too, and what was parsed of those that keep their place. Pages that
 * were not read so far are taken over only if they `mayBeUnread`: they are read when they are needed.
 */
function commonParts({ pages: entries }: PackIndex, known: Pack | undefined, mayBeUnread: boolean) {
  const before = known?.parts;
  const numbersBefore = new Map(before?.index.pages.map(([number, , hash]) => [hash, number]));
  const pages = new Map<number, OpenedPage>();
  const unread = new Map<number, () => OpenedPage>();
  const lists = new Map<number, readonly unknown[]>();
  if (before === undefined) return { pages, unread, lists };
  for (const [number, , hash] of entries) {
    const numberBefore = numbersBefore.get(hash);
    if (numberBefore === undefined) continue;
    const page = before.pages.get(numberBefore);
    if (page !== undefined) pages.set(number, page);
    else if (mayBeUnread) unread.set(number, () => pageOf(before, numberBefore));
  }
  const hashes = hashesOf(entries);
  const hashesBefore = hashesOf(before.index.pages);
  for (const [address, list] of before.lists) {
    const number = numberOf(address);
    if (hashes.get(number) === hashesBefore.get(number)) lists.set(address, list);
  }
  return { pages, unread, lists };
}

function hashesOf(entries: readonly PageEntry[]): ReadonlyMap<number, string> {
  return new Map(entries.map(([number, , hash]) => [number, hash]));
}
