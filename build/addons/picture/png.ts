import { namesPosition, orientationBlock, readExif } from "./exif.ts";
import { BrokenPictureError, type ReadPicture } from "../../picture/picture.ts";
import { asciiBytes, hasText, joinParts, needBytes } from "./picture_bytes.ts";

const SIGNATURE = "\x89PNG\r\n\x1a\n";

/** Length, name and checksum of a chunk. */
const AROUND = 12;

/** The chunks that pixels and colours are made of (PNG, third edition, 4.7). */
const KEPT = new Set([
  ...["IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "sBIT"],
  ...["bKGD", "pHYs"],
]);

const CRITICAL = new Set(["IHDR", "PLTE", "IDAT", "IEND"]);
const TEXTS = new Set(["tEXt", "zTXt", "iTXt"]);

/** Whether bytes begin as a PNG does. */
export function isPng(bytes: Uint8Array): boolean {
  return hasText(bytes, 0, SIGNATURE);
}

/**
 * Reads a PNG, and checks each chunk against its checksum. What follows its end is left out.
 *
 * @throws {BrokenPictureError} if it is not whole
 */
export function readPng(bytes: Uint8Array): ReadPicture {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const kept: { readonly name: string; readonly chunk: Uint8Array }[] = [];
  let orientation = 1;
  let hasPosition = false;
  let isMoving = false;
  let at = SIGNATURE.length;
  for (let name = ""; name !== "IEND";) {
    needBytes(bytes, at, AROUND);
    const length = view.getUint32(at);
    name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (!/^[A-Za-z]{4}$/.test(name)) throw new BrokenPictureError(false);
    needBytes(bytes, at, AROUND + length);
    const chunk = bytes.subarray(at, at + AROUND + length);
    const body = chunk.subarray(8, 8 + length);
    if (crc32(chunk.subarray(4, 8 + length)) !== view.getUint32(at + 8 + length)) {
      throw new BrokenPictureError(false);
    }
    if ((kept.length === 0) !== (name === "IHDR")) throw new BrokenPictureError(false);
    if (/^[A-Z]/.test(name) && !CRITICAL.has(name)) throw new BrokenPictureError(false);
    if (name === "acTL") isMoving = true;
    if (name === "eXIf") {
      const exif = readExif(body);
      orientation = exif.orientation;
      hasPosition ||= exif.hasPosition;
    }
    if (TEXTS.has(name)) hasPosition ||= namesPosition(body);
    if (KEPT.has(name)) kept.push({ name, chunk });
    at += chunk.length;
  }
  const { chunk: head } = kept[0]!;
  if (head.length !== AROUND + 13 || !kept.some(({ name }) => name === "IDAT")) {
    throw new BrokenPictureError(false);
  }
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  if (width === 0 || height === 0) throw new BrokenPictureError(false);
  const [, ...others] = kept.map(({ chunk }) => chunk);
  const bare = joinParts([
    bytes.subarray(0, SIGNATURE.length),
    head,
    ...(orientation === 1 ? [] : [pngChunk("eXIf", orientationBlock(orientation))]),
    ...others,
  ]);
  return { type: "png", width, height, orientation, hasPosition, isMoving, bare };
}

/** A chunk with its checksum. */
export function pngChunk(name: string, body: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(AROUND + body.length);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, body.length);
  chunk.set(asciiBytes(name), 4);
  chunk.set(body, 8);
  view.setUint32(8 + body.length, crc32(chunk.subarray(4, 8 + body.length)));
  return chunk;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** The checksum of chunks (PNG, third edition, annex D). */
function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (let at = 0; at < bytes.length; at++) {
    value = TABLE[(value ^ bytes[at]!) & 0xff]! ^ (value >>> 8);
  }
  return (value ^ 0xffffffff) >>> 0;
}
