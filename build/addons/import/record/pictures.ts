import {
  BrokenPictureError,
  MAX_PICTURE_BYTES,
  MAX_PICTURE_SIDE,
} from "../../../picture/picture.ts";
import { pictureReader } from "../../../picture/read_picture.ts";
import { fittingName } from "../../../picture/group_pictures.ts";
import { PICTURES } from "../../../picture/resolve_pictures.ts";
import { isLink } from "../../../read/misplaced.ts";
import { refuseLinks } from "../../../files/refuse_links.ts";
import { exists, isFolder } from "../../../read/there.ts";
import { TaskError } from "../../../task/task_error.ts";
import { say } from "../../../words/say.ts";

/** A folder with the pictures that a dump names. */
export interface PictureSource {
  /**
   * What content calls the picture at an address, if the folder has it; `tell` hears why one cannot be
   * used. What is taken is in {@linkcode PictureSource.taken}.
   */
  take(address: string, tell: (message: string) => void): string | undefined;
  /** The bytes of pictures by their names, without what else was in their files. */
  readonly taken: ReadonlyMap<string, Uint8Array>;
}

/**
 * Opens the folder that `--pictures` names; a picture is found by the end of its address. `into`:
 * `content/<group>`.
 *
 * @throws {TaskError} where it is none, or pictures cannot be put there
 */
export function openPictures(folder: string | undefined, into: string): PictureSource | undefined {
  if (folder === undefined) return undefined;
  if (!isFolder(folder)) throw new TaskError(say`Cannot find the folder of pictures ${folder}`);
  refuseLinks(into, PICTURES.slice(0, -1));
  const paths = filesBelow(folder).map((path) => path.slice(folder.length + 1));
  const taken = new Map<string, Uint8Array>();
  const names = new Map<string, string | undefined>();

  /** The file whose path ends as the address does, as far as possible; none if several do. */
  function fileFor(address: string): string | undefined {
    const parts = partsOf(address.toLowerCase());
    const ends = parts.map((_, from) => `/${parts.slice(from).join("/")}`);
    const found = ends.map((end) => paths.filter((path) => `/${path.toLowerCase()}`.endsWith(end)))
      .find((same) => same.length > 0) ?? [];
    return found.length === 1 ? found[0] : undefined;
  }

  function takeFile(path: string, tell: (message: string) => void): string | undefined {
    if (isLink(`${folder}/${path}`)) {
      return void tell(
        say`the picture ${path} cannot be used: it is a link; put there what it leads to`,
      );
    }
    const bytes = Deno.readFileSync(`${folder}/${path}`);
    const read = readOrTell(bytes, path, tell);
    if (read === undefined) return undefined;
    const name = fittingName(nameOf(path).replace(/\.\w+$/, `.${read.type}`));
    if (name !== undefined && !isAnother(taken.get(name), read.bare)) {
      taken.set(name, read.bare);
      return name;
    }
    tell(say`the picture ${path} cannot be used: no name for it can be made`);
    return undefined;
  }

  return {
    taken,
    take(address, tell) {
      const path = fileFor(address);
      if (path === undefined) return undefined;
      if (!names.has(path)) names.set(path, takeFile(path, tell));
      const name = names.get(path);
      return name === undefined ? undefined : PICTURES + name;
    },
  };
}

function readOrTell(bytes: Uint8Array, path: string, tell: (message: string) => void) {
  const refuse = () => {
    const message =
      say`the picture ${path} cannot be used: expected a whole and still JPEG, PNG or WebP
      of at most 2 MiB and ${MAX_PICTURE_SIDE} pixels a side`;
    return void tell(message);
  };
  try {
    const read = bytes.length > MAX_PICTURE_BYTES ? undefined : pictureReader?.(bytes);
    const isFit = read !== undefined && !read.isMoving &&
      Math.max(read.width, read.height) <= MAX_PICTURE_SIDE;
    return isFit ? read : refuse();
  } catch (error) {
    if (error instanceof BrokenPictureError) return refuse();
    throw error;
  }
}

function isAnother(known: Uint8Array | undefined, bytes: Uint8Array): boolean {
  return known !== undefined &&
    (known.length !== bytes.length || known.some((byte, at) => byte !== bytes[at]));
}

/** The folders and the name in an address. */
function partsOf(address: string): string[] {
  const path = address.replace(/^[a-z]+:\/\/[^/]*/i, "").replace(/[?#].*$/, "");
  return path.replaceAll("%20", " ").split("/").filter((part) => part !== "");
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Links are among them, and folders behind links are not. */
function filesBelow(folder: string): string[] {
  return [...Deno.readDirSync(folder)].sort((one, other) => one.name < other.name ? -1 : 1)
    .flatMap(({ name, isDirectory, isFile, isSymlink }) => {
      const path = `${folder}/${name}`;
      return isDirectory ? filesBelow(path) : isFile || isSymlink ? [path] : [];
    });
}

/** The bytes of those that are not in the group's folder yet, by their paths there. */
export function placedPictures(
  source: PictureSource | undefined,
  into: string,
): Map<string, Uint8Array> {
  const all = [...source?.taken ?? []].map(([name, bytes]) =>
    [`${into}/${PICTURES}${name}`, bytes] as const
  );
  return new Map(all.filter(([path]) => !exists(path)));
}

/** The addresses under which a service of ours answers its pictures; some programs escape slashes. */
const OWN_PICTURE =
  /https?:(?:\\?\/){2}(?:[^\\\s"]|\\\/)+?\\?\/media\\?\/[^/\\\s"]+\\?\/([^/\\\s"]+)\.[0-9a-f]{32}(\.(?:jpg|png|webp))/g;

/** A dump of our own answers names the pictures that the group has as its content does. */
export function withOwnPictures(text: string, folder: string): string {
  return text.replace(
    OWN_PICTURE,
    (address, stem, ending) =>
      exists(`${folder}/${PICTURES}${stem}${ending}`) ? `${PICTURES}${stem}${ending}` : address,
  );
}
