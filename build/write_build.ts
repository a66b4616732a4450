import { PACK_FILE, type PackIndex } from "../src/model/pack.ts";
import { markFile } from "../src/platform/file_mark.ts";
import type { CacheFile } from "./cache/build_cache.ts";
import type { CompiledPack } from "./compile.ts";
import { writeChanges } from "./emit/write_changes.ts";
import { draftFile, type FileDraft, sweepDrafts } from "./emit/write_file.ts";
import { writeStamp } from "./emit/write_stamp.ts";
import type { SiteWriter } from "./site_writer.ts";
import { say } from "./words/say.ts";

/** What is kept from one writing to the next. */
export interface WriteState {
  readonly site: SiteWriter;
  /** Whether what is written has to outlive a failure of the machine. */
  readonly isLasting: boolean;
  /** Whether what the last build has changed was handed over before the pack. */
  isHandedOver?: boolean;
  /** Of what this process has written last. */
  pages?: PackIndex["pages"];
  /** Until the first build has asked for what it needs: later ones have it in memory. */
  cache?: CacheFile | undefined;
}

/** Writes all that a build leaves in its folder; returns why not, where the system refuses. */
export async function writeBuild(
  folder: string,
  pack: CompiledPack,
  state: WriteState,
): Promise<string | undefined> {
  const drafts: FileDraft[] = [];
  const kept = <T extends FileDraft | undefined>(draft: T): T => {
    if (draft !== undefined) drafts.push(draft);
    return draft;
  };
  try {
    Deno.mkdirSync(folder, { recursive: true });
    sweepDrafts(folder, Date.now());
    const { index } = pack;
    const draftPack = () => kept(draftFile(`${folder}/${PACK_FILE}`, pack.chunks, state.isLasting));
    // What has changed is handed over before; else it becomes lasting while the rest is written.
    const early = state.pages === undefined ? draftPack() : undefined;
    // The pack comes last: whoever follows it finds the site and the stamp that belong to it.
    const site = kept(state.site.draft(state.isLasting));
    state.cache?.save();
    state.cache = undefined;
    await site?.place();
    writeStamp(folder, index.build, Date.now(), state.isLasting);
    state.isHandedOver = state.pages !== undefined && writeChanges(folder, pack, state.pages);
    await (early ?? draftPack()).place();
    state.pages = index.pages;
    return undefined;
  } catch (error) {
    const isRefused = error instanceof Error &&
      ("code" in error || error instanceof Deno.errors.NotCapable);
    if (!isRefused) throw error;
    return say`cannot write to OUT_DIR ${folder}: ${error.message};
      set it to a folder that may be written to`;
  } finally {
    for (const draft of drafts) draft.remove();
  }
}

/** Says what servers have where nothing was written. */
export function whatIsServed(folder: string): string {
  const isBuilt = markFile(`${folder}/${PACK_FILE}`) !== undefined;
  return isBuilt ? say`what is served stays as it was` : say`there is nothing to serve yet`;
}
