import { PACK_FORMAT, PACK_MAGIC, type PackIndex } from "../../src/model/pack.ts";
import { packName, type Unnamed } from "../../src/model/pack.ts";

/** Puts index and bodies together to the bytes of a pack; equal content gives equal bytes. */
export function packBytes(
  index: Unnamed,
  bodies: readonly Uint8Array[],
): { index: PackIndex; chunks: Uint8Array[] } {
  const encoder = new TextEncoder();
  const build = packName(index, bodies);
  const named: PackIndex = { format: PACK_FORMAT, build, ...index };
  const indexBytes = encoder.encode(JSON.stringify(named));
  const head = new Uint8Array(12);
  head.set(encoder.encode(PACK_MAGIC));
  new DataView(head.buffer).setUint32(8, indexBytes.length, true);
  return { index: named, chunks: [head, indexBytes, ...bodies] };
}
