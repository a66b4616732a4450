import { runCheck } from "../../build/report/run_check.ts";
import { temporaryFolderSync } from "../support/temporary.ts";
import { type TreeFiles, writeTree } from "./content_tree.ts";

/** What was said of a content folder, without the folder's own path. */
export interface Checked {
  readonly code: number;
  readonly stderr: string;
}

/** What `deno task check` says of these files beside (or instead of) valid ones, found in this process. */
export function checkTree(files: TreeFiles, prepare?: (root: string) => void): Checked {
  using folder = temporaryFolderSync();
  const root = `${folder.path}/content`;
  writeTree(root, files);
  prepare?.(root);
  const call = { paths: [], format: "text", isFixing: false, isStrict: false } as const;
  const { stderr, exitCode } = runCheck(root, call);
  return { code: exitCode, stderr: stderr.replaceAll(`${root}/`, "").replaceAll(root, "content") };
}
