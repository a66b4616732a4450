import { setImmediate } from "node:timers/promises";

/** A value of the store takes 64 KiB, of which the encoding of the bytes takes a little. */
const CHUNK_BYTES = 60_000;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Cuts rows into values of the store: UTF-8 JSON arrays of some rows each, in order. Each chunk is made
 * in a turn of its own.
 */
export async function cutRows(rows: readonly unknown[]): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  let parts: Uint8Array[] = [];
  let length = 0;
  const end = () => {
    if (parts.length > 0) chunks.push(joinRows(parts, length));
    parts = [];
    length = 0;
  };
  for (const row of rows) {
    const bytes = encoder.encode(JSON.stringify(row));
    if (length + bytes.length + 2 > CHUNK_BYTES) {
      end();
      await setImmediate();
    }
    parts.push(bytes);
    length += bytes.length + 1;
  }
  end();
  return chunks;
}

/** The rows of a chunk. */
export function readRows<Row>(chunk: Uint8Array): Row[] {
  return JSON.parse(decoder.decode(chunk));
}

/** `length` counts a comma for each row. */
function joinRows(rows: readonly Uint8Array[], length: number): Uint8Array {
  const chunk = new Uint8Array(length + 1);
  let at = 0;
  for (const row of rows) {
    chunk[at] = at === 0 ? 0x5b : 0x2c;
    chunk.set(row, at + 1);
    at += row.length + 1;
  }
  chunk[at] = 0x5d;
  return chunk;
}
