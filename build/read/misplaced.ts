/** Explains files and folders that are not where, or not called as, content is. */

import { type Diagnostic, errorAt, topOf, warningAt } from "../diagnostic/diagnostic.ts";
import { onlyNearest, suggestion } from "../diagnostic/wording.ts";
import { isSameInForm } from "../check/same_form.ts";
import { type EntryFolder, FOLDERS } from "../schema/schemas.ts";
import { exists } from "./there.ts";
import { phrase, type Words } from "../words/say.ts";

/** The folders of a group with one file per entry. */
export const ENTRY_FOLDERS = Object.keys(FOLDERS) as EntryFolder[];

/** The folder of a group's pictures. */
export const PICTURES_FOLDER = "pictures";

/** The files beside the groups' folders. */
export const ROOT_FILES = ["site.yaml", "plans.yaml"];

/** The other files of a group. */
export const GROUP_FILES = ["group.yaml"];

/** What text editors, systems and tools leave beside files. */
const BACKUP = /(?:~|\.(?:bak|old|orig|rej|tmp|save|swp|backup)|^#.*#)$/i;
const OF_SYSTEM = /^(?:thumbs\.db|desktop\.ini|ehthumbs\.db|__macosx|icon\r|~\$.*)$/i;

/** What is said of such a file or folder; undefined where it is none. */
export function leftBehind(name: string): Words | undefined {
  if (BACKUP.test(name)) return phrase`This is a copy that a program has left: delete it`;
  return OF_SYSTEM.test(name)
    ? phrase`A system or program has left this, and no content is in it: delete it`
    : undefined;
}

/** What content is called elsewhere, or with what an editor of texts has put behind it; or no ending. */
const CONTENT_ENDING = /(?:\.(?:ya?ml|md|markdown)(?:\.txt)?|(?<=^[^.]+))$/i;

/** Something in the folder of a kind that is no file of it. */
export function misplaced(folder: string, entry: Deno.DirEntry, ending: string): Diagnostic {
  const { name } = entry;
  const path = `${folder}/${name}`;
  if (entry.isDirectory) {
    const message = phrase`Cannot use this folder: files are directly in ${folder};
      move its files there, and delete it`;
    return errorAt(topOf(path), message);
  }
  const other = CONTENT_ENDING.exec(name)?.[0];
  if (!entry.isFile || other === undefined) {
    return unread(folder, entry, [], phrase`. Files in this folder end in ${ending}`);
  }
  const message = phrase`Cannot use this file: files in ${folder} end in ${ending}`;
  // Another sort of file is not made one by another name.
  const isArticle = /md|markdown/i.test(other);
  if (other !== "" && isArticle !== (ending === ".md")) return errorAt(topOf(path), message);
  const to = `${path.slice(0, path.length - other.length)}${ending}`;
  const isFree = !exists(to);
  const remedy = isFree ? phrase`; rename it` : phrase`; ${to} is there, too: keep one of them`;
  return errorAt(topOf(path), phrase`${message}${remedy}`, isFree ? { from: path, to } : undefined);
}

/** A file or folder of a group that is none of those it has. */
export function unknownInGroup(folder: string, entry: Deno.DirEntry): Diagnostic {
  const path = `${folder}/${entry.name}`;
  const { isDirectory } = entry;
  const kinds = ENTRY_FOLDERS.join(", ");
  const meant = isDirectory ? ENTRY_FOLDERS : GROUP_FILES;
  if (onlyNearest(entry.name, meant) !== undefined || !holdsContent(path, entry)) {
    const hint = isDirectory ? phrase`. The folders of a group are ${kinds}` : "";
    return unread(folder, entry, meant, hint);
  }
  const message = isDirectory
    ? phrase`Cannot use this folder here: move its files into the folder of their kind, one of ${kinds}`
    : phrase`Cannot use this file here: move it into the folder of its kind, one of ${kinds}`;
  return errorAt(topOf(path), message);
}

/** Whether a file is content by its name, or one in a folder is. Links are not followed. */
function holdsContent(path: string, { name, isFile, isDirectory }: Deno.DirEntry): boolean {
  if (!isDirectory) return isFile && /\.(?:ya?ml|md)$/i.test(name);
  return [...Deno.readDirSync(path)].some((entry) =>
    !entry.name.startsWith(".") && holdsContent(`${path}/${entry.name}`, entry)
  );
}

export const LINKED =
  phrase`Links to files and folders are not read; put here what this one leads to`;

/** Links are not followed: what they lead to may be anything on this machine. */
export function unread(
  folder: string,
  entry: Deno.DirEntry,
  meant: readonly string[],
  hint: Words = "",
) {
  const place = topOf(`${folder}/${entry.name}`);
  if (entry.isSymlink) return warningAt(place, LINKED);
  const only = onlyNearest(entry.name, meant);
  if (only !== undefined) return wronglyNamed(folder, entry, only);
  const kind = entry.isDirectory ? phrase`folder` : phrase`file`;
  const advice = suggestion(entry.name, meant) || hint;
  return warningAt(place, phrase`This ${kind} is not read: move it away or rename it${advice}`);
}

/** Whether a name is meant as this one: in another case, or with another ending of the same sort. */
export function isCalled(name: string, meant: string): boolean {
  return isSameInForm(name.replace(/\.ya?ml(?:\.txt)?$/i, ".yaml"), meant);
}

function wronglyNamed(folder: string, { name, isDirectory }: Deno.DirEntry, only: string) {
  const [from, to] = [`${folder}/${name}`, `${folder}/${only}`];
  const isFree = !exists(to);
  const remedy = isFree
    ? phrase`rename it`
    : isDirectory
    ? phrase`move its files to ${to}, and delete it`
    : phrase`${to} is there, too: keep one of them`;
  const kind = isDirectory ? phrase`folder` : phrase`file`;
  const message = phrase`Cannot use this ${kind}: its name has to be ${only}; ${remedy}`;
  return errorAt(topOf(from), message, isFree && isCalled(name, only) ? { from, to } : undefined);
}

/** Whether somebody put a link there. */
export function isLink(path: string): boolean {
  try {
    return Deno.lstatSync(path).isSymlink;
  } catch {
    return false;
  }
}
