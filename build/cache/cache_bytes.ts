import { hash } from "node:crypto";
import { joinBytes } from "../emit/join_bytes.ts";

/**
 * The bytes of a cache file: {@linkcode MAGIC}, the SHA-256 of all that follows it, a 32-bit
 * little-endian length, the index as UTF-8 JSON of that length, then the entries' bytes in its order.
 */
const MAGIC = "OSHICACH";
const HASH_BYTES = 32;
const HEAD_BYTES = MAGIC.length + HASH_BYTES;

interface CacheIndex {
  readonly version: string;
  /** Name and length of each entry. */
  readonly entries: readonly (readonly [string, number])[];
}

/** Puts entries together to the file of a version. */
export function joinEntries(
  version: string,
  entries: ReadonlyMap<string, Uint8Array>,
): Uint8Array[] {
  const encoder = new TextEncoder();
  const index: CacheIndex = {
    version,
    entries: [...entries].map(([name, { length }]) => [name, length]),
  };
  const indexBytes = encoder.encode(JSON.stringify(index));
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, indexBytes.length, true);
  // Most entries are short: all are hashed and written at once.
  const rest = joinBytes([length, indexBytes, ...entries.values()]);
  return [encoder.encode(MAGIC), hashBytes(rest), rest];
}

/**
 * Takes a file apart; what it holds are views of `bytes`. A file of another version holds nothing.
 *
 * @throws {RangeError} if the file is not as it was written
 */
export function splitEntries(
  bytes: Uint8Array,
  version: string | undefined,
): Map<string, Uint8Array> {
  const decoder = new TextDecoder();
  const isWhole = bytes.length >= HEAD_BYTES + 4 &&
    decoder.decode(bytes.subarray(0, MAGIC.length)) === MAGIC &&
    areEqual(hashBytes(bytes.subarray(HEAD_BYTES)), bytes.subarray(MAGIC.length, HEAD_BYTES));
  if (!isWhole) throw new RangeError("Cannot read the cache: it is not as it was written");
  const { buffer, byteOffset } = bytes;
  let at = HEAD_BYTES + 4;
  const indexEnd = at + new DataView(buffer, byteOffset).getUint32(HEAD_BYTES, true);
  const index: CacheIndex = JSON.parse(decoder.decode(bytes.subarray(at, indexEnd)));
  if (index.version !== version) return new Map();
  at = indexEnd;
  return new Map(
    index.entries.map(([name, length]) => [name, bytes.subarray(at, at += length)]),
  );
}

function hashBytes(bytes: Uint8Array): Uint8Array {
  return hash("sha256", bytes, "buffer");
}

export function areEqual(some: Uint8Array, others: Uint8Array): boolean {
  return some.length === others.length && some.every((byte, place) => byte === others[place]);
}
