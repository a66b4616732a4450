import type { PublicFile } from "../../../src/model/site_pack.ts";
import checkEn from "./pictures/check_en.webp" with { type: "bytes" };
import checkId from "./pictures/check_id.webp" with { type: "bytes" };
import formsEn from "./pictures/forms_en.webp" with { type: "bytes" };
import formsId from "./pictures/forms_id.webp" with { type: "bytes" };
import formsOpen from "./pictures/forms_open.webp" with { type: "bytes" };
import panelKey from "./pictures/panel_key.webp" with { type: "bytes" };
import panelKeys from "./pictures/panel_keys.webp" with { type: "bytes" };
import pipelines from "./pictures/pipelines.svg" with { type: "text" };
import previewEn from "./pictures/preview_en.webp" with { type: "bytes" };
import previewId from "./pictures/preview_id.webp" with { type: "bytes" };

/** A picture's size in CSS px. */
interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** A picture of the documents. */
interface Picture extends PictureSize {
  readonly contentType: string;
  readonly body: Uint8Array | string;
}

/** A picture of a page, which `test/pages/take_pictures.ts` takes again. */
function webp(body: Uint8Array): Picture {
  // The extended header has each side less one in 24 bits (RFC 9649 section 2.7).
  const view = new DataView(body.buffer, body.byteOffset);
  const sideAt = (place: number) => (view.getUint32(place, true) & 0xffffff) + 1;
  return { contentType: "image/webp", body, width: sideAt(24), height: sideAt(27) };
}

/** A drawing. */
function svg(body: string): Picture {
  const [, width, height] = /^<svg [^>]*width="(\d+)" height="(\d+)"/.exec(body)!;
  return { contentType: "image/svg+xml", body, width: Number(width), height: Number(height) };
}

/** The pictures of the documents by the name of their file. */
const PICTURES: Readonly<Record<string, Picture>> = {
  "check_en.webp": webp(checkEn),
  "check_id.webp": webp(checkId),
  "forms_en.webp": webp(formsEn),
  "forms_id.webp": webp(formsId),
  "forms_open.webp": webp(formsOpen),
  "panel_key.webp": webp(panelKey),
  "panel_keys.webp": webp(panelKeys),
  "pipelines.svg": svg(pipelines),
  "preview_en.webp": webp(previewEn),
  "preview_id.webp": webp(previewId),
};

const FOLDER = "/docs/pictures/";

/** The pictures as files of the site. */
export function pictureFiles(): PublicFile[] {
  return Object.entries(PICTURES).map(([name, { contentType, body }]) => ({
    path: FOLDER + name,
    contentType,
    body,
  }));
}

/**
 * The size of the picture at a path, so that a page keeps its place free.
 *
 * @throws {TypeError} if there is none
 */
export function pictureSize(path: string): PictureSize {
  const picture = PICTURES[path.slice(FOLDER.length)];
  if (picture === undefined || !path.startsWith(FOLDER)) {
    throw new TypeError(`Cannot show "${path}": expected a picture of build/site/docs/pictures`);
  }
  return picture;
}
