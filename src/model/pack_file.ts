import { createHash } from "node:crypto";
import { PACK_FORMAT, PACK_MAGIC } from "./pack.ts";
import type { PackIndex, Unnamed } from "./pack_index.ts";

/** Magic and length of the index. */
const HEAD_BYTES = 12;

/**
 * Puts index and bodies together to the bytes of a pack, and names it: equal content, equal bytes.
 */
export function packFile(
  unnamed: Unnamed,
  bodies: readonly Uint8Array[],
): { readonly index: PackIndex; readonly chunks: Uint8Array[] } {
  const encoder = new TextEncoder();
  const index: PackIndex = { format: PACK_FORMAT, build: packName(unnamed, bodies), ...unnamed };
  const indexBytes = encoder.encode(JSON.stringify(index));
  const head = new Uint8Array(HEAD_BYTES);
  head.set(encoder.encode(PACK_MAGIC));
  new DataView(head.buffer).setUint32(PACK_MAGIC.length, indexBytes.length, true);
  return { index, chunks: [head, indexBytes, ...bodies] };
}

/**
 * Reads the bytes of a pack.
 *
 * @throws {SyntaxError} if they are not a whole pack of this version
 */
export function readPack(
  bytes: Uint8Array,
): { readonly index: PackIndex; readonly bodies: Uint8Array } {
  const decoder = new TextDecoder();
  if (decoder.decode(bytes.subarray(0, PACK_MAGIC.length)) !== PACK_MAGIC) {
    throw unreadable("it is no pack");
  }
  if (bytes.length < HEAD_BYTES) throw unreadable("it is cut off");
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(PACK_MAGIC.length, true);
  const bodies = bytes.subarray(HEAD_BYTES + length);
  const indexBytes = bytes.subarray(HEAD_BYTES, HEAD_BYTES + length);
  if (indexBytes.length < length) throw unreadable("it is cut off");
  const index = JSON.parse(decoder.decode(indexBytes)) as PackIndex;
  if (index?.format !== PACK_FORMAT) throw unreadable("another version of the program wrote it");
  const { format: _, build, ...unnamed } = index;
  if (bodies.length < index.size) throw unreadable("it is cut off");
  if (packName(unnamed, [bodies]) !== build) throw unreadable("it is damaged");
  return { index, bodies };
}

/** The name of this content: 12 hexadecimal digits of the SHA-256 of index and bodies. */
function packName(index: Unnamed, bodies: readonly Uint8Array[]): string {
  const sha256 = createHash("sha256").update(JSON.stringify(index));
  for (const chunk of bodies) sha256.update(chunk);
  return sha256.digest("hex").slice(0, 12);
}

function unreadable(why: string): SyntaxError {
  return new SyntaxError(`Cannot read the pack: ${why}; run the build again`);
}
