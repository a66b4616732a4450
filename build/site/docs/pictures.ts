import type { PublicFile } from "../../../src/model/site_pack.ts";
import checkEn from "./pictures/check_en.webp" with { type: "bytes" };
import checkId from "./pictures/check_id.webp" with { type: "bytes" };
import formsEn from "./pictures/forms_en.webp" with { type: "bytes" };
import formsId from "./pictures/forms_id.webp" with { type: "bytes" };
import formsOpen from "./pictures/forms_open.webp" with { type: "bytes" };
import previewEn from "./pictures/preview_en.webp" with { type: "bytes" };
import previewId from "./pictures/preview_id.webp" with { type: "bytes" };

/** A picture's size in CSS px. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The pictures of the documents by the name of their file; `deno task pictures` takes them again. */
const PICTURES: Readonly<Record<string, Uint8Array>> = {
  "check_en.webp": checkEn,
  "check_id.webp": checkId,
  "forms_en.webp": formsEn,
  "forms_id.webp": formsId,
  "forms_open.webp": formsOpen,
  "preview_en.webp": previewEn,
  "preview_id.webp": previewId,
};

const FOLDER = "/docs/pictures/";

/** The pictures as files of the site. */
export function pictureFiles(): PublicFile[] {
  return Object.entries(PICTURES).map(([name, body]) => ({
    path: FOLDER + name,
    contentType: "image/webp",
    body,
  }));
}

/**
 * The size of the picture at a path, so that a page keeps its place free.
 *
 * @throws {TypeError} where there is none
 */
export function pictureSize(path: string): PictureSize {
  const bytes = PICTURES[path.slice(FOLDER.length)];
  if (bytes === undefined || !path.startsWith(FOLDER)) {
    throw new TypeError(`Cannot show "${path}": expected a picture of build/site/docs/pictures`);
  }
  // The extended header has each side less one in 24 bits (RFC 9649 section 2.7).
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const sideAt = (place: number) => (view.getUint32(place, true) & 0xffffff) + 1;
  return { width: sideAt(24), height: sideAt(27) };
}
