/**
 * This room checks the pictures of the content, and takes out of them what is nobody's business.
 *
 * @module
 */

import { isJpeg, readJpeg } from "./jpeg.ts";
import { BrokenPictureError, hasText, type ReadPicture } from "./picture_bytes.ts";
import { isPng, readPng } from "./png.ts";
import { isWebp, readWebp } from "./webp.ts";

/** The most that a picture may have. */
export const MAX_PICTURE_BYTES = 2 * 1024 * 1024;
export const MAX_PICTURE_SIDE = 4096;

/** The most that the pictures of a group may have together. */
export const MAX_GROUP_BYTES = 64 * 1024 * 1024;

/** How the bytes of each kind that is served begin, and are read. */
const READERS = [[isJpeg, readJpeg], [isPng, readPng], [isWebp, readWebp]] as const;

/**
 * Reads the bytes of a picture; undefined if they are none of a kind that is served.
 *
 * @throws {BrokenPictureError} if they are not whole
 */
export function readPicture(bytes: Uint8Array): ReadPicture | undefined {
  const [, read] = READERS.find(([isOfKind]) => isOfKind(bytes)) ?? [];
  try {
    return read?.(bytes);
  } catch (error) {
    // A length that is wrong leads out of the bytes.
    if (error instanceof RangeError) throw new BrokenPictureError(false);
    throw error;
  }
}

/** Beginnings of files that people take for pictures, and what they are. */
const OTHERS: readonly (readonly [at: number, text: string, name: string])[] = [
  [0, "GIF8", "GIF"],
  [4, "ftypavif", "AVIF"],
  [4, "ftypavis", "AVIF"],
  [4, "ftyphei", "HEIC"],
  [4, "ftyphev", "HEIC"],
  [4, "ftypmif1", "HEIC"],
  [4, "ftyp", "MP4"],
  [0, "BM", "BMP"],
  [0, "II*\0", "TIFF"],
  [0, "MM\0*", "TIFF"],
  [0, "8BPS", "Photoshop"],
  [0, "%PDF", "PDF"],
  [0, "PK\x03\x04", "ZIP"],
  [0, "\0\0\x01\0", "ICO"],
  [0, "\xff\x0a", "JPEG XL"],
  [0, "\0\0\0\x0cJXL ", "JPEG XL"],
  [0, "version https://git-lfs", "Git LFS"],
];

/** What kind of file it is that is no picture; undefined if that is unknown. */
export function otherKindOf(bytes: Uint8Array): string | undefined {
  const known = OTHERS.find(([at, text]) => hasText(bytes, at, text));
  if (known !== undefined) return known[2];
  const start = new TextDecoder().decode(bytes.subarray(0, 512)).trimStart().toLowerCase();
  if (start.startsWith("<svg") || (start.startsWith("<?xml") && start.includes("<svg"))) {
    return "SVG";
  }
  return start.startsWith("<!doctype html") || start.startsWith("<html") ? "HTML" : undefined;
}

/** The sides of a picture as it is seen: those of a picture on its side are the other way round. */
export function seenSize(
  { width, height, orientation }: Pick<ReadPicture, "width" | "height" | "orientation">,
): { readonly width: number; readonly height: number } {
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}
