import { type BuildStamp, STAMP_FILE } from "../../src/model/pack.ts";
import { writeWhole } from "./write_file.ts";

/**
 * Writes beside the pack when its content was built, `now` in epoch ms. A stamp that names the same
 * build stays as it is: equal content that is built again is no later build.
 */
export function writeStamp(folder: string, build: string, now: number, isLasting = true): void {
  const path = `${folder}/${STAMP_FILE}`;
  if (readBuild(path) === build) return;
  const stamp: BuildStamp = { build, built_at: new Date(now).toISOString() };
  writeWhole(path, [new TextEncoder().encode(`${JSON.stringify(stamp)}\n`)], isLasting);
}

/** The build that a stamp names; undefined where there is none that can be read. */
function readBuild(path: string): unknown {
  try {
    return JSON.parse(Deno.readTextFileSync(path)).build;
  } catch {
    return undefined;
  }
}
