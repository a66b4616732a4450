import { git } from "../task/git.ts";

/** When a file was committed first, in seconds; infinity where git knows nothing of it. */
export function firstCommitOf(path: string): number {
  const at = path.lastIndexOf("/");
  const found = git(path.slice(0, at), "log", "--format=%ct", "--", path.slice(at + 1));
  return Number(found?.split("\n").at(-1) || Infinity);
}
