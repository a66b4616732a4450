import { runCheck } from "../../build/report/run_check.ts";
import { temporaryFolderSync } from "../support/temporary.ts";
import { type TreeFiles, writeTree } from "./content_tree.ts";

/** What was said of a content folder, without the folder's own path. */
export interface Checked {
  readonly code: number;
  readonly stderr: string;
}

/**
 * What `deno task check` says of a content folder with these files beside (or instead of) valid ones,
 * found in this process.
 */
export async function checkTree(
  files: TreeFiles,
  prepare?: (root: string) => void,
): Promise<Checked> {
  return await withTree(files, prepare, (root) => {
    const { stderr, exitCode } = runCheck(root, {
      paths: [],
      format: "text",
      isFixing: false,
      isStrict: false,
    });
    return Promise.resolve({ code: exitCode, stderr });
  });
}

/** Writes the files, and checks their folder. */
export async function withTree(
  files: TreeFiles,
  prepare: ((root: string) => void) | undefined,
  check: (root: string) => Promise<Checked>,
): Promise<Checked> {
  using folder = temporaryFolderSync();
  const root = `${folder.path}/content`;
  writeTree(root, files);
  prepare?.(root);
  const { code, stderr } = await check(root);
  return { code, stderr: stderr.replaceAll(`${root}/`, "").replaceAll(root, "content") };
}
