import { BrokenPictureError } from "../../picture/picture.ts";

/** @throws {BrokenPictureError} unless there are so many bytes from a place on */
export function needBytes(bytes: Uint8Array, at: number, length: number): void {
  if (at + length > bytes.length) throw new BrokenPictureError(true);
}

/** Whether bytes have a text of ASCII at a place. */
export function hasText(bytes: Uint8Array, at: number, text: string): boolean {
  if (at + text.length > bytes.length) return false;
  for (let place = 0; place < text.length; place++) {
    if (bytes[at + place] !== text.charCodeAt(place)) return false;
  }
  return true;
}

/** The bytes of a text of ASCII. */
export function asciiBytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Joins parts into bytes of their own. */
export function joinParts(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
