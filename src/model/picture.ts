/**
 * A picture of the content: its bytes are in a file beside the pack, and its address names them.
 */

/** The content types of pictures, by the ending of their names. */
export const PICTURE_TYPES: Readonly<Record<string, string>> = {
  jpg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
};

/** How many hexadecimal digits of the SHA-256 of its bytes an address has: 128 bits. */
export const PICTURE_HASH_LENGTH = 32;

/** `/media/<group>/<name>.<hash>.<ending>`; nothing else has such an address. */
const ADDRESS = /^\/media\/[^/\s]+\/[^/\s]+\.[0-9a-f]{32}\.(?:jpg|png|webp)$/;

/** What the path of each picture begins with. */
export const MEDIA_ROOT = "/media/";

/** Whether a text is the path of a picture of the content. */
export function isPicturePath(text: string): boolean {
  return text.startsWith(MEDIA_ROOT) && ADDRESS.test(text);
}

/** A picture as the pack lists it. */
export interface PictureRow {
  /** The last part of its path. */
  readonly name: string;
  /** Where its bytes are in the file, and how many there are. */
  readonly at: number;
  readonly length: number;
  /** Epoch ms from which something published names it; absent if something always does. */
  readonly from?: number;
}
