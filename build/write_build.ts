import { type BuildStamp, PACK_FILE, STAMP_FILE } from "../src/model/pack.ts";
import { markFile } from "../src/platform/file_mark.ts";
import type { BuildState } from "./build_state.ts";
import { compilerVersion } from "./cache/compiler_version.ts";
import type { CompiledPack } from "./compile.ts";
import { writeChanges } from "./emit/write_changes.ts";
import { draftFile, type FileDraft, sweepDrafts, writeWhole } from "./emit/write_file.ts";
import { say } from "./words/say.ts";

/** What came of writing a build. */
interface WrittenBuild {
  /** Why not all was written, where the system refuses. */
  readonly problem?: string;
  /** Whether what has changed was handed over before the pack. */
  readonly isHandedOver: boolean;
}

/** Writes all that a build leaves in its folder. Only a build that is not of a watch is made lasting. */
export async function writeBuild(pack: CompiledPack, state: BuildState): Promise<WrittenBuild> {
  const { folder, watching, pages } = state;
  const isLasting = watching === undefined;
  const drafts: FileDraft[] = [];
  const kept = <T extends FileDraft | undefined>(draft: T): T => {
    if (draft !== undefined) drafts.push(draft);
    return draft;
  };
  let isHandedOver = false;
  try {
    Deno.mkdirSync(folder, { recursive: true });
    sweepDrafts(folder, Date.now());
    const draftPack = () => kept(draftFile(`${folder}/${PACK_FILE}`, pack.chunks, isLasting));
    // What has changed is handed over before; else it becomes lasting while the rest is written.
    const early = pages === undefined ? draftPack() : undefined;
    // The pack comes last: a server that follows it finds the site and the stamp that belong to it.
    const site = kept(await state.site.draft(isLasting));
    if (state.cache?.isUnsaved) state.cache.save(await (state.version ?? compilerVersion()));
    state.cache = undefined;
    await site?.place();
    writeStamp(folder, pack.index.build, Date.now(), isLasting);
    isHandedOver = pages !== undefined && writeChanges(folder, pack, pages);
    await (early ?? draftPack()).place();
    state.pages = pack.index.pages;
    return { isHandedOver };
  } catch (error) {
    const isRefused = error instanceof Error &&
      ("code" in error || error instanceof Deno.errors.NotCapable);
    if (!isRefused) throw error;
    const problem = say`cannot write to OUT_DIR ${folder}: ${error.message};
      set it to a folder that may be written to`;
    return { problem, isHandedOver };
  } finally {
    for (const draft of drafts) draft.remove();
  }
}

/** Says what servers have where nothing was written. */
export function whatIsServed(folder: string): string {
  const isBuilt = markFile(`${folder}/${PACK_FILE}`) !== undefined;
  return isBuilt ? say`what is served stays as it was` : say`there is nothing to serve yet`;
}

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
