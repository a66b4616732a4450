import type { ReportDiagnostic } from "./diagnostic/diagnostic.ts";

/**
 * What a process that builds after every save keeps from one build to the next: of a file what was read, of
 * items what was rendered. Nothing is asked by the identity of an object, and nothing is kept that a build
 * has not asked for.
 */
export interface Memory {
  /**
   * What `make` makes of the file at `path`, or has made of it, as long as the file is the same. What is
   * undefined or was reported of is made each time: it may depend on other files too.
   */
  file<Made>(
    path: string,
    report: ReportDiagnostic,
    make: (report: ReportDiagnostic) => Made,
  ): Made;
  /** What `make` makes, or has made under this key of the same `inputs`, which are all that it looks at. */
  item<Made>(key: string, inputs: () => string, make: () => Made): Made;
  /** Ends a build: forgets what was not asked for since the last one. */
  endBuild(): void;
}

/** Remembers nothing: for a build that is the only one of its process. */
export const NO_MEMORY: Memory = {
  file: (_path, report, make) => make(report),
  item: (_key, _inputs, make) => make(),
  endBuild() {},
};

interface Remembered {
  /** The mark of the file, or the inputs. */
  readonly of: string;
  readonly made: unknown;
}

/** Creates an empty memory. `now`: epoch ms. */
export function createMemory(now: () => number): Memory {
  const [files, items] = [createGenerations(), createGenerations()];
  return {
    file(path, report, make) {
      type Made = ReturnType<typeof make>;
      const mark = markOf(path, now());
      const known = mark === undefined ? undefined : files.find(path, mark);
      if (known !== undefined) return known.made as Made;
      let isGood = true;
      const made = make((diagnostic) => {
        isGood = false;
        report(diagnostic);
      });
      if (mark !== undefined && made !== undefined && isGood) files.keep(path, { of: mark, made });
      return made;
    },
    item(key, inputs, make) {
      const of = inputs();
      const known = items.find(key, of) ?? { of, made: make() };
      items.keep(key, known);
      return known.made as ReturnType<typeof make>;
    },
    endBuild() {
      files.end();
      items.end();
    },
  };
}

/** What this build has asked for, and what the last one had. */
function createGenerations() {
  let [last, next] = [new Map<string, Remembered>(), new Map<string, Remembered>()];
  const keep = (key: string, one: Remembered) => void next.set(key, one);
  return {
    keep,
    /** What is known under a key, if it was made of the same; then it is kept. */
    find(key: string, of: string): Remembered | undefined {
      const known = next.get(key) ?? last.get(key);
      if (known?.of !== of) return undefined;
      keep(key, known);
      return known;
    },
    end() {
      [last, next] = [next, new Map()];
    },
  };
}

/**
 * File systems note times in steps of some ms: a file that was changed this short (ms) before it was read may
 * change again and keep its mark.
 */
const UNSETTLED_MS = 1000;

/** Tells versions of a file apart; undefined if it has changed just now, and for what is no file. */
function markOf(path: string, now: number): string | undefined {
  try {
    const { isFile, size, mtime, ctime, ino, dev } = Deno.lstatSync(path);
    const changedAt = Math.max(Number(mtime), Number(ctime));
    const isSettled = isFile && now - changedAt >= UNSETTLED_MS;
    return isSettled ? `${dev} ${ino} ${size} ${Number(mtime)} ${Number(ctime)}` : undefined;
  } catch {
    return undefined;
  }
}
