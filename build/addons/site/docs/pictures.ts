import { imageSize } from "image-size";
import type { PublicFile } from "../../../../src/model/site_pack.ts";

const FOLDER = new URL("pictures/", import.meta.url);

/** The pictures of the documents; `test/pages/take_pictures.ts` takes those of pages again. */
export function pictureFiles(): PublicFile[] {
  const names = [...Deno.readDirSync(FOLDER)].map(({ name }) => name).sort();
  return names.map((name) => ({
    path: `/docs/pictures/${name}`,
    contentType: name.endsWith(".svg") ? "image/svg+xml" : "image/webp",
    body: Deno.readFileSync(new URL(name, FOLDER)),
  }));
}

/**
 * The sides of a picture in CSS px, so that a page keeps its place free.
 *
 * @throws {Deno.errors.NotFound} if there is none at the path
 */
export function pictureSize(path: string): { readonly width: number; readonly height: number } {
  return imageSize(Deno.readFileSync(new URL(path.replace("/docs/pictures/", ""), FOLDER)));
}
