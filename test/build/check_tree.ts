import { runCheck } from "../../build/report/run_check.ts";
import type { Ended } from "../support/command.ts";
import { command, permissionsOf } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { type TreeFiles, writeTree } from "./content_tree.ts";

/** What was said of a content folder, without the folder's own path. */
export type Checked = Pick<Ended, "code" | "stderr">;

/**
 * What `deno task check` says of a content folder with these files beside (or instead of) valid ones,
 * found in this process.
 */
export async function checkTree(
  files: TreeFiles,
  prepare?: (root: string) => void,
): Promise<Checked> {
  return await withTree(files, prepare, (root) => {
    const { stderr, exitCode } = runCheck(root, { paths: [], format: "text", isFixing: false });
    return Promise.resolve({ code: exitCode, stderr });
  });
}

/** The same by the command itself, with the permissions of its task. */
export async function runCheckTask(
  files: TreeFiles,
  prepare?: (root: string) => void,
): Promise<Checked> {
  return await withTree(files, prepare, async (root) => {
    const env = { CONTENT_DIR: root, OUT_DIR: `${root}/../out` };
    const args = ["run", ...await permissionsOf("check", env), "build/report/main.ts"];
    const { code, stderr } = await command(args, env).output();
    return { code, stderr: new TextDecoder().decode(stderr) };
  });
}

async function withTree(
  files: TreeFiles,
  prepare: ((root: string) => void) | undefined,
  check: (root: string) => Promise<Checked>,
): Promise<Checked> {
  await using folder = await temporaryFolder();
  const root = `${folder.path}/content`;
  writeTree(root, files);
  prepare?.(root);
  const { code, stderr } = await check(root);
  return { code, stderr: stderr.replaceAll(`${root}/`, "").replaceAll(root, "content") };
}
