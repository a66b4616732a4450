import { type BuildStamp, type Revision, STAMP_FILE } from "../model/build_stamp.ts";

/** What is known of how a build came to be. */
export interface Stamped {
  /** Epoch ms; 0 if the stamp is missing, broken or another's. */
  readonly builtAt: number;
  readonly revision: Revision | undefined;
}

const UNKNOWN: Stamped = { builtAt: 0, revision: undefined };

/** Reads what the stamp in a folder says of this build. */
export function readStamp(folder: string, build: string): Stamped {
  try {
    const stamp: BuildStamp = JSON.parse(Deno.readTextFileSync(`${folder}/${STAMP_FILE}`));
    const builtAt = Date.parse(stamp.built_at);
    const isOfBuild = stamp.build === build && builtAt > 0;
    return isOfBuild ? { builtAt, revision: revisionOf(stamp) } : UNKNOWN;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof SyntaxError) return UNKNOWN;
    throw error;
  }
}

function revisionOf({ commit, dirty = false }: BuildStamp): Revision | undefined {
  return commit === undefined ? undefined : { commit, dirty };
}
