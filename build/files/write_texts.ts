import { writeWhole } from "../emit/write_file.ts";
import { exists } from "../read/there.ts";

/** Writes files whole, one after the other, and makes the folders they lie in. */
export function writeTexts(texts: ReadonlyMap<string, string>): void {
  const encoder = new TextEncoder();
  for (const [path, text] of texts) {
    Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    writeWhole(path, [encoder.encode(text)]);
  }
}

/** The paths that hold another text, or none. */
export function stalePaths(texts: ReadonlyMap<string, string>): string[] {
  const isStale = ([path, text]: readonly [string, string]) =>
    !exists(path) || Deno.readTextFileSync(path) !== text;
  return [...texts].filter(isStale).map(([path]) => path);
}
