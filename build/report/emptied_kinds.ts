import { type Diagnostic, errorAt, topOf } from "../diagnostic/diagnostic.ts";
import { ENTRY_FOLDERS } from "../read/misplaced.ts";
import { phrase, type Words } from "../words/say.ts";

/** A file at the last commit: its path in the content folder, and how many bytes it had. */
export interface CommittedFile {
  readonly path: string;
  readonly bytes: number;
}

/** The files of a content folder at the last commit of its repository; undefined where there is none. */
export type ReadCommitted = (root: string) => readonly CommittedFile[] | undefined;

/** One of a group's lists: where it is, and what belongs to it. */
interface Kind {
  readonly name: string;
  /** The folder or file of the message. */
  readonly path: string;
  readonly isOne: (path: string) => boolean;
}

function kindsOf(group: string): Kind[] {
  return ENTRY_FOLDERS.map((kind) => ({
    name: kind,
    path: `${group}/${kind}`,
    isOne: (path) =>
      path.startsWith(`${group}/${kind}/`) && path.endsWith(kind === "news" ? ".md" : ".yaml"),
  }));
}

/**
 * Adds an error for each kind of a group's entries that the last commit has and the folder has no more:
 * a folder that was moved away, a list that was saved empty. A folder with another error has that alone.
 */
export function withEmptiedKinds(
  root: string,
  diagnostics: readonly Diagnostic[],
  readCommitted: ReadCommitted,
): readonly Diagnostic[] {
  const empty = groupsIn(root).flatMap(kindsOf).filter(({ path }) => isEmptyAt(`${root}/${path}`));
  const committed = empty.length === 0 ? undefined : readCommitted(root);
  if (committed === undefined) return diagnostics;
  const broken = new Set(
    diagnostics.flatMap(({ severity, place }) => severity === "error" ? [place.file] : []),
  );
  const lost = empty.flatMap(({ name, path, isOne }) => {
    const count = committed.filter((file) => isOne(file.path) && file.bytes > 0).length;
    const group = path.slice(0, path.indexOf("/"));
    const isTold = broken.has(`${root}/${path}`) || isSomewhere(broken, `${root}/${group}`);
    return count === 0 || isTold ? [] : [errorAt(topOf(`${root}/${path}`), words(name, count))];
  });
  const places = new Set(lost.map(({ place }) => place.file));
  // Warnings of the same list say the same.
  return [...lost, ...diagnostics.filter(({ place }) => !places.has(place.file))];
}

function words(name: string, count: number): Words {
  const had = count === 1 ? phrase`one file` : phrase`${count} files`;
  return phrase`All ${name} are gone: the last commit has ${had} of them, and nothing is here; bring them
    back with git restore, or commit that they are gone`;
}

/** Whether a folder of a group has another name than it should, which may hold what is missed. */
function isSomewhere(broken: ReadonlySet<string>, group: string): boolean {
  return [...broken].some((file) =>
    file.startsWith(`${group}/`) && !file.slice(group.length + 1).includes("/") &&
    !file.endsWith(".yaml")
  );
}

function groupsIn(root: string): string[] {
  return namesIn(root).filter((name) => namesIn(`${root}/${name}`).includes("group.yaml"));
}

/** Whether nothing that could be an entry is at a path: in a folder, or as lines of a list. */
function isEmptyAt(path: string): boolean {
  if (!path.endsWith(".yaml")) return namesIn(path).length === 0;
  const own = namesIn(path.replace(/\.yaml$/, "")).length > 0;
  return !own && !/^[ \t]*[^\s#]/m.test(textAt(path));
}

function namesIn(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].map(({ name }) => name)
      .filter((name) => !name.startsWith(".") && name !== "README.md");
  } catch {
    return [];
  }
}

function textAt(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return "";
  }
}
