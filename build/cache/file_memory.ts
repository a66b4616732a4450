import { areSame, createMadeMemory, type MadeMemory } from "./remember.ts";
import { isFolder } from "../read/there.ts";
import type { FolderMemory } from "../read/walk.ts";
import type { ReportDiagnostic } from "../diagnostic/diagnostic.ts";

/** What was made of files, while they stay as they were; and what was made of that. */
export interface BuildMemory extends MadeMemory, FolderMemory {
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
}

/** Remembers nothing: for a build that is the only one of its process. */
export const NO_MEMORY: BuildMemory = {
  expect() {},
  recall: (_path, _kind, report, make) => make(report),
  list: (_folder, read) => read(),
  table: () => undefined,
};

/** What tells versions of a file apart. */
type Mark = readonly number[];

interface Known {
  readonly mark: Mark;
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
  const known = new Map<string, Known>();
  const listed = new Map<string, readonly Deno.DirEntry[]>();
  /** Undefined where anything may have changed; with the folders of what has. */
  let changed: ReadonlySet<string> | undefined;
  return {
    ...createMadeMemory(),
    expect(paths) {
      const isAnything = paths === undefined ||
        paths.values().some((path) => listed.has(path) || isFolder(path));
      changed = isAnything ? undefined : new Set([...paths, ...paths.values().map(folderOf)]);
    },
    list(folder, read) {
      const found = changed?.has(folder) === false ? listed.get(folder) : undefined;
      if (found !== undefined) return found;
      listed.delete(folder);
      const entries = read();
      listed.set(folder, entries);
      return entries;
    },
    recall<V>(
      path: string,
      kind: object,
      report: ReportDiagnostic,
      make: (report: ReportDiagnostic) => V,
    ): V {
      const found = known.get(path);
      if (found?.kind === kind && changed?.has(path) === false) return found.value as V;
      const mark = markOf(path, now());
      if (mark !== undefined && found?.kind === kind && areSame(found.mark, mark)) {
        return found.value as V;
      }
      let isGood = true;
      const value = make((diagnostic) => {
        isGood = false;
        report(diagnostic);
      });
      if (mark === undefined || value === undefined || !isGood) known.delete(path);
      else known.set(path, { mark, kind, value });
      return value;
    },
  };
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

/** Undefined where there is no file, or it has changed just now. */
function markOf(path: string, now: number): Mark | undefined {
  try {
    const { isFile, size, mtime, ctime, ino, dev } = Deno.lstatSync(path);
    const changedAt = Math.max(Number(mtime), Number(ctime));
    if (!isFile || now - changedAt < UNSETTLED_MS) return undefined;
    return [dev, ino ?? 0, size, Number(mtime), Number(ctime)];
  } catch {
    return undefined;
  }
}
