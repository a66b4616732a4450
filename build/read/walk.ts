import {
  type Diagnostic,
  errorAt,
  type FileMove,
  type ReportDiagnostic,
  warningAt,
} from "../diagnostic/diagnostic.ts";
import { onlyNearest, suggestion } from "../diagnostic/nearest.ts";
import { createRemember, type MadeMemory } from "../cache/remember.ts";
import { exists } from "./there.ts";

/** The folders of a group, each with one file per entry. */
const KIND_FOLDERS = [
  "members",
  "shows",
  "news",
  "events",
  "releases",
  "videocalls",
] as const;

export type KindFolder = (typeof KIND_FOLDERS)[number];

/** The files of a group, sorted by name. */
export interface GroupFiles {
  readonly slug: string;
  readonly folder: string;
  /** `setlists.yaml`, if it is there. */
  readonly setlists: string | undefined;
  readonly kinds: Readonly<Record<KindFolder, readonly string[]>>;
  /** Whether all that looks like content is in its place. */
  readonly isWhole: boolean;
}

const ROOT_FILES = ["site.yaml", "plans.yaml"];
const GROUP_FILES = ["group.yaml", "setlists.yaml"];
/** What imports remember beside a group. */
const MEMORY_FILE = "import.yaml";

const PICTURE = /\.(?:jpe?g|png|gif|webp|avif|svg|heic)$/i;

/** Folders at the top that are no groups. */
const OTHER_FOLDERS = ["schema"];

/** Gives what is in a folder: from before, where nothing in it has come or gone. */
export interface FolderMemory {
  /** The same list as before where all in it is the same. */
  list(folder: string, read: () => readonly Deno.DirEntry[]): readonly Deno.DirEntry[];
}

type WalkMemory = FolderMemory & MadeMemory;

const findOnce = createRemember<readonly string[]>();

/** Finds the groups' files under the content folder. What nobody reads is reported. */
export function walkContent(
  root: string,
  report: ReportDiagnostic,
  memory: WalkMemory,
): GroupFiles[] {
  const groups: GroupFiles[] = [];
  for (const entry of entries(root, report, memory)) {
    if (entry.isDirectory) {
      const files = OTHER_FOLDERS.includes(entry.name)
        ? undefined
        : walkGroup(`${root}/${entry.name}`, entry.name, report, memory);
      if (files !== undefined) groups.push(files);
    } else if (!ROOT_FILES.includes(entry.name)) report(unread(root, entry, ROOT_FILES));
  }
  return groups;
}

function walkGroup(
  folder: string,
  slug: string,
  report: ReportDiagnostic,
  memory: WalkMemory,
): GroupFiles | undefined {
  const kinds = Object.fromEntries(KIND_FOLDERS.map((kind) => [kind, []])) as unknown as Record<
    KindFolder,
    readonly string[]
  >;
  let isWhole = true;
  const tell = (diagnostic: Diagnostic) => {
    isWhole &&= diagnostic.severity !== "error";
    report(diagnostic);
  };
  const inside = entries(folder, tell, memory);
  const names = new Set(inside.map(({ name }) => name));
  if (!names.has("group.yaml")) {
    report(noGroupFile(folder, slug, names));
    return undefined;
  }
  for (const entry of inside) {
    if (entry.isDirectory && isKind(entry.name, kinds)) {
      kinds[entry.name] = walkKind(`${folder}/${entry.name}`, entry.name, tell, memory);
    } else if (![...GROUP_FILES, MEMORY_FILE].includes(entry.name)) {
      tell(unread(folder, entry, [...KIND_FOLDERS, ...GROUP_FILES]));
    }
  }
  const setlists = names.has("setlists.yaml") ? `${folder}/setlists.yaml` : undefined;
  return { slug, folder, setlists, kinds, isWhole };
}

function noGroupFile(folder: string, slug: string, names: Iterable<string>): Diagnostic {
  const place = { file: `${folder}/group.yaml`, line: 1, column: 1 };
  const near = suggestion("group.yaml", names).replace("Did you mean", "Is it");
  const remedy = near || `; make it with deno task new group ${slug}, or move the folder away`;
  const message = `Cannot find this file: every folder of a group has one${remedy}`;
  const other = onlyNearest("group.yaml", names);
  const fix = other === undefined ? undefined : { from: `${folder}/${other}`, to: place.file };
  return errorAt(place, message, fix);
}

function walkKind(
  folder: string,
  kind: KindFolder,
  report: ReportDiagnostic,
  memory: WalkMemory,
): readonly string[] {
  const all = entries(folder, report, memory);
  return findOnce(memory, all, [folder], report, (report) => filesAmong(all, folder, kind, report));
}

function filesAmong(
  entries: readonly Deno.DirEntry[],
  folder: string,
  kind: KindFolder,
  report: ReportDiagnostic,
): string[] {
  const ending = kind === "news" ? ".md" : ".yaml";
  const found: string[] = [];
  for (const entry of entries) {
    if (entry.isFile && entry.name.endsWith(ending)) found.push(`${folder}/${entry.name}`);
    else {report(
        misplaced(folder, entry, ending) ?? unread(folder, entry, [], hintFor(entry, ending)),
      );}
  }
  return found;
}

/** Content that nobody would read where it is. */
function misplaced(folder: string, entry: Deno.DirEntry, ending: string): Diagnostic | undefined {
  const { name } = entry;
  const path = `${folder}/${name}`;
  const place = { file: path, line: 1, column: 1 };
  if (entry.isDirectory) {
    const message = `Cannot use this folder: files stand beside each other in ${folder}; ` +
      "move its files there, and delete it";
    return errorAt(place, message);
  }
  const other = /\.(?:ya?ml|md)$/i.exec(name)?.[0];
  if (!entry.isFile || other === undefined) return undefined;
  const to = `${path.slice(0, -other.length)}${ending}`;
  const message = `Cannot use this file: files in ${folder} end in ${ending}`;
  // Another sort of file is not made one by another name.
  if (/md$/i.test(other)) return errorAt(place, `${message}; an article belongs into news`);
  if (ending === ".md") {
    return errorAt(place, `${message}; there, the fields stand between lines of ---`);
  }
  const isFree = !exists(to);
  const remedy = isFree ? "; rename it" : `; ${to} is there, too: keep one of them`;
  return errorAt(place, message + remedy, isFree ? { from: path, to } : undefined);
}

function hintFor({ name }: Deno.DirEntry, ending: string): string {
  return PICTURE.test(name)
    ? ". Pictures lie on the web, and a field says at which address"
    : `. Files in this folder end in ${ending}`;
}

/** Links are not followed: what they lead to may be anything on this machine. */
function unread(folder: string, entry: Deno.DirEntry, meant: readonly string[], hint = "") {
  const place = { file: `${folder}/${entry.name}`, line: 1, column: 1 };
  if (entry.isSymlink) return warningAt(place, "Nobody follows links; put here what it leads to");
  const kind = entry.isDirectory ? "folder" : "file";
  const only = onlyNearest(entry.name, meant);
  if (only !== undefined) {
    const remedy = !exists(`${folder}/${only}`)
      ? "rename it"
      : entry.isDirectory
      ? `move its files to ${folder}/${only}, and delete it`
      : `${folder}/${only} is there, too: keep one of them`;
    const message = `Cannot use this ${kind}: its name has to be ${only}; ${remedy}`;
    return errorAt(place, message, renaming(folder, entry.name, meant));
  }
  const advice = suggestion(entry.name, meant) || hint;
  return warningAt(place, `Nobody reads this ${kind}; move it away or rename it${advice}`);
}

function renaming(folder: string, name: string, meant: readonly string[]): FileMove | undefined {
  const only = onlyNearest(name, meant);
  if (only === undefined || exists(`${folder}/${only}`)) return undefined;
  return { from: `${folder}/${name}`, to: `${folder}/${only}` };
}

function isKind(name: string, kinds: object): name is KindFolder {
  return Object.hasOwn(kinds, name);
}

/** Entries of a folder by name, in the same order on every machine. */
function entries(
  folder: string,
  report: ReportDiagnostic,
  memory: WalkMemory,
): readonly Deno.DirEntry[] {
  const read = () =>
    [...Deno.readDirSync(folder)].filter(({ name }) => !isForPeople(name))
      .sort((one, other) => one.name < other.name ? -1 : 1);
  try {
    return memory.list(folder, read);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split(":")[0] : String(error);
    const message = error instanceof Deno.errors.NotFound
      ? "Cannot find this folder"
      : `Cannot read this folder: ${reason}`;
    report(errorAt({ file: folder, line: 1, column: 1 }, message));
    return [];
  }
}

/** Hidden files, and notes to whoever looks into the folder. */
export function isForPeople(name: string): boolean {
  return name.startsWith(".") || name === "README.md";
}
