import { Buffer } from "node:buffer";
import { setImmediate } from "node:timers/promises";

/** A value of the store takes 64 KiB, of which the encoding of the bytes takes a little. */
const CHUNK_BYTES = 60_000;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Cuts rows into values of the store that can be read one by one: UTF-8 JSON arrays of some rows each, in
 * order. Each chunk is made in a turn of its own.
 */
export async function cutRows(rows: readonly unknown[]): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  let parts: string[] = [];
  let length = 1;
  for (const row of rows) {
    const part = JSON.stringify(row);
    const bytes = Buffer.byteLength(part) + 1;
    if (length + bytes > CHUNK_BYTES && parts.length > 0) {
      chunks.push(encoder.encode(`[${parts.join(",")}]`));
      parts = [];
      length = 1;
      await setImmediate();
    }
    parts.push(part);
    length += bytes;
  }
  if (parts.length > 0) chunks.push(encoder.encode(`[${parts.join(",")}]`));
  return chunks;
}

/** The rows of a chunk. */
export function readRows<Row>(chunk: Uint8Array): Row[] {
  return JSON.parse(decoder.decode(chunk));
}
