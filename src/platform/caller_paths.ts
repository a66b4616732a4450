import { isAbsolute, relative, resolve } from "node:path";

/** A task runs in the program's folder; this variable names the folder in which it was called. */
const CALLED_IN = "INIT_CWD";

/** A path as the caller of a task wrote it, seen from the folder in which the task runs. */
export function fromCaller(path: string): string {
  const folder = callerFolder();
  return folder === undefined ? path : resolve(folder, path);
}

/** A path of the task as its caller finds it: relative if it is below the caller's folder. */
export function forCaller(path: string): string {
  const folder = callerFolder();
  if (folder === undefined) return path;
  const way = relative(folder, resolve(path)).replaceAll("\\", "/");
  return way === "" || way.startsWith("../") || isAbsolute(way) ? path : way;
}

/** Undefined if the task was called where it runs, or outside of a task. */
function callerFolder(): string | undefined {
  const folder = Deno.env.get(CALLED_IN);
  return folder === undefined || resolve(folder) === Deno.cwd() ? undefined : folder;
}
