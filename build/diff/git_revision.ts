import { TaskError } from "../task/task_error.ts";
import { say } from "../words/say.ts";

/**
 * Writes the content folder as it was at a revision into an empty folder, by way of an index of its
 * own: the repository, its index and the files in it stay as they are. Undefined where git knows no such
 * revision.
 *
 * @param root the content folder as it is now
 * @param target an empty folder; the content comes into `content` in it
 * @throws {TaskError} where there was no content then, or git cannot be run
 */
export async function checkOutContent(
  root: string,
  revision: string,
  target: string,
): Promise<string | undefined> {
  const verified = await git(root, ["rev-parse", "--verify", "--quiet", `${revision}^{commit}`]);
  if (!verified.success) return undefined;
  const commit = verified.output.trim();
  const { output } = await git(root, ["rev-parse", "--show-prefix"]);
  const folder = output.trim().replace(/\/$/, "");
  const env = { GIT_INDEX_FILE: `${target}/index` };
  const tree = await git(root, ["read-tree", `${commit}:${folder}`], env);
  if (!tree.success) {
    throw new TaskError(say`Cannot compare with ${revision}: it has no folder ${folder || root}`);
  }
  const top = (await git(root, ["rev-parse", "--show-toplevel"])).output.trim();
  const written = await git(
    top,
    ["checkout-index", "--all", "--force", `--prefix=${target}/content/`],
    env,
  );
  if (!written.success) {
    throw new TaskError(say`Cannot read ${revision}: ${written.problem.trim()}`);
  }
  return `${target}/content`;
}

async function git(folder: string, args: readonly string[], env: Record<string, string> = {}) {
  try {
    const command = new Deno.Command("git", {
      args: ["-C", folder, ...args],
      env,
      stdin: "null",
    });
    const { success, stdout, stderr } = await command.output();
    const decoder = new TextDecoder();
    return { success, output: decoder.decode(stdout), problem: decoder.decode(stderr) };
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotCapable)) {
      throw error;
    }
    return { success: false, output: "", problem: say`git cannot be run` };
  }
}
