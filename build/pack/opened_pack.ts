/**
 * This room reads packs again, to compare them and to show what is in them.
 *
 * @module
 */

import {
  PACK_FORMAT,
  PACK_MAGIC,
  PAGE_SPACE,
  pageAddress,
  type Phases,
  type Span,
} from "../../src/model/pack.ts";
import type { PackIndex } from "../../src/model/pack_index.ts";
import type { PackPage } from "../emit/blob.ts";
import { TaskError } from "../task/task_error.ts";

/** What is compared of an index. */
export type ComparedIndex = Pick<PackIndex, "site" | "plans" | "groups" | "pictures">;

/** A pack that is compared or shown. */
export interface OpenedPack {
  readonly index: ComparedIndex;
  text(span: Span): string;
  json<T>(span: Span): T;
  /** Names the content of a span by its page: equal names, equal bytes at an equal address. */
  nameOf(span: Span): string;
}

/** The bytes are no pack that this program reads. */
export class UnreadablePackError extends TaskError {
  override name = "UnreadablePackError";
}

const HEAD = 12;

const decoder = new TextDecoder();

/**
 * Opens the bytes of a pack; `name` is what messages call it.
 *
 * @throws {UnreadablePackError} where they are none of this version
 */
export function openComparedPack(bytes: Uint8Array, name: string): OpenedPack {
  if (bytes.length < HEAD || decoder.decode(bytes.subarray(0, 8)) !== PACK_MAGIC) {
    throw new UnreadablePackError(`Cannot compare with ${name}: it is no pack`);
  }
  const bodies = HEAD + new DataView(bytes.buffer, bytes.byteOffset).getUint32(8, true);
  const index: PackIndex = JSON.parse(decoder.decode(bytes.subarray(HEAD, bodies)));
  if (index.format !== PACK_FORMAT) {
    const remedy = "compare with the folder or revision that it was built from";
    throw new UnreadablePackError(
      `Cannot compare with ${name}: another version of the program wrote it; ${remedy}`,
    );
  }
  let at = bodies;
  return comparedPack(index, index.pages.map(([, length]) => bytes.subarray(at, at += length)));
}

/** Makes a pack comparable that was compiled just now; its pages are in the order of the index. */
export function comparedPack(index: PackIndex, pages: readonly Uint8Array[]): OpenedPack {
  const entries = index.pages.map(([number, , hash], place) =>
    [number, { bytes: pages[place]!, hash }] as const
  );
  return renderedPack(index, new Map(entries));
}

/** Makes comparable what was rendered just now; the bytes of a page are asked for when it is read. */
export function renderedPack(
  index: ComparedIndex,
  pages: ReadonlyMap<number, Pick<PackPage, "bytes" | "hash">>,
): OpenedPack {
  const text = ([address, length]: Span) => {
    const number = numberOfPage(address);
    const page = pages.get(number);
    if (page === undefined) throw new RangeError(`Cannot read page ${number}: there is none`);
    const start = address - pageAddress(number);
    return decoder.decode(page.bytes.subarray(start, start + length));
  };
  const json = <T>(span: Span): T => JSON.parse(text(span));
  const nameOf = ([address]: Span) => `${pages.get(numberOfPage(address))!.hash}:${address}`;
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

/** The page of an address. */
export function numberOfPage(address: number): number {
  return Math.floor(address / PAGE_SPACE);
}
