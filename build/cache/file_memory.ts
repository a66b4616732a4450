import { areSame, createMadeMemory, type MadeMemory } from "./remember.ts";
import { createChangedPaths } from "./changed_paths.ts";
import { createFolderListings } from "./folder_listings.ts";
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
  /**
   * Does so for all of these paths, and leaves out what is undefined. For the same list of paths it gives
   * the same list again where all that is in it is the same.
   */
  recallAll<V extends object>(
    paths: readonly string[],
    kind: object,
    report: ReportDiagnostic,
    make: (path: string, report: ReportDiagnostic) => V | undefined,
  ): readonly V[];
}

/** Remembers nothing: for a build that is the only one of its process. */
export const NO_MEMORY: BuildMemory = {
  expect() {},
  recall: (_path, _kind, report, make) => make(report),
  recallAll: (paths, _kind, report, make) =>
    paths.map((path) => make(path, report)).filter((one) => one !== undefined),
  list: (_folder, read) => read(),
  table: () => undefined,
};

/** What tells versions of a file apart. */
type Mark = readonly number[];

interface Known {
  /** Numbers the look at it. */
  readonly look: number;
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
  const lists = new WeakMap<readonly string[], RecalledList>();
  const listings = createFolderListings();
  const files = createChangedPaths();
  const recall: BuildMemory["recall"] = (path, kind, report, make) => {
    type Value = ReturnType<typeof make>;
    const found = known.get(path);
    const isKnown = found?.kind === kind;
    const changed = isKnown ? files.changedSince(found.look) : undefined;
    if (isKnown && changed?.has(path) === false) return found.value as Value;
    const look = files.look(path);
    const mark = markOf(path, now());
    if (isKnown && mark !== undefined && areSame(found.mark, mark)) {
      known.set(path, { ...found, look });
      return found.value as Value;
    }
    let isGood = true;
    const value = make((diagnostic) => {
      isGood = false;
      report(diagnostic);
    });
    if (mark === undefined || value === undefined || !isGood) known.delete(path);
    else known.set(path, { mark, kind, value, look });
    return value;
  };
  return {
    ...createMadeMemory(),
    list: listings.list,
    expect: (paths) => files.expect(listings.expect(paths) ? paths : undefined),
    recall,
    recallAll: (paths, kind, report, make) => {
      type Value = NonNullable<ReturnType<typeof make>>;
      const before = lists.get(paths);
      const changed = before?.kind === kind ? files.changedSince(before.look) : undefined;
      const isSure = before !== undefined && changed !== undefined &&
        changed.size <= MAX_LOOKED_UP;
      const places = isSure ? placesToLookAt(before, paths, changed) : paths.keys();
      const values = isSure ? [...before.values] : [];
      const unsettled = new Set(isSure ? before.unsettled : []);
      for (const place of places) {
        const path = paths[place]!;
        values[place] = recall(path, kind, report, (report) => make(path, report));
        if (known.has(path)) unsettled.delete(place);
        else unsettled.add(place);
      }
      const isSame = before !== undefined && areSame(before.values, values);
      const found = isSame ? before.found : values.filter((value) => value !== undefined);
      lists.set(paths, { kind, values, unsettled, found, look: files.look() });
      return found as readonly Value[];
    },
  };
}

/** Of more changes than this, each file of a list is asked about. */
const MAX_LOOKED_UP = 50;

/** What was made of a list of files. */
interface RecalledList {
  readonly look: number;
  readonly kind: object;
  readonly values: readonly unknown[];
  /** Places of what is made each time. */
  readonly unsettled: ReadonlySet<number>;
  /** The values without those that are undefined. */
  readonly found: readonly unknown[];
}

/** In their order, as what is told of them has to be. */
function placesToLookAt(
  { unsettled }: RecalledList,
  paths: readonly string[],
  changed: ReadonlySet<string>,
): number[] {
  const places = [...changed].map((path) => paths.indexOf(path)).filter((place) => place >= 0);
  return [...new Set([...places, ...unsettled])].sort((one, other) => one - other);
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
