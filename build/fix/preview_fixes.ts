import type { Diagnostic } from "../diagnostic/diagnostic.ts";
import { type Change, fixContent } from "./fix_content.ts";

/**
 * What {@linkcode fixContent} would change in a content folder: a copy in `scratch`, a folder that may
 * be written, is changed in its place, and goes away again. `check` looks for the problems of the copy.
 */
export function previewFixes(
  root: string,
  scratch: string,
  check: (copy: string) => readonly Diagnostic[],
): readonly Change[] {
  Deno.mkdirSync(scratch, { recursive: true });
  const folder = Deno.makeTempDirSync({ dir: scratch, prefix: "fixes-" });
  const copy = `${folder}/content`;
  const inRoot = (path: string) => root + path.slice(copy.length);
  try {
    copyFolder(root, copy);
    return fixContent(() => check(copy)).changes.map((change) =>
      "from" in change
        ? { from: inRoot(change.from), to: inRoot(change.to) }
        : { ...change, place: { ...change.place, file: inRoot(change.place.file) } }
    );
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

/** Copies a folder with all that is below it; links lead elsewhere, and nothing is fixed behind one. */
export function copyFolder(from: string, to: string): void {
  Deno.mkdirSync(to);
  for (const { name, isDirectory, isFile } of Deno.readDirSync(from)) {
    if (isDirectory && name !== ".git") copyFolder(`${from}/${name}`, `${to}/${name}`);
    else if (isFile) Deno.copyFileSync(`${from}/${name}`, `${to}/${name}`);
  }
}
