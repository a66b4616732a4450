/**
 * This room writes the compiled content to the pack's files.
 *
 * @module
 */

import { PACK_FORMAT, PACK_MAGIC } from "../../src/model/pack.ts";
import type { PackIndex, Unnamed } from "../../src/model/pack_index.ts";
import { packName } from "../../src/model/pack_hash.ts";
import type { PackPage } from "./blob.ts";

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
