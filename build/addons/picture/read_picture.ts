/**
 * This room reads pictures, and takes out of them what is nobody's business.
 *
 * @module
 */

import { BrokenPictureError, type ReadPicture } from "../../picture/picture.ts";
import { isJpeg, readJpeg } from "./jpeg.ts";
import { isPng, readPng } from "./png.ts";
import { isWebp, readWebp } from "./webp.ts";

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
