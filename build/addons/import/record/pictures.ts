import {
  BrokenPictureError,
  MAX_PICTURE_BYTES,
  MAX_PICTURE_SIDE,
} from "../../../picture/picture.ts";
import { fittingName } from "../../../picture/group_pictures.ts";
import { pictureReader } from "../../../picture/read_picture.ts";
import { PICTURES } from "../../../picture/resolve_pictures.ts";
import { isLink } from "../../../read/misplaced.ts";
import { refuseLinks } from "../../../files/refuse_links.ts";
import { exists, isFolder } from "../../../read/there.ts";
import { TaskError } from "../../../task/task_error.ts";
import { say } from "../../../words/say.ts";
import type { Outcome, Where } from "../report.ts";

/** What content calls the picture at an address: itself, or a picture of the group. */
export type TakePicture = (address: string, where: Where) => string;

/** The address under which a service of ours answers a picture. */
const OWN_PICTURE = /^https?:\/\/.*\/media\/[^/]+\/([^/]+)\.[0-9a-f]{32}(\.(?:jpg|png|webp))$/;

/**
 * Copies the pictures that a dump names out of the folder that `--pictures` names into an outcome,
 * without what else is in their files. One is found by the name at the end of its address.
 *
 * @throws {TaskError} where the folder is none, or pictures cannot be put into the group's
 */
export function pictureTaker(
  from: string | undefined,
  group: string,
  outcome: Outcome,
): TakePicture {
  if (from !== undefined && !isFolder(from)) {
    throw new TaskError(say`Cannot find the folder of pictures ${from}`);
  }
  if (from !== undefined) refuseLinks(group, PICTURES.slice(0, -1));
  const paths = from === undefined ? [] : filesBelow(from);
  const names = new Map<string, string | undefined>();

  function take(path: string, where: Where): string | undefined {
    const read = isLink(path) ? undefined : readBare(Deno.readFileSync(path));
    const name = read && fittingName(nameOf(path).replace(/\.\w+$/, `.${read.type}`));
    const own = PICTURES + name;
    if (name === undefined || [...names.values()].includes(own)) {
      const message = say`the picture ${nameOf(path)} cannot be used: expected a name of its own,
      and a whole and still JPEG, PNG or WebP of at most 2 MiB and ${MAX_PICTURE_SIDE} pixels a side`;
      return void outcome.tell(message, where);
    }
    if (!exists(`${group}/${own}`)) outcome.pictures.set(`${group}/${own}`, read!.bare);
    return own;
  }

  return (address, where) => {
    const [, stem, ending] = OWN_PICTURE.exec(address) ?? [];
    const own = `${PICTURES}${stem}${ending}`;
    if (stem !== undefined && exists(`${group}/${own}`)) return own;
    const end = nameOf(address.replace(/[?#].*$/, "").replaceAll("%20", " ")).toLowerCase();
    const [path, ...others] = paths.filter((path) => nameOf(path).toLowerCase() === end);
    if (path === undefined || others.length > 0) return address;
    if (!names.has(path)) names.set(path, take(path, where));
    return names.get(path) ?? address;
  };
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function readBare(bytes: Uint8Array) {
  try {
    const read = bytes.length > MAX_PICTURE_BYTES ? undefined : pictureReader?.(bytes);
    const isFit = read && !read.isMoving && Math.max(read.width, read.height) <= MAX_PICTURE_SIDE;
    return isFit ? read : undefined;
  } catch (error) {
    if (error instanceof BrokenPictureError) return undefined;
    throw error;
  }
}

/** Links are among them, and folders behind links are not. */
function filesBelow(folder: string): string[] {
  return [...Deno.readDirSync(folder)].sort((one, other) => one.name < other.name ? -1 : 1)
    .flatMap(({ name, isDirectory }) =>
      isDirectory ? filesBelow(`${folder}/${name}`) : [`${folder}/${name}`]
    );
}
