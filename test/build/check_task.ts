import { command, permissionsOf } from "../support/server.ts";
import { type Checked, withTree } from "./check_tree.ts";
import type { TreeFiles } from "./content_tree.ts";

/**
 * What `deno task check` itself says of a content folder with these files beside (or instead of)
 * valid ones, with the permissions of its task.
 */
export async function runCheckTask(
  files: TreeFiles,
  prepare?: (root: string) => void,
): Promise<Checked> {
  return await withTree(files, prepare, async (root) => {
    const env = { CONTENT_DIR: root, OUT_DIR: `${root}/../out` };
    const args = ["run", ...permissionsOf("check"), "build/main.ts", "check"];
    const { code, stderr } = await command(args, env).output();
    return { code, stderr: new TextDecoder().decode(stderr) };
  });
}
