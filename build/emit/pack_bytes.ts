import { createHash } from "node:crypto";
import { PACK_FORMAT, PACK_MAGIC, type PackIndex } from "../../src/model/pack.ts";

/** The index before it has a name. */
export type Unnamed = Omit<PackIndex, "format" | "build">;

/** Puts index and bodies together to the bytes of a pack; equal content gives equal bytes. */
export function packBytes(
  index: Unnamed,
  bodies: readonly Uint8Array[],
): { build: string; chunks: Uint8Array[] } {
  const encoder = new TextEncoder();
  const name = createHash("sha256").update(JSON.stringify(index));
  for (const chunk of bodies) name.update(chunk);
  const build = name.digest("hex").slice(0, 12);
  const named: PackIndex = { format: PACK_FORMAT, build, ...index };
  const indexBytes = encoder.encode(JSON.stringify(named));
  const head = new Uint8Array(12);
  head.set(encoder.encode(PACK_MAGIC));
  new DataView(head.buffer).setUint32(8, indexBytes.length, true);
  return { build, chunks: [head, indexBytes, ...bodies] };
}
