import { errorAt, type Report, warningAt } from "../diagnostic/diagnostic.ts";

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

/** The files of a group, sorted by name. */
export interface GroupFiles {
  readonly slug: string;
  readonly folder: string;
  /** `setlists.yaml`, if it is there. */
  readonly setlists: string | undefined;
  readonly kinds: Readonly<Record<KindFolder, readonly string[]>>;
}

/** Finds the groups' files under the content folder. What nobody reads is reported. */
export function walkContent(root: string, report: Report): GroupFiles[] {
  return entries(root).filter((entry) => entry.isDirectory && entry.name !== "schema")
    .filter(({ name }) => hasGroupFile(root, name, report))
    .map(({ name }) => walkGroup(`${root}/${name}`, name, report));
}

function hasGroupFile(root: string, name: string, report: Report): boolean {
  if (entries(`${root}/${name}`).some((entry) => entry.name === "group.yaml")) return true;
  const place = { file: `${root}/${name}/group.yaml`, line: 1, column: 1 };
  report(errorAt(place, "Cannot find this file: every folder of a group has one"));
  return false;
}

function walkGroup(folder: string, slug: string, report: Report): GroupFiles {
  const kinds: Record<KindFolder, string[]> = {
    members: [],
    shows: [],
    news: [],
    events: [],
    releases: [],
    videocalls: [],
  };
  let setlists: string | undefined;
  for (const entry of entries(folder)) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory && isKind(entry.name, kinds)) {
      kinds[entry.name] = walkKind(path, entry.name, report);
    } else if (entry.name === "setlists.yaml") setlists = path;
    else if (entry.name !== "group.yaml") report(unread(path));
  }
  return { slug, folder, setlists, kinds };
}

function walkKind(folder: string, kind: KindFolder, report: Report): string[] {
  const ending = kind === "news" ? ".md" : ".yaml";
  const found: string[] = [];
  for (const entry of entries(folder)) {
    const path = `${folder}/${entry.name}`;
    if (entry.isFile && entry.name.endsWith(ending)) found.push(path);
    else report(unread(path, ` Files in this folder end in ${ending}`));
  }
  return found;
}

function unread(file: string, hint = "") {
  const place = { file, line: 1, column: 1 };
  return warningAt(place, `Nobody reads this file; move it away or rename it.${hint}`);
}

function isKind(name: string, kinds: object): name is KindFolder {
  return Object.hasOwn(kinds, name);
}

/** Entries of a folder by name, in the same order on every machine; hidden ones are left out. */
function entries(folder: string): Deno.DirEntry[] {
  return [...Deno.readDirSync(folder)].filter(({ name }) => !name.startsWith("."))
    .sort((one, other) => one.name < other.name ? -1 : 1);
}
