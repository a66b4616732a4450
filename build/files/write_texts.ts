import { writeWhole } from "../emit/write_file.ts";
import { forCaller } from "../../src/platform/caller_paths.ts";
import { exists } from "../read/there.ts";
import { DONE } from "../task/task_error.ts";

/** Writes files whole, one after the other, and makes the folders they lie in. */
export function writeTexts(texts: ReadonlyMap<string, string | Uint8Array>): void {
  const encoder = new TextEncoder();
  for (const [path, text] of texts) {
    Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    writeWhole(path, [typeof text === "string" ? encoder.encode(text) : text]);
  }
}

/** Writes files, and prints their paths; returns the exit code. */
export function writeAndPrint(texts: ReadonlyMap<string, string | Uint8Array>): number {
  writeTexts(texts);
  for (const path of texts.keys()) console.log(forCaller(path));
  return DONE;
}

/** The paths that hold another text, or none. */
export function stalePaths(texts: ReadonlyMap<string, string>): string[] {
  const isStale = ([path, text]: readonly [string, string]) =>
    !exists(path) || Deno.readTextFileSync(path) !== text;
  return [...texts].filter(isStale).map(([path]) => path);
}
