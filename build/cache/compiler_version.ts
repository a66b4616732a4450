import { createHash, hash } from "node:crypto";
import { writeWhole } from "../emit/write_file.ts";

/** The project's folder. A path for each file is made in less time than a URL. */
const PROJECT = `${import.meta.dirname}/../..`;

/** All that decides what a build makes of content: the program, and the libraries that are locked. */
const FOLDERS = ["build", "src"];
const FILES = ["deno.json", "deno.lock"];

const KEPT = "build/kept";

/** Where builds keep for each other what this program makes of any content. */
export const KEPT_FOLDER = `${PROJECT}/${KEPT}`;

/** In it: the hash of the marks of the program's files, and the name that these files gave the program. */
export const PROGRAM_FILE = "program";

/** What a build writes, among the sources. */
const MADE = ["build/out", KEPT];

/** Two changes of a file may have one mark if the second comes within so many ms. */
const SETTLED_MS = 2000;

/** Tells a file from what it was before: its path, inode, size, and times in epoch ms. */
type FileMark = readonly [
  path: string,
  inode: number | null,
  size: number,
  mtime: number,
  ctime: number,
];

/**
 * Names this program: another name after any change of its files, of its libraries or of Deno. Undefined
 * where its files may not be read, or one has changed since the program was loaded, at `loadedAt` (epoch
 * ms): what runs is then another program than what is there.
 *
 * Its files are read only if one of them has changed since they were read last.
 */
export function compilerVersion(
  project: string = PROJECT,
  loadedAt: number = performance.timeOrigin,
  now: number = Date.now(),
): string | undefined {
  const keptAt = `${project}/${KEPT}`;
  const runtime = JSON.stringify([Deno.version, Deno.build]);
  try {
    const marks = [...FOLDERS.flatMap((name) => marksIn(name)), ...FILES.map(markOf)];
    if (marks.some(([, , , mtime]) => mtime >= loadedAt)) return undefined;
    const marked = hash("sha256", runtime + JSON.stringify(marks), "base64url");
    return nameOf(marked) ?? keepName(marked, marks);
  } catch {
    return undefined;
  }

  function marksIn(folder: string): FileMark[] {
    const entries = [...Deno.readDirSync(`${project}/${folder}`)]
      .sort((one, other) => one.name < other.name ? -1 : 1);
    return entries.flatMap(({ name, isDirectory }) => {
      const path = `${folder}/${name}`;
      if (!isDirectory) return [markOf(path)];
      return MADE.includes(path) ? [] : marksIn(path);
    });
  }

  function markOf(path: string): FileMark {
    const { ino, size, mtime, ctime } = Deno.statSync(`${project}/${path}`);
    return [path, ino, size, Number(mtime), Number(ctime)];
  }

  /** The name that files with these marks gave the program. */
  function nameOf(marked: string): string | undefined {
    try {
      const [known, name] = Deno.readTextFileSync(`${keptAt}/${PROGRAM_FILE}`).split("\n");
      return known === marked ? name : undefined;
    } catch {
      return undefined;
    }
  }

  function keepName(marked: string, marks: readonly FileMark[]): string {
    const digest = createHash("sha256").update(runtime);
    for (const [path] of marks) {
      const bytes = Deno.readFileSync(`${project}/${path}`);
      digest.update(`${path}\n${bytes.length}\n`).update(bytes);
    }
    const name = digest.digest("base64url");
    if (marks.every(([, , , , ctime]) => ctime < now - SETTLED_MS)) {
      try {
        Deno.mkdirSync(keptAt, { recursive: true });
        writeWhole(
          `${keptAt}/${PROGRAM_FILE}`,
          [new TextEncoder().encode(`${marked}\n${name}`)],
          false,
        );
      } catch {
        // The next build reads the files again.
      }
    }
    return name;
  }
}
