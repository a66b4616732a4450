import { type Ended } from "../support/command.ts";
import { command, permissionsOf } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { type TreeFiles, writeTree } from "./content_tree.ts";

/** How many commands run at once. */
const AT_ONCE = 4;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * What `deno task check` says of a content folder with these files beside (or instead of) valid ones.
 * The folder's own path is left out of what is printed.
 */
export async function checkTree(
  files: TreeFiles,
  prepare?: (root: string) => void,
): Promise<Ended> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running++;
  try {
    return await check(files, prepare);
  } finally {
    running--;
    waiting.shift()?.();
  }
}

async function check(files: TreeFiles, prepare?: (root: string) => void): Promise<Ended> {
  await using folder = await temporaryFolder();
  const root = `${folder.path}/content`;
  writeTree(root, files);
  prepare?.(root);
  const env = { CONTENT_DIR: root, OUT_DIR: `${folder.path}/out` };
  const args = ["run", ...await permissionsOf("build", env), "build/main.ts", "check"];
  const { code, stdout, stderr } = await command(args, env).output();
  const text = (bytes: Uint8Array) =>
    new TextDecoder().decode(bytes).replaceAll(`${root}/`, "").replaceAll(root, "content");
  return { code, stdout: text(stdout), stderr: text(stderr) };
}
