import { basename, dirname } from "node:path";
import type { ReportDiagnostic } from "../diagnostic/diagnostic.ts";
import { isFolder } from "../read/there.ts";
import { areSame } from "./derived.ts";

/** What was read of files and folders, while they stay as they were. */
export interface BuildMemory {
  /**
   * Says what may have changed since the last build: these paths, with all that is below folders among
   * them; undefined, or until this is called: anything.
   */
  expect(changed: ReadonlySet<string> | undefined): void;
  /**
   * Makes something of the file at `path`, for which `kind` stands; or gives it again. What is
   * undefined, or was reported of, is made each time: it may depend on other files too.
   */
  recall<V>(
    path: string,
    kind: object,
    report: ReportDiagnostic,
    make: (report: ReportDiagnostic) => V,
  ): V;
  /** What is in a folder: the same list as before, if all in it is the same. */
  list(folder: string, read: () => readonly Deno.DirEntry[]): readonly Deno.DirEntry[];
}

/** Remembers nothing: for a build that is the only one of its process. */
export const NO_MEMORY: BuildMemory = {
  expect() {},
  recall: (_path, _kind, report, make) => make(report),
  list: (_folder, read) => read(),
};

/** What tells versions of a file apart. */
type Mark = readonly number[];

interface KnownFile {
  /** Undefined if the file may change and keep its mark: it holds until the file is said to have changed. */
  readonly mark: Mark | undefined;
  readonly kind: object;
  readonly value: unknown;
}

/**
 * File systems note times in steps of some ms: a file that was changed this short (ms) before it was
 * read may change again and keep its mark.
 */
const UNSETTLED_MS = 1000;

/** Remembers files by path, size, times and number. */
export function createBuildMemory(now: () => number): BuildMemory {
  const files = new Map<string, KnownFile>();
  const folders = new Map<string, readonly Deno.DirEntry[]>();
  /** Paths of which nothing was said since they were looked at: a build that fails early looks at few. */
  const sure = new Set<string>();
  let isTold = false;
  const isSure = (path: string) => isTold && sure.has(path);
  return {
    expect(changed) {
      isTold = changed !== undefined &&
        !changed.values().some((path) => folders.has(path) || isFolder(path));
      if (!isTold) sure.clear();
      for (const path of changed ?? []) {
        sure.delete(path);
        const [folder, name] = [dirname(path), basename(path)];
        const known = folders.get(folder)?.find((entry) => entry.name === name);
        if (known?.isFile !== true || statOf(path) === undefined) sure.delete(folder);
      }
    },
    recall(path, kind, report, make) {
      type Value = ReturnType<typeof make>;
      const known = files.get(path);
      const isKnown = known?.kind === kind;
      if (isKnown && isSure(path)) return known.value as Value;
      const file = statOf(path);
      const mark = file && markOf(file, now());
      sure.add(path);
      const isSame = isKnown && mark !== undefined && known.mark !== undefined &&
        areSame(known.mark, mark);
      if (isSame) return known.value as Value;
      let isGood = true;
      const value = make((diagnostic) => {
        isGood = false;
        report(diagnostic);
      });
      if (file === undefined || value === undefined || !isGood) files.delete(path);
      else files.set(path, { mark, kind, value });
      return value;
    },
    list(folder, read) {
      const known = folders.get(folder);
      if (known !== undefined && isSure(folder)) return known;
      folders.delete(folder);
      const found = read();
      const entries = known !== undefined && areEqual(known, found) ? known : found;
      folders.set(folder, entries);
      sure.add(folder);
      return entries;
    },
  };
}

/** Undefined if there is no file, or a link to one: a watch says nothing of what a link leads to. */
function statOf(path: string): Deno.FileInfo | undefined {
  try {
    const found = Deno.lstatSync(path);
    return found.isFile ? found : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined if the file has changed just now. */
function markOf({ size, mtime, ctime, ino, dev }: Deno.FileInfo, now: number): Mark | undefined {
  const changedAt = Math.max(Number(mtime), Number(ctime));
  if (now - changedAt < UNSETTLED_MS) return undefined;
  return [dev, ino ?? 0, size, Number(mtime), Number(ctime)];
}

function areEqual(some: readonly Deno.DirEntry[], others: readonly Deno.DirEntry[]): boolean {
  return some.length === others.length && some.every((one, place) => {
    const { name, isFile, isDirectory, isSymlink } = others[place]!;
    return one.name === name && one.isFile === isFile && one.isDirectory === isDirectory &&
      one.isSymlink === isSymlink;
  });
}
