import type { HashedList } from "../../src/changes/hashed_items.ts";
import {
  PACK_FORMAT,
  PACK_MAGIC,
  type PackIndex,
  type Phases,
  type Span,
} from "../../src/model/pack.ts";
import { numberOfPage, readSpan } from "../emit/read_span.ts";

/** A pack that is compared. */
export interface OpenedPack {
  readonly index: PackIndex;
  text(span: Span): string;
  json<T>(span: Span): T;
  /** Names what lies in a span by its page: equal names, equal bytes at an equal address. */
  nameOf(span: Span): string;
}

/** Whether both packs that are compared have a piece of a table or list, at the same address. */
export type IsCommon = (piece: Span) => boolean;

/** The items of each group and kind as hashes, but for lists that are common. */
export function hashedLists({ index, json }: OpenedPack, isCommon: IsCommon): HashedList[] {
  return index.groups.flatMap(({ hashed }) => hashed.filter((piece) => !isCommon(piece)))
    .map((piece) => json<HashedList>(piece));
}

/** Tells which pieces two packs have in common. */
export function commonPieces(one: OpenedPack, other: OpenedPack): IsCommon {
  const names = new Set(piecesOf(one.index).map(one.nameOf));
  const common = piecesOf(other.index).filter((piece) => names.has(other.nameOf(piece)));
  const addresses = new Set(common.map(([address]) => address));
  return ([address]) => addresses.has(address);
}

function piecesOf({ groups }: PackIndex): Span[] {
  return groups.flatMap(({ tables, hashed }) => [...Object.values(tables).flat(), ...hashed]);
}

/** A pack cannot be compared; the message says why and what to do. */
export class DiffError extends Error {
  override name = "DiffError";
}

const HEAD = 12;

/**
 * Opens the bytes of a pack; `name` is what messages call it.
 *
 * @throws {DiffError} where they are none of this version
 */
export function openComparedPack(bytes: Uint8Array, name: string): OpenedPack {
  const decoder = new TextDecoder();
  if (bytes.length < HEAD || decoder.decode(bytes.subarray(0, 8)) !== PACK_MAGIC) {
    throw new DiffError(`Cannot compare with ${name}: it is no pack`);
  }
  const bodies = HEAD + new DataView(bytes.buffer, bytes.byteOffset).getUint32(8, true);
  const index: PackIndex = JSON.parse(decoder.decode(bytes.subarray(HEAD, bodies)));
  if (index.format !== PACK_FORMAT) {
    const remedy = "compare with the folder or revision that it was built from";
    throw new DiffError(
      `Cannot compare with ${name}: another version of the program wrote it; ${remedy}`,
    );
  }
  let at = bodies;
  return comparedPack(index, index.pages.map(([length]) => bytes.subarray(at, at += length)));
}

/** Makes a pack comparable that was compiled just now. */
export function comparedPack(index: PackIndex, pages: readonly Uint8Array[]): OpenedPack {
  const text = (span: Span) => readSpan(pages, span);
  const json = <T>(span: Span): T => JSON.parse(text(span));
  const nameOf = ([address]: Span) => `${index.pages[numberOfPage(address)]![1]}:${address}`;
  return { index, text, json, nameOf };
}

/** One text of an item, from an instant (epoch ms) on; undefined: it is not there. */
export interface Phase {
  readonly from: number;
  readonly text: string | undefined;
}

/** The texts of an item that hold at `now` (epoch ms) or later. */
export function phasesFrom({ text }: OpenedPack, phases: Phases, now: number): Phase[] {
  const all: Phase[] = [];
  for (let at = 0; at < phases.length; at += 3) {
    const from = at === 0 ? -Infinity : phases[at - 1]!;
    if (from <= now) all.length = 0;
    const length = phases[at + 1]!;
    const body = length === 0 ? undefined : text([phases[at]!, length]);
    all.push({ from: from <= now ? -Infinity : from, text: body });
  }
  return all;
}
