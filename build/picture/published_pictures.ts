import { hash } from "node:crypto";
import { PICTURE_HASH_LENGTH, type PictureRow } from "../../src/model/picture.ts";
import { publishedFrom } from "../derive/instants.ts";
import type { GroupContent } from "../check/content.ts";
import type { Picture } from "./picture.ts";
import { writeWhole } from "../emit/write_file.ts";
import { isFile } from "../read/there.ts";
import { say } from "../words/say.ts";
import { compareTexts } from "../../src/toolbox/compare_texts.ts";
import { pictureReader } from "./read_picture.ts";

/** The pictures of a build, in the order of their file, and what the pack says of them. */
export interface PublishedPictures {
  /** The name of the file that holds them; undefined: there are none. */
  readonly file: string | undefined;
  readonly pictures: readonly Picture[];
  /** By the slugs of groups. */
  readonly rows: ReadonlyMap<string, readonly PictureRow[]>;
}

/** What a file of pictures in OUT_DIR is called. */
const FILE = /^pictures-.*\.bin$/;

/** Lists the pictures that something names which is published, or will be. */
export function publishedPictures(groups: readonly GroupContent[]): PublishedPictures {
  const pictures: Picture[] = [];
  const rows = new Map<string, readonly PictureRow[]>();
  let at = 0;
  for (const group of groups) {
    const published = [...publicationsOf(group)].sort(([one], [other]) =>
      compareTexts(one.address, other.address)
    );
    if (published.length === 0) continue;
    const ofGroup = published.map(([{ address, length }, from]): PictureRow => {
      const name = address.slice(address.lastIndexOf("/") + 1);
      const row = { name, at, length, ...(from !== -Infinity && { from }) };
      at += length;
      return row;
    });
    rows.set(group.slug, ofGroup);
    pictures.push(...published.map(([picture]) => picture));
  }
  if (pictures.length === 0) return { file: undefined, pictures, rows };
  const names = pictures.map(({ address }) => address).join("\n");
  const digits = hash("sha256", names, "hex").slice(0, 32);
  return { file: `pictures-${digits}.bin`, pictures, rows };
}

/** From when on each picture of a group is named by something that is shown, in epoch ms. */
function publicationsOf(group: GroupContent): Map<Picture, number> {
  const from = new Map<Picture, number>();
  const note = (pictures: readonly Picture[] = [], instant: number) => {
    for (const picture of pictures) {
      from.set(picture, Math.min(from.get(picture) ?? Infinity, instant));
    }
  };
  const { setlists, members, shows, news, events, releases } = group;
  note(group.ownPictures, -Infinity);
  for (const { pictures } of setlists) note(pictures, -Infinity);
  for (const entry of [...members, ...shows, ...news, ...events, ...releases]) {
    note(entry.pictures, publishedFrom(entry.file));
  }
  return from;
}

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
export function writePictures(
  folder: string,
  { file, pictures }: PublishedPictures,
  isLasting: boolean,
): void {
  if (file === undefined || isFile(`${folder}/${file}`)) return;
  writeWhole(`${folder}/${file}`, bareBytes(pictures), isLasting);
}

/** One after the other: they need not be in memory together. */
function* bareBytes(pictures: readonly Picture[]): Generator<Uint8Array> {
  for (const { path, address } of pictures) {
    const bare = pictureReader?.(Deno.readFileSync(path))?.bare;
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
    .filter((name) => FILE.test(name) && name !== next);
  const kept = others.length === 0 ? undefined : served();
  for (const name of others.filter((name) => name !== kept)) {
    try {
      Deno.removeSync(`${folder}/${name}`);
    } catch {
      // A system that keeps open files lets it go at a later build.
    }
  }
}
