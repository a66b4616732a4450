/**
 * This room reads pictures, and takes out of them what is nobody's business.
 *
 * @module
 */

import { imageSize } from "image-size";
import { BrokenPictureError, type ReadPicture } from "../../picture/picture.ts";
import { hasPosition, orientationBlock, orientationIn } from "./exif.ts";
import { type Kind, KINDS, latinText } from "./parts.ts";

/**
 * Reads the bytes of a picture; undefined if they are none of a kind that is served.
 *
 * @throws {BrokenPictureError} if they are not whole
 */
export function readPicture(bytes: Uint8Array): ReadPicture | undefined {
  const start = latinText(bytes.subarray(0, 16));
  const kinds = Object.entries(KINDS) as [ReadPicture["type"], Kind][];
  const [type, kind] = kinds.find(([, one]) => one.start.test(start)) ?? [];
  if (type === undefined || kind === undefined) return undefined;
  const { kept, exif, texts, hasPixels, isMoving } = kind.split(bytes);
  if (!hasPixels) throw new BrokenPictureError(false);
  const orientation = exif.map(orientationIn).find((turned) => turned !== 1) ?? 1;
  const bare = kind.join(kept, orientation === 1 ? undefined : orientationBlock(orientation));
  const { width, height } = sizeOf(bare);
  const isOnSide = orientation >= 5;
  return {
    type,
    width: isOnSide ? height : width,
    height: isOnSide ? width : height,
    hasPosition: [...exif, ...texts].some(hasPosition) || texts.some(namesPosition),
    isMoving,
    bare,
  };
}

/** The bare bytes have their parts where the reader of sizes looks for them. */
function sizeOf(bare: Uint8Array): { readonly width: number; readonly height: number } {
  try {
    const size = imageSize(bare);
    if (size.width > 0 && size.height > 0) return size;
  } catch {
    // It says no more than that there is none.
  }
  throw new BrokenPictureError(false);
}

/** Whether a text that describes a picture, such as XMP, says where it was taken. */
function namesPosition(text: Uint8Array): boolean {
  return /GPS(?:Latitude|Longitude|Position)/i.test(latinText(text));
}
