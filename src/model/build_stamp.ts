/** The file in `OUT_DIR` that says when the pack's content was built: a {@linkcode BuildStamp}. */
export const STAMP_FILE = "build.json";

/** The commit of the content's repository, and whether the content differs from it. */
export interface Revision {
  readonly commit: string;
  readonly dirty: boolean;
}

/** Names a build, the time at which it was first built here, and the commit that was built last. */
export interface BuildStamp extends Partial<Revision> {
  readonly build: string;
  /** An instant of UTC. */
  readonly built_at: string;
}
