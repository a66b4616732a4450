import { namesPosition, orientationBlock, readExif } from "./exif.ts";
import { BrokenPictureError, type ReadPicture } from "../../picture/picture.ts";
import { asciiBytes, hasText, joinParts, needBytes } from "./picture_bytes.ts";

/** Flags of a VP8X chunk (WebP container specification, extended file format). */
const HAS_EXIF = 0x08;
const HAS_XMP = 0x04;
const IS_MOVING = 0x02;

/** The chunks that pixels and colours are made of. */
const KEPT = new Set(["ICCP", "ALPH", "VP8 ", "VP8L"]);

type Size = Pick<ReadPicture, "width" | "height">;

/** Whether bytes begin as a WebP does. */
export function isWebp(bytes: Uint8Array): boolean {
  return hasText(bytes, 0, "RIFF") && hasText(bytes, 8, "WEBP");
}

/**
 * Reads a WebP (RFC 9649). What follows its end is left out.
 *
 * @throws {BrokenPictureError} if it is not whole
 */
export function readWebp(bytes: Uint8Array): ReadPicture {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const end = 8 + view.getUint32(4, true);
  needBytes(bytes, 0, end);
  const kept: Uint8Array[] = [];
  let extended: Uint8Array | undefined;
  let size: Size | undefined;
  let orientation = 1;
  let hasPosition = false;
  let isMoving = false;
  for (let at = 12; at < end;) {
    if (at + 8 > end) throw new BrokenPictureError(true);
    const name = String.fromCharCode(...bytes.subarray(at, at + 4));
    const length = view.getUint32(at + 4, true);
    if (at + 8 + length > end) throw new BrokenPictureError(true);
    const body = bytes.subarray(at + 8, at + 8 + length);
    if (name === "VP8X") {
      if (length < 10) throw new BrokenPictureError(false);
      extended = body.slice(0, 10);
      isMoving ||= (body[0]! & IS_MOVING) !== 0;
    } else if (name === "VP8 ") size ??= lossySize(body);
    else if (name === "VP8L") size ??= losslessSize(body);
    else if (name === "ANIM" || name === "ANMF") isMoving = true;
    else if (name === "EXIF") {
      // Some programs put the head of JPEG's segment in front.
      const exif = readExif(hasText(body, 0, "Exif\0\0") ? body.subarray(6) : body);
      orientation = exif.orientation;
      hasPosition ||= exif.hasPosition;
    } else if (name === "XMP ") hasPosition ||= namesPosition(body);
    if (KEPT.has(name)) kept.push(webpChunk(name, body));
    at += 8 + length + (length & 1);
  }
  // Frames of a moving picture are in chunks of their own.
  const shown = extended === undefined ? size : canvasSize(extended);
  if (shown === undefined || (size === undefined && !isMoving)) throw new BrokenPictureError(false);
  const bare = bareFile(kept, extended, orientation);
  return { type: "webp", ...shown, orientation, hasPosition, isMoving, bare };
}

/** A key frame of VP8 begins with its size (RFC 6386, 9.1). */
function lossySize(body: Uint8Array): Size {
  if (body.length < 10) throw new BrokenPictureError(true);
  const isKeyFrame = (body[0]! & 1) === 0 && body[3] === 0x9d && body[4] === 0x01 &&
    body[5] === 0x2a;
  if (!isKeyFrame) throw new BrokenPictureError(false);
  const width = (body[6]! | body[7]! << 8) & 0x3fff;
  const height = (body[8]! | body[9]! << 8) & 0x3fff;
  if (width === 0 || height === 0) throw new BrokenPictureError(false);
  return { width, height };
}

/** So does a lossless picture (RFC 9649, 3.4). */
function losslessSize(body: Uint8Array): Size {
  if (body.length < 5) throw new BrokenPictureError(true);
  if (body[0] !== 0x2f) throw new BrokenPictureError(false);
  const bits = (body[1]! | body[2]! << 8 | body[3]! << 16 | body[4]! << 24) >>> 0;
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

function canvasSize(extended: Uint8Array): Size {
  const sideAt = (at: number) =>
    (extended[at]! | extended[at + 1]! << 8 | extended[at + 2]! << 16) + 1;
  return { width: sideAt(4), height: sideAt(7) };
}

function bareFile(
  kept: readonly Uint8Array[],
  extended: Uint8Array | undefined,
  orientation: number,
): Uint8Array<ArrayBuffer> {
  const exif = orientation === 1 ? [] : [webpChunk("EXIF", orientationBlock(orientation))];
  if (extended !== undefined) {
    extended[0] = extended[0]! & ~(HAS_EXIF | HAS_XMP) | (exif.length > 0 ? HAS_EXIF : 0);
  }
  const head = extended === undefined ? [] : [webpChunk("VP8X", extended)];
  const chunks = [...head, ...kept, ...(extended === undefined ? [] : exif)];
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 4);
  const riff = new Uint8Array(12);
  riff.set(asciiBytes("RIFF"));
  new DataView(riff.buffer).setUint32(4, length, true);
  riff.set(asciiBytes("WEBP"), 8);
  return joinParts([riff, ...chunks]);
}

/** A chunk, which an even number of bytes follows. */
export function webpChunk(name: string, body: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(8 + body.length + (body.length & 1));
  chunk.set(asciiBytes(name));
  new DataView(chunk.buffer).setUint32(4, body.length, true);
  chunk.set(body, 8);
  return chunk;
}
