import { type BuildStamp, type Revision, STAMP_FILE } from "../../src/model/build_stamp.ts";
import { git } from "../task/git.ts";
import { writeWhole } from "./write_file.ts";

/** What is written of a build beside its pack. */
interface StampedBuild {
  readonly build: string;
  /** Epoch ms. */
  readonly now: number;
  /** Null if no commit has the content; undefined if git was not asked. */
  readonly revision?: Revision | null | undefined;
}

/**
 * Writes beside the pack when its content was built, and the commit that has it. Equal content that is built
 * again is no later build: a stamp that names the same build keeps its instant, and its commit if git was
 * not asked.
 */
export function writeStamp(
  folder: string,
  { build, now, revision }: StampedBuild,
  isLasting: boolean,
): void {
  const path = `${folder}/${STAMP_FILE}`;
  const before = readWritten(path);
  const isSame = before?.build === build;
  if (isSame && revision === undefined) return;
  const built_at = isSame ? before.built_at : new Date(now).toISOString();
  const stamp: BuildStamp = { build, built_at, ...revision };
  const text = `${JSON.stringify(stamp)}\n`;
  if (isSame && text === `${JSON.stringify(before)}\n`) return;
  writeWhole(path, [new TextEncoder().encode(text)], isLasting);
}

/** The stamp at a path; undefined if there is none that can be read. */
export function readWritten(path: string): BuildStamp | undefined {
  try {
    return JSON.parse(Deno.readTextFileSync(path));
  } catch {
    return undefined;
  }
}

/**
 * Reads the commit of the repository that has the content folder, and whether the folder differs from it;
 * null if no commit has the folder, or git cannot be run.
 */
export function readRevision(root: string): Revision | null {
  // A folder that the repository ignores is in none of its commits: git would call it clean.
  const commit = git(root, "rev-parse", "HEAD", "HEAD:./")?.split("\n")[0];
  const changes = git(root, "status", "--porcelain", "--", ".");
  return commit && changes !== undefined ? { commit, dirty: changes !== "" } : null;
}
