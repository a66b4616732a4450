import { namesPosition, orientationBlock, readExif } from "./exif.ts";
import { BrokenPictureError, type ReadPicture } from "../../picture/picture.ts";
import { asciiBytes, hasText, joinParts, needBytes } from "./picture_bytes.ts";

/** Markers (ITU-T T.81, table B.1). */
const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
const APP15 = 0xef;
const COMMENT = 0xfe;

const EXIF = "Exif\0\0";

/** Markers that no length follows: restarts, and one for private use. */
function isAlone(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
}

/** Frames begin with these, but for the tables and extensions among them. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** Whether bytes begin as a JPEG does. */
export function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === START && bytes[2] === 0xff;
}

/**
 * Reads a JPEG (ITU-T T.81, annex B). What follows its end, such as a phone's video, is left out.
 *
 * @throws {BrokenPictureError} if it is not whole
 */
export function readJpeg(bytes: Uint8Array): ReadPicture {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const kept: Uint8Array[] = [];
  let size: { readonly width: number; readonly height: number } | undefined;
  let orientation = 1;
  let hasPosition = false;
  let hasScan = false;
  let at = 2;
  for (;;) {
    needBytes(bytes, at, 2);
    if (bytes[at] !== 0xff) throw new BrokenPictureError(false);
    const marker = bytes[at + 1]!;
    // Any number of these may fill the space before a marker.
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker === END) break;
    if (isAlone(marker)) {
      at += 2;
      continue;
    }
    needBytes(bytes, at, 4);
    const length = view.getUint16(at + 2);
    if (length < 2) throw new BrokenPictureError(false);
    needBytes(bytes, at, 2 + length);
    const segment = bytes.subarray(at, at + 2 + length);
    const body = segment.subarray(4);
    if (marker === APP1) {
      if (hasText(body, 0, EXIF)) {
        const exif = readExif(body.subarray(EXIF.length));
        if (orientation === 1) orientation = exif.orientation;
        hasPosition ||= exif.hasPosition;
      } else hasPosition ||= namesPosition(body);
    }
    if (isFrame(marker)) {
      if (body.length < 6) throw new BrokenPictureError(false);
      size ??= { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    }
    at += segment.length;
    if (marker === SCAN) {
      const end = endOfScan(bytes, at);
      kept.push(segment, bytes.subarray(at, end));
      at = end;
      hasScan = true;
    } else if (isKept(marker, body)) kept.push(marker === APP0 ? bareHead(segment) : segment);
  }
  // A height of 0 comes behind the first scan, which no camera writes.
  if (size === undefined || !hasScan || size.width === 0 || size.height === 0) {
    throw new BrokenPictureError(false);
  }
  const bare = joinParts([
    Uint8Array.of(0xff, START),
    ...exifSegment(orientation),
    ...kept,
    Uint8Array.of(0xff, END),
  ]);
  return { type: "jpg", ...size, orientation, hasPosition, isMoving: false, bare };
}

/** What stays: all that pixels and colours are made of. */
function isKept(marker: number, body: Uint8Array): boolean {
  if (marker === COMMENT) return false;
  if (marker < APP0 || marker > APP15) return true;
  if (marker === APP0) return hasText(body, 0, "JFIF\0");
  if (marker === APP2) return hasText(body, 0, "ICC_PROFILE\0");
  return marker === APP14 && hasText(body, 0, "Adobe");
}

/** The head of a JFIF file without the small picture in it. */
function bareHead(segment: Uint8Array): Uint8Array {
  if (segment.length < 18) throw new BrokenPictureError(false);
  const head = segment.slice(0, 18);
  head.set([0, 16], 2);
  head.set([0, 0], 16);
  return head;
}

/** Where the data of a scan ends: at a marker that is not of the data itself. */
function endOfScan(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    at = bytes.indexOf(0xff, at);
    if (at < 0 || at + 1 >= bytes.length) throw new BrokenPictureError(true);
    const next = bytes[at + 1]!;
    if (next !== 0 && next !== 0xff && !isAlone(next)) return at;
    at += next === 0xff ? 1 : 2;
  }
}

function exifSegment(orientation: number): Uint8Array[] {
  if (orientation === 1) return [];
  const block = orientationBlock(orientation);
  const length = 2 + EXIF.length + block.length;
  return [
    Uint8Array.of(0xff, APP1, length >> 8, length & 0xff),
    asciiBytes(EXIF),
    block,
  ];
}
