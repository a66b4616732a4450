import { type Diagnostic, errorAt, topOf } from "../diagnostic/diagnostic.ts";
import { ENTRY_FOLDERS } from "../read/misplaced.ts";
import { git } from "../task/git.ts";
import { phrase } from "../words/say.ts";

/** When a file was committed first, in seconds; infinity where git knows nothing of it. */
export function firstCommitOf(path: string): number {
  const at = path.lastIndexOf("/");
  const found = git(path.slice(0, at), "log", "--format=%ct", "--", path.slice(at + 1));
  return Number(found?.split("\n").at(-1) || Infinity);
}

/**
 * An error for each folder of a group that held files at the last commit and holds none: one that was moved
 * away by mistake would be served as an empty list. None where git knows no commit.
 */
export function emptiedFolders(root: string): readonly Diagnostic[] {
  const emptied = namesIn(root).filter((group) =>
    namesIn(`${root}/${group}`).includes("group.yaml")
  )
    .flatMap((group) => ENTRY_FOLDERS.map((kind) => ({ kind, path: `${group}/${kind}` })))
    .filter(({ path }) => namesIn(`${root}/${path}`).length === 0);
  if (emptied.length === 0) return [];
  const committed = git(root, "ls-tree", "-r", "-z", "--name-only", "HEAD", ".")?.split("\0") ?? [];
  return emptied.flatMap(({ kind, path }) => {
    const had = committed.filter((file) => file.startsWith(`${path}/`)).length;
    if (had === 0) return [];
    const message =
      phrase`All ${kind} are gone: the last commit has ${had} of them, and nothing is here;
      bring them back with git restore, or commit that they are gone`;
    return [errorAt(topOf(`${root}/${path}`), message)];
  });
}

function namesIn(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].map(({ name }) => name)
      .filter((name) => !name.startsWith("."));
  } catch {
    return [];
  }
}
