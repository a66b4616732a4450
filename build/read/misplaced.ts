/** Explains files and folders that are not where, or not called as, content is. */

import { type Diagnostic, errorAt, type Fix, topOf, warningAt } from "../diagnostic/diagnostic.ts";
import { onlyNearest, suggestion } from "../diagnostic/wording.ts";
import { isSameInForm } from "../check/same_form.ts";
import { exists } from "./there.ts";
import { phrase, type Words } from "../words/say.ts";
import { quote } from "../diagnostic/wording.ts";

/** The folders of a group, each with one file per entry. */
export const KIND_FOLDERS = [
  "members",
  "shows",
  "news",
  "events",
  "releases",
  "videocalls",
] as const;

export type KindFolder = (typeof KIND_FOLDERS)[number];

/** All folders of a group with one file per entry. */
export const ENTRY_FOLDERS = [...KIND_FOLDERS, "setlists"] as const;

export type EntryFolder = (typeof ENTRY_FOLDERS)[number];

/** The folder of a group's pictures. */
export const PICTURES_FOLDER = "pictures";

/** The files beside the groups' folders. */
export const ROOT_FILES = ["site.yaml", "plans.yaml"];

/** The other files of a group. */
export const GROUP_FILES = ["group.yaml"];
/** What the folders of a group are called elsewhere. */
const FOLDER_WORDS: Readonly<Record<string, KindFolder>> = {
  anggota: "members",
  roster: "members",
  theater: "shows",
  theatre: "shows",
  teater: "shows",
  pertunjukan: "shows",
  berita: "news",
  kabar: "news",
  artikel: "news",
  articles: "news",
  ...{
    posts: "news",
    acara: "events",
    kegiatan: "events",
    rilis: "releases",
    diskografi: "releases",
  },
  discography: "releases",
  albums: "releases",
  singles: "releases",
};

/** What folders of pictures are called elsewhere. */
const PICTURES_WORDS = /^(?:media|uploads?|images?|imgs?|picture|photos?|gambar|foto)$/i;

/** What office programs save. */
const OFFICE = /\.(?:docx?|odt|rtf|pdf|xlsx?|ods|csv|pages|numbers)$/i;

const PICTURE = /\.(?:jpe?g|png|gif|webp|avif|svg|heic)$/i;

/** What programs of forms call the folder into which they put what somebody uploads. */
const UPLOADS = /^(?:media|uploads?|images?|img|pictures|gambar|foto)$/i;

/** Whether a folder is one of pictures, or one that a program made for them. */
export function holdsPictures(name: string, inside: readonly string[]): boolean {
  return inside.length === 0 ? UPLOADS.test(name) : inside.every((file) => PICTURE.test(file));
}

/** Content at a place that no build reads. */
export function misplaced(
  folder: string,
  entry: Deno.DirEntry,
  ending: string,
): Diagnostic | undefined {
  const { name } = entry;
  const path = `${folder}/${name}`;
  if (entry.isDirectory) return nestedFolder(folder, name, ending);
  const other = CONTENT_ENDING.exec(name)?.[0];
  if (!entry.isFile || other === undefined) return undefined;
  const to = `${path.slice(0, path.length - other.length)}${ending}`;
  const message = phrase`Cannot use this file: files in ${folder} end in ${ending}`;
  // Another sort of file is not made one by another name.
  const isArticle = /md|markdown/i.test(other);
  if (isArticle && ending !== ".md") {
    return errorAt(topOf(path), phrase`${message}; an article belongs into news`);
  }
  if (!isArticle && other !== "" && ending === ".md") {
    return errorAt(topOf(path), phrase`${message}; there, the fields are between lines of ---`);
  }
  const isFree = !exists(to);
  const remedy = isFree ? phrase`; rename it` : phrase`; ${to} is there, too: keep one of them`;
  return errorAt(topOf(path), phrase`${message}${remedy}`, isFree ? { from: path, to } : undefined);
}

/** What content is called elsewhere, or with what an editor of texts has put behind it; or no ending. */
const CONTENT_ENDING = /(?:\.(?:ya?ml|md|markdown)(?:\.txt)?|(?<=^[^.]+))$/i;

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

export function hintFor({ name }: Deno.DirEntry, ending: string): Words {
  if (PICTURE.test(name)) return picturesHint();
  return OFFICE.test(name)
    ? phrase`. Copy what is in it into a file that ends in ${ending}`
    : phrase`. Files in this folder end in ${ending}`;
}

function picturesHint(): Words {
  return phrase`. Pictures are in the folder pictures of the group, and a field names them`;
}

/** A file or folder of a group that is none of those it has. */
export function unknownInGroup(folder: string, entry: Deno.DirEntry): Diagnostic {
  const { name } = entry;
  const path = `${folder}/${name}`;
  const kinds = ENTRY_FOLDERS.join(", ");
  if (entry.isDirectory) {
    if (PICTURES_WORDS.test(name)) return unread(folder, entry, [PICTURES_FOLDER], picturesHint());
    const meant = FOLDER_WORDS[name.toLowerCase()];
    const isContent = meant === undefined && onlyNearest(name, ENTRY_FOLDERS) === undefined &&
      filesBelow(path).some((file) => /\.(?:ya?ml|md)$/i.test(file));
    if (isContent) {
      const message =
        phrase`Cannot use this folder here: move its files into the folder of their kind,
          one of ${kinds}`;
      return errorAt(topOf(path), message);
    }
    return meant === undefined
      ? unread(folder, entry, ENTRY_FOLDERS, phrase`. The folders of a group are ${kinds}`)
      : wronglyNamed(folder, entry, meant, true);
  }
  if (ENTRY_FOLDERS.some((kind) => kind === name) && entry.isFile) {
    return errorAt(
      topOf(path),
      phrase`Cannot use this file: expected a folder of this name; rename it`,
    );
  }
  if (entry.isFile && /^setlists?\.ya?ml$/i.test(name)) {
    const message =
      phrase`Cannot use this file: each setlist has a file of its own; put what is behind
      each - into a file such as setlists/jendela-pagi.yaml, without the two blanks in front, and
      delete this one`;
    return errorAt(topOf(path), message);
  }
  const isContent = entry.isFile && /\.(?:ya?ml|md)$/i.test(name);
  if (entry.isFile && PICTURE.test(name)) {
    return warningAt(
      topOf(path),
      phrase`This picture is not read here: move it into the folder pictures beside it`,
    );
  }
  if (!isContent || onlyNearest(name, GROUP_FILES) !== undefined) {
    return unread(folder, entry, GROUP_FILES);
  }
  const message =
    phrase`Cannot use this file here: move it into the folder of its kind, one of ${kinds}`;
  return errorAt(topOf(path), message);
}

/** Links are not followed: what they lead to may be anything on this machine. */
export function unread(
  folder: string,
  entry: Deno.DirEntry,
  meant: readonly string[],
  hint: Words = "",
) {
  const place = topOf(`${folder}/${entry.name}`);
  if (entry.isSymlink) {
    return warningAt(
      place,
      phrase`Links to files and folders are not read; put here what this one leads to`,
    );
  }
  const only = onlyNearest(entry.name, meant);
  if (only !== undefined) return wronglyNamed(folder, entry, only);
  const left = leftBehind(entry.name);
  if (left !== undefined) return warningAt(place, left);
  const kind = entry.isDirectory ? phrase`folder` : phrase`file`;
  const advice = suggestion(entry.name, meant) || hint;
  return warningAt(place, phrase`This ${kind} is not read: move it away or rename it${advice}`);
}

/** Whether a name is meant as this one: in another case, or with another ending of the same sort. */
export function isCalled(name: string, meant: string): boolean {
  return isSameInForm(name.replace(/\.ya?ml(?:\.txt)?$/i, ".yaml"), meant);
}

function wronglyNamed(
  folder: string,
  { name, isDirectory }: Deno.DirEntry,
  only: string,
  isSure = isCalled(name, only),
) {
  const to = `${folder}/${only}`;
  const isFree = !exists(to);
  const remedy = isFree
    ? phrase`rename it`
    : isDirectory
    ? phrase`move its files to ${to}, and delete it`
    : phrase`${to} is there, too: keep one of them`;
  const message = phrase`Cannot use this ${
    isDirectory ? phrase`folder` : phrase`file`
  }: its name has to be ${only}; ${remedy}`;
  return errorAt(
    topOf(`${folder}/${name}`),
    message,
    isFree && isSure ? { from: `${folder}/${name}`, to } : undefined,
  );
}

/** Whether somebody put a link there. */
export function isLink(path: string): boolean {
  try {
    return Deno.lstatSync(path).isSymlink;
  } catch {
    return false;
  }
}

/**
 * A folder within the folder of a kind, such as that of a year: its files stand one folder too deep. They
 * are moved where each of them is content that has a free place.
 */
function nestedFolder(folder: string, name: string, ending: string): Diagnostic {
  const path = `${folder}/${name}`;
  const files = filesBelow(path);
  if (files.length === 0 && !name.endsWith(ending)) {
    return warningAt(topOf(path), phrase`This folder holds no file: delete it`);
  }
  const message = phrase`Cannot use this folder: files are directly in ${folder};
    move its files there, and delete it`;
  const moves = files.map((from) => ({
    from,
    to: `${folder}/${from.slice(from.lastIndexOf("/") + 1)}`,
  }));
  const taken = moves.find(({ from, to }) =>
    exists(to) || moves.some((other) => other.to === to && other.from !== from)
  );
  if (taken !== undefined) {
    const other = phrase`; of ${
      quote(taken.from.slice(taken.from.lastIndexOf("/") + 1))
    } keep one alone`;
    return errorAt(topOf(path), phrase`${message}${other}`);
  }
  const isContent = files.length > 0 && files.every((file) => file.endsWith(ending));
  const fix: Fix | undefined = isContent ? { moves, emptied: path } : undefined;
  return errorAt(topOf(path), message, fix);
}

/** All files of a folder and its folders, but for hidden ones; links are not followed. */
function filesBelow(folder: string): string[] {
  return [...Deno.readDirSync(folder)].filter(({ name }) => !name.startsWith("."))
    .sort((one, other) => one.name < other.name ? -1 : 1)
    .flatMap(({ name, isDirectory }) =>
      isDirectory ? filesBelow(`${folder}/${name}`) : [`${folder}/${name}`]
    );
}
