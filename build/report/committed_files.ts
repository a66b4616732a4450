import { git } from "../task/git.ts";
import type { CommittedFile } from "./emptied_kinds.ts";

/** What git says of the content folder at HEAD; undefined where it cannot be run, or knows no commit. */
export function committedFiles(root: string): CommittedFile[] | undefined {
  return git(root, "ls-tree", "-r", "-l", "-z", "HEAD", ".")?.split("\0")
    .filter((line) => line !== "")
    .map((line) => {
      const [head = "", path = ""] = line.split("\t");
      return { path, bytes: Number(head.trim().split(/\s+/).at(-1)) };
    });
}

/** When a file was committed first, in seconds; infinity where git knows nothing of it. */
export function firstCommitOf(path: string): number {
  const at = path.lastIndexOf("/");
  const found = git(path.slice(0, at), "log", "--format=%ct", "--", path.slice(at + 1));
  return Number(found?.split("\n").at(-1) || Infinity);
}
