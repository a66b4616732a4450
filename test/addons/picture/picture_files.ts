import { deflateSync } from "node:zlib";
import { pngChunk, webpChunk } from "../../../build/addons/picture/parts.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** What a made picture says beside its pixels. */
export interface MadePicture {
  readonly width?: number;
  readonly height?: number;
  /** 1 to 8; undefined: nothing. */
  readonly orientation?: number;
  /** Whether it says where it was taken, in each way its kind has. */
  readonly hasPosition?: boolean;
  /** Decides the colours. */
  readonly seed?: number;
}

/** A word that is in all metadata, and in no pixels. */
export const SECRET = "Pixel-7-of-Nagi";

const encoder = new TextEncoder();

/** Joins bytes, texts (of Latin letters) and numbers. */
export function bytesOf(...parts: readonly (Uint8Array | string | number)[]): Bytes {
  return Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === "number"
        ? [part]
        : typeof part === "string"
        ? [...part].map((letter) => letter.charCodeAt(0))
        : [...part]
    ),
  );
}

/** An EXIF block of a little-endian camera: maker, orientation, and a place. */
export function exifBlock({ orientation = 1, hasPosition = false }: MadePicture): Bytes {
  const count = hasPosition ? 3 : 2;
  const text = encoder.encode(`${SECRET}\0`);
  const end = 8 + 2 + count * 12 + 4;
  const gps = end + text.length;
  const bytes = new Uint8Array(gps + (hasPosition ? 2 + 2 * 12 + 4 : 0));
  const view = new DataView(bytes.buffer);
  bytes.set(encoder.encode("II*\0"));
  view.setUint32(4, 8, true);
  view.setUint16(8, count, true);
  const entry = (at: number, tag: number, type: number, length: number, value: number) => {
    view.setUint16(at, tag, true);
    view.setUint16(at + 2, type, true);
    view.setUint32(at + 4, length, true);
    view.setUint32(at + 8, value, true);
  };
  entry(10, 0x010f, 2, text.length, end);
  entry(22, 0x0112, 3, 1, orientation);
  if (hasPosition) {
    entry(34, 0x8825, 4, 1, gps);
    view.setUint16(gps, 2, true);
    entry(gps + 2, 2, 5, 3, 0);
    entry(gps + 14, 4, 5, 3, 0);
  }
  bytes.set(text, end);
  return bytes;
}

export const XMP = `<x:xmpmeta><exif:GPSLatitude>6,12S</exif:GPSLatitude>${SECRET}</x:xmpmeta>`;

/** A PNG with pixels of one colour. */
export function makePng(picture: MadePicture = {}): Bytes {
  const { width = 8, height = 5, seed = 1 } = picture;
  const head = new Uint8Array(13);
  const view = new DataView(head.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  head.set([8, 2, 0, 0, 0], 8);
  const row = new Uint8Array(1 + width * 3).map((_, at) => at === 0 ? 0 : seed * (at % 3 + 1));
  const pixels = bytesOf(...Array.from({ length: height }, () => row));
  const { orientation, hasPosition } = picture;
  const said = orientation !== undefined || hasPosition
    ? [
      pngChunk("eXIf", exifBlock(picture)),
      pngChunk("tEXt", bytesOf(`Comment\0${SECRET}`)),
      pngChunk("iTXt", bytesOf(`XML:com.adobe.xmp\0\0\0\0\0${hasPosition ? XMP : SECRET}`)),
    ]
    : [];
  return bytesOf(
    "\x89PNG\r\n\x1a\n",
    pngChunk("IHDR", head),
    ...said,
    pngChunk("IDAT", deflateSync(pixels)),
    pngChunk("IEND", new Uint8Array()),
  );
}

function segment(marker: number, body: Uint8Array): Bytes {
  const length = body.length + 2;
  return bytesOf(0xff, marker, length >> 8, length & 0xff, body);
}

/** The head of each JPEG that has a colour profile. */
export const PROFILE = "ICC_PROFILE\0\x01\x01colours";

/** The parts of a JPEG in their order; what it shows is of no matter. */
export function makeJpeg(picture: MadePicture = {}): Bytes {
  const { width = 8, height = 5, seed = 1, orientation, hasPosition } = picture;
  const said = orientation !== undefined || hasPosition
    ? [
      segment(0xe1, bytesOf("Exif\0\0", exifBlock(picture))),
      segment(0xe1, bytesOf(`http://ns.adobe.com/xap/1.0/\0${hasPosition ? XMP : SECRET}`)),
      segment(0xed, bytesOf(`Photoshop 3.0\0${SECRET}`)),
      segment(0xfe, bytesOf(SECRET)),
    ]
    : [];
  return bytesOf(
    0xff,
    0xd8,
    segment(0xe0, bytesOf("JFIF\0", 1, 1, 0, 0, 1, 0, 1, 0, 0)),
    ...said,
    segment(0xe2, bytesOf(PROFILE)),
    segment(0xdb, new Uint8Array(65).fill(1)),
    segment(0xc0, bytesOf(8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0)),
    segment(0xc4, new Uint8Array(20)),
    segment(0xda, bytesOf(1, 1, 0, 0, 63, 0)),
    // A stuffed byte and a restart are part of the data.
    bytesOf(seed & 0x7f, 0xff, 0, seed >> 8 & 0x7f, 0xff, 0xd0, 0x12),
    0xff,
    0xd9,
    ...(hasPosition ? [`video behind the picture, of ${SECRET}`] : []),
  );
}

function riff(...chunks: readonly Uint8Array[]): Bytes {
  const body = bytesOf("WEBP", ...chunks);
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, body.length, true);
  return bytesOf("RIFF", length, body);
}

/** A chunk of a lossy picture, without what follows its head. */
export function lossy({ width = 8, height = 5, seed = 1 }: MadePicture): Uint8Array {
  const side = (value: number) => [value & 255, value >> 8];
  return webpChunk("VP8 ", bytesOf(16, 0, 0, 0x9d, 1, 0x2a, ...side(width), ...side(height), seed));
}

/** A chunk of a lossless picture, likewise. */
export function lossless({ width = 8, height = 5, seed = 1 }: MadePicture): Uint8Array {
  const bits = width - 1 | height - 1 << 14;
  return webpChunk(
    "VP8L",
    bytesOf(0x2f, bits & 255, bits >> 8 & 255, bits >> 16 & 255, bits >>> 24, seed, seed),
  );
}

/** A WebP: of one chunk where it says nothing else. */
export function makeWebp(picture: MadePicture = {}, chunk = lossy): Bytes {
  const { width = 8, height = 5, orientation, hasPosition } = picture;
  if (orientation === undefined && !hasPosition) return riff(chunk(picture));
  const side = (value: number) => [value - 1 & 255, value - 1 >> 8, 0];
  return riff(
    webpChunk("VP8X", bytesOf(0x2c, 0, 0, 0, ...side(width), ...side(height))),
    webpChunk("ICCP", bytesOf("colours")),
    chunk(picture),
    webpChunk("EXIF", exifBlock(picture)),
    webpChunk("XMP ", bytesOf(hasPosition ? XMP : SECRET)),
  );
}

/** Two frames of a WebP that moves. */
export function makeMovingWebp(): Bytes {
  return riff(
    webpChunk("VP8X", bytesOf(0x02, 0, 0, 0, 7, 0, 0, 4, 0, 0)),
    webpChunk("ANIM", new Uint8Array(6)),
    webpChunk("ANMF", bytesOf(new Uint8Array(16), lossy({}))),
  );
}
