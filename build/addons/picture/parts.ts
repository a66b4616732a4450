// deno-lint-ignore-file no-control-regex -- files begin with control characters
import { Buffer } from "node:buffer";
import { crc32, inflateSync } from "node:zlib";
import { BrokenPictureError } from "../../picture/picture.ts";

/** A picture taken apart. */
export class Parts {
  /** What pixels and colours are made of, in its order. */
  readonly kept: Uint8Array[] = [];
  /** TIFF blocks, as EXIF has them. */
  readonly exif: Uint8Array[] = [];
  /** What else describes the picture, such as XMP, or an EXIF block in a text. */
  readonly texts: Uint8Array[] = [];
  hasPixels = false;
  /** Whether it has several frames. */
  isMoving = false;
}

/** A kind of pictures. */
export interface Kind {
  /** How its files begin, as Latin letters. */
  readonly start: RegExp;
  /**
   * Takes a file apart. What follows its end, such as a phone's video, is left out.
   *
   * @throws {BrokenPictureError} if it is not whole
   */
  readonly split: (bytes: Uint8Array) => Parts;
  /** A file of pixels, colours, and an EXIF block. */
  readonly join: (kept: readonly Uint8Array[], exif?: Uint8Array) => Uint8Array<ArrayBuffer>;
}

/** The kinds that are served, by the ending of their names. */
export const KINDS = {
  jpg: { start: /^\xff\xd8\xff/, split: splitJpeg, join: joinJpeg },
  png: { start: /^\x89PNG\r\n\x1a\n/, split: splitPng, join: joinPng },
  webp: { start: /^RIFF[^]{4}WEBP/, split: splitWebp, join: joinWebp },
} satisfies Record<string, Kind>;

/** Bytes as Latin letters, one each. */
export function latinText({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString("latin1");
}

/** @throws {BrokenPictureError} unless there are so many bytes from a place on */
function take(bytes: Uint8Array, at: number, length: number): Uint8Array {
  if (at + length > bytes.length) throw new BrokenPictureError(true);
  return bytes.subarray(at, at + length);
}

function need(isWhole: boolean): void {
  if (!isWhole) throw new BrokenPictureError(false);
}

/** Joins bytes, and texts of Latin letters. */
function joined(...parts: readonly (Uint8Array | string)[]): Uint8Array<ArrayBuffer> {
  const all = parts.map((part) => typeof part === "string" ? Buffer.from(part, "latin1") : part);
  return new Uint8Array(Buffer.concat(all));
}

function viewOf({ buffer, byteOffset, length }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, length);
}

const EXIF = "Exif\0\0";

/** Marker and name of the segments that pixels and colours are made of (ITU-T T.81, table B.1). */
const JPEG_KEPT = /^(?:[^\xe0-\xef\xfe]|\xe0..JFIF\0|\xe2..ICC_PROFILE\0|\xee..Adobe)/s;

function splitJpeg(bytes: Uint8Array): Parts {
  const parts = new Parts();
  for (let at = 2;;) {
    // Any number of 0xff may fill the space before a marker.
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at++;
    const marker = take(bytes, at, 2)[1]!;
    need(bytes[at] === 0xff);
    if (marker === 0xd9) return parts;
    if (isAlone(marker)) {
      at += 2;
      continue;
    }
    const length = viewOf(take(bytes, at + 2, 2)).getUint16(0);
    need(length >= 2);
    const segment = take(bytes, at, 2 + length);
    const [said, body] = [latinText(segment.subarray(1, 16)), segment.subarray(4)];
    at += segment.length;
    if (JPEG_KEPT.test(said)) parts.kept.push(marker === 0xe0 ? bareHead(segment) : segment);
    if (marker === 0xe1) {
      if (said.startsWith(EXIF, 3)) parts.exif.push(body.subarray(EXIF.length));
      else parts.texts.push(body);
    }
    if (marker === 0xda) {
      const end = endOfScan(bytes, at);
      parts.kept.push(bytes.subarray(at, end));
      parts.hasPixels = true;
      at = end;
    }
  }
}

/** Markers that no length follows: restarts, and one for private use. */
function isAlone(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
}

/** The head of a JFIF file without the small picture in it. */
function bareHead(segment: Uint8Array): Uint8Array {
  need(segment.length >= 18);
  const head = segment.slice(0, 18);
  head.set([0, 16], 2);
  head.set([0, 0], 16);
  return head;
}

/** Where the data of a scan ends: at a marker that is not of the data itself. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = from;;) {
    at = bytes.indexOf(0xff, at);
    const next = bytes[at + 1];
    if (at < 0 || next === undefined) throw new BrokenPictureError(true);
    if (next !== 0 && next !== 0xff && !isAlone(next)) return at;
    at += next === 0xff ? 1 : 2;
  }
}

function joinJpeg(kept: readonly Uint8Array[], exif?: Uint8Array): Uint8Array<ArrayBuffer> {
  const length = 2 + EXIF.length + (exif?.length ?? 0);
  const said = exif && [`\xff\xe1\0${String.fromCharCode(length)}${EXIF}`, exif];
  return joined("\xff\xd8", ...(said ?? []), ...kept, "\xff\xd9");
}

const PNG = "\x89PNG\r\n\x1a\n";

/** The chunks that pixels and colours are made of (PNG, third edition, 4.7). */
const PNG_KEPT = /^(?:IHDR|PLTE|IDAT|IEND|tRNS|gAMA|cHRM|sRGB|iCCP|cICP|sBIT|bKGD|pHYs)$/;

/** Each chunk of a PNG has to fit its checksum. */
function splitPng(bytes: Uint8Array): Parts {
  const parts = new Parts();
  let at = PNG.length;
  for (let name = ""; name !== "IEND";) {
    const head = take(bytes, at, 12);
    name = latinText(head.subarray(4, 8));
    need(/^[A-Za-z]{4}$/.test(name) && (name === "IHDR") === (parts.kept.length === 0));
    const chunk = take(bytes, at, 12 + viewOf(head).getUint32(0));
    const body = chunk.subarray(8, -4);
    need(crc32(chunk.subarray(4, -4)) === viewOf(chunk).getUint32(chunk.length - 4));
    if (PNG_KEPT.test(name)) parts.kept.push(chunk);
    // A chunk of the program's own that a picture cannot be shown without.
    else need(/^[a-z]/.test(name));
    if (name === "IDAT") parts.hasPixels = true;
    if (name === "acTL") parts.isMoving = true;
    if (name === "eXIf") parts.exif.push(body);
    if (/^(?:tEXt|[zi]TXt)$/.test(name)) parts.texts.push(pngText(name, body));
    at += chunk.length;
  }
  return parts;
}

/** What stands before compressed text: its keyword, and flag, method and languages of an iTXt. */
const BEFORE_COMPRESSED = /^(?:zTXt[^\0]*\0\0|iTXt[^\0]*\0\x01\0[^\0]*\0[^\0]*\0)/;

/** EXIF or XMP in hexadecimal digits, as ImageMagick writes it: its kind, its length, its bytes. */
const HEXADECIMAL = /\n.+\n *\d+\n([\da-f\n]+)/i;

/** What a text says, out of its compression and its digits; as it is where it is damaged. */
function pngText(name: string, body: Uint8Array): Uint8Array {
  const before = BEFORE_COMPRESSED.exec(name + latinText(body))?.[0].length;
  let text = body;
  try {
    // Long text of real pictures is not a hundredth of its length.
    const limit = { maxOutputLength: Math.max(2 ** 20, 100 * body.length) };
    if (before !== undefined) text = inflateSync(body.subarray(before - name.length), limit);
  } catch {
    // No program reads it.
  }
  const digits = HEXADECIMAL.exec(latinText(text))?.[1];
  return digits === undefined ? text : bareExif(Buffer.from(digits.replaceAll("\n", ""), "hex"));
}

function joinPng([head, ...kept]: readonly Uint8Array[], exif?: Uint8Array) {
  return joined(PNG, head!, ...(exif === undefined ? [] : [pngChunk("eXIf", exif)]), ...kept);
}

/** A chunk with its checksum. */
export function pngChunk(name: string, body: Uint8Array): Uint8Array {
  const chunk = joined("\0\0\0\0", name, body, "\0\0\0\0");
  viewOf(chunk).setUint32(0, body.length);
  viewOf(chunk).setUint32(8 + body.length, crc32(chunk.subarray(4, -4)));
  return chunk;
}

/** The chunks that pixels and colours are made of (RFC 9649); VP8X heads those with several. */
const WEBP_KEPT = /^(?:VP8X|ICCP|ALPH|VP8 |VP8L)$/;

/** A key frame (RFC 6386, 9.1), a lossless picture (RFC 9649, 3.4), or a frame among others. */
const WEBP_PIXELS = /^(?:VP8 [^]{3}\x9d\x01\*|VP8L\/|ANMF)/;

/** Flags of a VP8X chunk. */
const [HAS_EXIF, HAS_XMP, IS_MOVING] = [0x08, 0x04, 0x02] as const;

/** A block without the head of JPEG's segment, which some programs put in front. */
function bareExif(block: Uint8Array): Uint8Array {
  return block.subarray(latinText(block.subarray(0, EXIF.length)) === EXIF ? EXIF.length : 0);
}

function splitWebp(bytes: Uint8Array): Parts {
  const parts = new Parts();
  const file = take(bytes, 0, 8 + viewOf(bytes).getUint32(4, true));
  for (let at = 12; at < file.length;) {
    const head = take(file, at, 8);
    const name = latinText(head.subarray(0, 4));
    const body = take(file, at + 8, viewOf(head).getUint32(4, true));
    at += 8 + body.length + (body.length & 1);
    if (WEBP_KEPT.test(name)) parts.kept.push(webpChunk(name, body));
    if (/^VP8[ L]|^ANMF/.test(name)) {
      need(WEBP_PIXELS.test(name + latinText(body.subarray(0, 6))));
      parts.hasPixels = true;
    }
    parts.isMoving ||= /^ANI?M/.test(name) || name === "VP8X" && (body[0]! & IS_MOVING) !== 0;
    if (name === "EXIF") parts.exif.push(bareExif(body));
    if (name === "XMP ") parts.texts.push(body);
  }
  return parts;
}

function joinWebp(kept: readonly Uint8Array[], exif?: Uint8Array): Uint8Array<ArrayBuffer> {
  const [first] = kept;
  const isExtended = first !== undefined && latinText(first.subarray(0, 4)) === "VP8X";
  const said = isExtended && exif !== undefined ? [webpChunk("EXIF", exif)] : [];
  if (isExtended) first[8] = first[8]! & ~(HAS_EXIF | HAS_XMP) | (said.length && HAS_EXIF);
  const file = joined("RIFF\0\0\0\0WEBP", ...kept, ...said);
  viewOf(file).setUint32(4, file.length - 8, true);
  return file;
}

/** A chunk, which an even number of bytes follows. */
export function webpChunk(name: string, body: Uint8Array): Uint8Array {
  const chunk = joined(name, "\0\0\0\0", body, "\0".repeat(body.length & 1));
  viewOf(chunk).setUint32(4, body.length, true);
  return chunk;
}
