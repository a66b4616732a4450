import { isAbsolute, relative, resolve } from "node:path";
import type { Diagnostic } from "../diagnostic/diagnostic.ts";
import { exists } from "../read/there.ts";
import { TaskError, WRONG_CALL } from "../task/task_error.ts";
import { say } from "../words/say.ts";

/** The files that a check reports. The whole content folder is read in any case. */
interface CheckScope {
  /** What is checked, as it is named to people. */
  readonly name: string;
  has(diagnostic: Diagnostic): boolean;
}

/**
 * Finds files and folders of the content folder, written from one of the folders `from` or from the
 * content folder itself. Without a path the scope is everything.
 *
 * @throws {TaskError}
 */
export function createScope(
  root: string,
  paths: readonly string[],
  from: readonly string[],
): CheckScope {
  if (paths.length === 0) return { name: root, has: () => true };
  const found = paths.map((path) => findBelow(root, path, from));
  return {
    name: found.map((path) => path === "" ? root : `${root}/${path}`).join(", "),
    has: ({ place: { file } }) => {
      const below = file.slice(root.length).replace(/^\/+/, "");
      return found.some((path) => path === "" || below === path || below.startsWith(`${path}/`));
    },
  };
}

/** The path from the content folder; empty for the folder itself. */
function findBelow(root: string, path: string, from: readonly string[]): string {
  const top = resolve(root);
  const below = [...from, top].map((folder) => relative(top, resolve(folder, path)))
    .filter((way) => way !== ".." && !/^\.\.[/\\]/.test(way) && !isAbsolute(way));
  const found = below.find((way) => exists(way === "" ? root : `${root}/${way}`));
  if (found !== undefined) return found.replaceAll("\\", "/");
  throw new TaskError(say`Cannot find "${path}" in the content folder ${root}`, WRONG_CALL);
}

/** The folders from which paths may be written: tasks run in the project's, wherever they are called. */
export function foldersOfCaller(): string[] {
  return [Deno.env.get("INIT_CWD"), Deno.cwd()].filter((folder) => folder !== undefined);
}
