import {
  type Diagnostic,
  errorAt,
  type ReportDiagnostic,
  topOf,
} from "../diagnostic/diagnostic.ts";
import { nearest } from "../../src/toolbox/nearest.ts";
import { quote } from "../diagnostic/wording.ts";
import {
  ENTRY_FOLDERS,
  GROUP_FILES,
  isCalled,
  isLink,
  misplaced,
  PICTURES_FOLDER,
  ROOT_FILES,
  unknownInGroup,
  unread,
} from "./misplaced.ts";
import type { EntryFolder, KindFolder } from "../schema/schemas.ts";
import { pictureFiles } from "../picture/group_pictures.ts";
import { reasonOf } from "./read_file.ts";
import { phrase } from "../words/say.ts";

export type { EntryFolder, KindFolder };

/** The files of a group, sorted by name. */
export interface GroupFiles {
  readonly slug: string;
  readonly folder: string;
  readonly kinds: Readonly<Record<EntryFolder, readonly string[]>>;
  /** The files of `pictures/` that may be pictures by their names. */
  readonly pictures: readonly string[];
  /** Whether all that looks like content is in its place. */
  readonly isWhole: boolean;
}

/** What imports remember beside a group. */
const MEMORY_FILE = "import.sums";

/** Folders at the top that are no groups. */
const OTHER_FOLDERS = ["schema"];

/** Whether a path below the content folder is in one of these: no build reads what is there. */
export function isBesideContent(root: string, path: string): boolean {
  return OTHER_FOLDERS.some((folder) => path.startsWith(`${root}/${folder}/`));
}

/** Finds the groups' files under the content folder. A file that no build reads is reported. */
export function walkContent(root: string, report: ReportDiagnostic): GroupFiles[] {
  const groups: GroupFiles[] = [];
  for (const entry of entries(root, report)) {
    if (entry.isDirectory) {
      const files = OTHER_FOLDERS.includes(entry.name)
        ? undefined
        : walkGroup(`${root}/${entry.name}`, entry.name, report);
      if (files !== undefined) groups.push(files);
    } else if (!ROOT_FILES.includes(entry.name)) report(unread(root, entry, ROOT_FILES));
  }
  return groups;
}

function walkGroup(
  folder: string,
  slug: string,
  report: ReportDiagnostic,
): GroupFiles | undefined {
  const kinds = Object.fromEntries(ENTRY_FOLDERS.map((kind) => [kind, []])) as unknown as Record<
    EntryFolder,
    readonly string[]
  >;
  let isWhole = true;
  const tell = (diagnostic: Diagnostic) => {
    isWhole &&= diagnostic.severity !== "error" && !isLink(diagnostic.place.file);
    report(diagnostic);
  };
  const inside = entries(folder, tell);
  const names = new Set(inside.map(({ name }) => name));
  if (!names.has("group.yaml")) {
    report(noGroupFile(folder, slug, names));
    return undefined;
  }
  let pictures: readonly string[] = [];
  for (const entry of inside) {
    const { name, isDirectory, isSymlink } = entry;
    if (isDirectory && name === PICTURES_FOLDER) {
      const path = `${folder}/${name}`;
      // A picture that cannot be used is no reason to doubt names.
      pictures = pictureFiles(entries(path, report), path, report);
    } else if (isDirectory && isKind(name, kinds)) {
      kinds[name] = walkKind(`${folder}/${name}`, name, tell);
    } else if (isSymlink && isKind(name, kinds)) tell(linkedFolder(folder, name));
    else if (![...GROUP_FILES, MEMORY_FILE].includes(name)) tell(unknownInGroup(folder, entry));
  }
  return { slug, folder, kinds, pictures, isWhole };
}

/** All that is in it would leave the answers, and calendars would tell people that it is off. */
export function linkedFolder(folder: string, name: string): Diagnostic {
  const message =
    phrase`Cannot use this folder: it is a link, and nothing behind links is read, so that all ${name}
      would be gone; put the folder itself here`;
  return errorAt(topOf(`${folder}/${name}`), message);
}

function noGroupFile(folder: string, slug: string, names: ReadonlySet<string>): Diagnostic {
  const place = topOf(`${folder}/group.yaml`);
  const near = nearest("group.yaml", names);
  const remedy = near !== undefined
    ? phrase`. Is it ${quote(near)}?`
    : phrase`; make it with deno task new group ${slug}, or move the folder away`;
  const message = phrase`Cannot find this file: every folder of a group has one${remedy}`;
  const other = [...names].find((name) => isCalled(name, "group.yaml"));
  const fix = other === undefined ? undefined : { from: `${folder}/${other}`, to: place.file };
  return errorAt(place, message, fix);
}

/** What the names of a kind's files end in. */
export function endingOf(kind: EntryFolder): string {
  return kind === "news" ? ".md" : ".yaml";
}

function walkKind(folder: string, kind: EntryFolder, report: ReportDiagnostic): readonly string[] {
  const ending = endingOf(kind);
  return entries(folder, report).flatMap((entry) => {
    if (entry.isFile && entry.name.endsWith(ending)) return [`${folder}/${entry.name}`];
    report(misplaced(folder, entry, ending));
    return [];
  });
}

function isKind(name: string, kinds: object): name is EntryFolder {
  return Object.hasOwn(kinds, name);
}

/** Entries of a folder by name, in the same order on every machine. */
function entries(
  folder: string,
  report: ReportDiagnostic,
): readonly Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(folder)].filter(({ name }) => !isForPeople(name))
      .sort((one, other) => one.name < other.name ? -1 : 1);
  } catch (error) {
    const message = error instanceof Deno.errors.NotFound
      ? phrase`Cannot find this folder`
      : phrase`Cannot read this folder: ${reasonOf(error)}`;
    report(errorAt(topOf(folder), message));
    return [];
  }
}

/** Hidden files, and notes to people who open the folder. */
function isForPeople(name: string): boolean {
  return name.startsWith(".") || name === "README.md" || name === "LICENSE";
}
