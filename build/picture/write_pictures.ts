import { PICTURE_HASH_LENGTH } from "../../src/model/picture.ts";
import { hash } from "node:crypto";
import { draftFile } from "../emit/write_file.ts";
import { isFile } from "../read/there.ts";
import { say } from "../words/say.ts";
import type { Picture } from "./check_picture.ts";
import { isPicturesFile, type PublishedPictures } from "./published_pictures.ts";
import { readPicture } from "./read_picture.ts";

/** A picture is another one than when it was checked. */
export class ChangedPictureError extends Error {
  override name = "ChangedPictureError";
}

/**
 * Writes the pictures of a build beside the pack, unless the same ones are there: whole, before the pack
 * that names them.
 *
 * @throws {ChangedPictureError} if one has changed since it was checked
 */
export async function writePictures(
  folder: string,
  { file, pictures }: PublishedPictures,
  isLasting: boolean,
): Promise<void> {
  if (file === undefined || isFile(`${folder}/${file}`)) return;
  const draft = draftFile(`${folder}/${file}`, bareBytes(pictures), isLasting);
  try {
    await draft.place();
  } finally {
    draft.remove();
  }
}

/** One after the other: they need not be in memory together. */
function* bareBytes(pictures: readonly Picture[]): Generator<Uint8Array> {
  for (const { path, address } of pictures) {
    const bare = readPicture(Deno.readFileSync(path))?.bare;
    const digits = bare && hash("sha256", bare, "hex").slice(0, PICTURE_HASH_LENGTH);
    if (digits === undefined || !address.includes(`.${digits}.`)) {
      throw new ChangedPictureError(say`${path} has changed meanwhile: build again`);
    }
    yield bare!;
  }
}

/**
 * Removes the files of pictures that no pack names any more. `next` is that of the pack that is about to be
 * written, `served` says that of the one which is there. A server goes on with a file that it has open.
 */
export function sweepPictures(
  folder: string,
  next: string | undefined,
  served: () => string | undefined,
): void {
  const others = [...Deno.readDirSync(folder)].map(({ name }) => name)
    .filter((name) => isPicturesFile(name) && name !== next);
  if (others.length === 0) return;
  const kept = served();
  for (const name of others) {
    if (name === kept) continue;
    try {
      Deno.removeSync(`${folder}/${name}`);
    } catch {
      // A system that keeps open files lets it go at a later build.
    }
  }
}
