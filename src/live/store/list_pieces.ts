import type { Broadcast } from "../records/broadcast.ts";

/** A value of the store takes 64 KiB, of which the encoding of the bytes takes a little. */
const PIECE_BYTES = 60_000;

/** Cuts a list into values of the store: UTF-8 JSON, since text beyond Latin-1 takes twice its size. */
export function cutPieces(list: readonly Broadcast[]): Uint8Array[] {
  const bytes = new TextEncoder().encode(JSON.stringify(list));
  return Array.from(
    { length: Math.ceil(bytes.length / PIECE_BYTES) },
    (_, n) => bytes.slice(n * PIECE_BYTES, (n + 1) * PIECE_BYTES),
  );
}

/** The list that was cut. */
export function joinPieces(pieces: readonly Uint8Array[]): readonly Broadcast[] {
  const bytes = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes.length === 0 ? [] : JSON.parse(new TextDecoder().decode(bytes));
}
