import { createHash } from "node:crypto";

/** The project's folder. A path for each file is made in less time than a URL. */
const PROJECT = `${import.meta.dirname}/../..`;

/** All that decides what a build makes of content: the program, and the libraries that are locked. */
const FOLDERS = ["build", "src"];
const FILES = ["deno.json", "deno.lock"];

/** Where builds keep for each other what this program makes of any content. */
export const KEPT_FOLDER = `${PROJECT}/build/kept`;

/** What a build writes, among the sources. */
const MADE = ["build/out", "build/client", "build/kept"];

/**
 * Names this program: another name after any change of its files, of its libraries or of Deno. Undefined
 * where its files may not be read, or one has changed since the program was loaded, at `loadedAt` (epoch
 * ms): what runs is then another program than what is there.
 */
export function compilerVersion(
  project: string = PROJECT,
  loadedAt: number = performance.timeOrigin,
): string | undefined {
  const hash = createHash("sha256").update(JSON.stringify([Deno.version, Deno.build]));
  try {
    for (const name of FOLDERS) addFolder(name);
    for (const name of FILES) addFile(name);
    return hash.digest("base64url");
  } catch {
    return undefined;
  }

  function addFolder(folder: string): void {
    const entries = [...Deno.readDirSync(`${project}/${folder}`)]
      .sort((one, other) => one.name < other.name ? -1 : 1);
    for (const { name, isDirectory } of entries) {
      const path = `${folder}/${name}`;
      if (!isDirectory) addFile(path);
      else if (!MADE.includes(path)) addFolder(path);
    }
  }

  function addFile(name: string): void {
    const path = `${project}/${name}`;
    const bytes = Deno.readFileSync(path);
    if (Number(Deno.statSync(path).mtime) >= loadedAt) throw new RangeError(`${name} is newer`);
    hash.update(`${name}\n${bytes.length}\n`).update(bytes);
  }
}
