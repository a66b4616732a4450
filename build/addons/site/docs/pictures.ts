import type { PublicFile } from "../../../../src/model/site_pack.ts";

/** A picture of the documents, with its size in CSS px. */
interface Picture {
  readonly contentType: string;
  readonly body: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const FOLDER = "/docs/pictures/";

/** The pictures by their path; `test/pages/take_pictures.ts` takes those of pages again. */
const PICTURES: ReadonlyMap<string, Picture> = readPictures(new URL("pictures/", import.meta.url));

function readPictures(folder: URL): Map<string, Picture> {
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
  return new Map(names.map((name) => {
    const body = Deno.readFileSync(new URL(name, folder));
    return [FOLDER + name, name.endsWith(".svg") ? svg(body) : webp(body)];
  }));
}

function webp(body: Uint8Array): Picture {
  // The extended header has each side less one in 24 bits (RFC 9649 section 2.7).
  const view = new DataView(body.buffer, body.byteOffset);
  const sideAt = (place: number) => (view.getUint32(place, true) & 0xffffff) + 1;
  return { contentType: "image/webp", body, width: sideAt(24), height: sideAt(27) };
}

function svg(body: Uint8Array): Picture {
  const text = new TextDecoder().decode(body);
  const [, width, height] = /^<svg [^>]*width="(\d+)" height="(\d+)"/.exec(text)!;
  return { contentType: "image/svg+xml", body, width: Number(width), height: Number(height) };
}

/** The pictures as files of the site. */
export function pictureFiles(): PublicFile[] {
  return [...PICTURES].map(([path, { contentType, body }]) => ({ path, contentType, body }));
}

/**
 * The size of the picture at a path, so that a page keeps its place free.
 *
 * @throws {TypeError} if there is none
 */
export function pictureSize(path: string): { readonly width: number; readonly height: number } {
  const picture = PICTURES.get(path);
  if (picture === undefined) {
    throw new TypeError(
      `Cannot show "${path}": expected a picture of build/addons/site/docs/pictures`,
    );
  }
  return picture;
}
