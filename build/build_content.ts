import type { CheckedContent } from "./check/content.ts";
import { compile, type Compiled, type CompiledPack } from "./compile.ts";
import type { Diagnostic } from "./diagnostic/diagnostic.ts";
import { countDiagnostics, formatDiagnostics } from "./diagnostic/format.ts";
import type { Memory } from "./memory.ts";
import type { WriteReport } from "./preview/write_build_report.ts";
import { renderSite } from "./site/site.ts";
import { siteSourceOf } from "./site/site_source.ts";
import { rememberWarnings } from "./emit/told_warnings.ts";
import { createProgress } from "./task/progress.ts";
import { say } from "./words/say.ts";
import { PACK_FILE } from "../src/model/pack.ts";
import { SITE_FILE } from "../src/model/site_pack.ts";
import { forCaller } from "../src/platform/caller_paths.ts";
import { markFile } from "../src/platform/file_mark.ts";
import { readRevision, writeStamp } from "./emit/build_stamp.ts";
import { openComparedPack } from "./pack/opened_pack.ts";
import { ChangedPictureError, sweepPictures, writePictures } from "./picture/published_pictures.ts";
import { sweepDrafts, writeWhole } from "./emit/write_file.ts";
import { sitePackBytes } from "./emit/site_pack_bytes.ts";
import { isFile } from "./read/there.ts";

/** What a process that builds keeps from one build to the next. */
export interface BuildState {
  /** The content folder. */
  readonly root: string;
  /** OUT_DIR. */
  readonly folder: string;
  /** Of a process that builds after every save. */
  readonly watching?: WatchState | undefined;
  /** What the site that this process has written last was made of, as JSON. */
  site?: string;
}

/** What a process has besides that builds after every save. */
interface WatchState {
  readonly memory: Memory;
  /** The process that it ends with. */
  readonly parent: number | undefined;
  readonly writeReport: WriteReport;
  /** Prints what a save has changed. */
  readonly tellSave: (pack: CompiledPack) => void;
}

/** Compiles the content, reports its mistakes and writes it; returns the exit code. */
export async function build(state: BuildState): Promise<number> {
  const { root, watching } = state;
  const progress = createProgress();
  const compiled = compile(root, {
    memory: watching?.memory,
    // Compiling leaves no time for events, not even that the parent has ended.
    progress(step) {
      if (watching?.parent !== undefined && Deno.ppid !== watching.parent) Deno.exit();
      progress.step(step);
    },
  });
  progress.end();
  const code = await tellAndWrite(compiled, state);
  try {
    watching?.writeReport(compiled);
  } catch (error) {
    // Editors see less; a build is as good without that.
    const reason = error instanceof Error ? error.message : String(error);
    console.error(say`Cannot write the preview: ${reason}`);
  }
  return code;
}

async function tellAndWrite(
  { content, diagnostics, pack }: Compiled,
  state: BuildState,
): Promise<number> {
  const { folder, watching } = state;
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) console.error(formatDiagnostics(errors));
  if (pack === undefined) {
    return notWritten(say`Nothing was written: ${whatIsServed(folder)}`, countDiagnostics(errors));
  }
  const problem = await writeBuild(pack, content, state);
  if (problem !== undefined) {
    return notWritten(say`Nothing was written: ${whatIsServed(folder)}`, problem);
  }
  const warnings = tellNewWarnings(folder, diagnostics);
  console.error(say`Built ${pack.index.build} into ${forCaller(folder)}${warnings}`);
  watching?.tellSave(pack);
  return 0;
}

function notWritten(words: string, problem: string): number {
  console.error(`${words} (${problem})`);
  return 1;
}

/** Tells the warnings that the last good build did not have; returns how many there are in all. */
function tellNewWarnings(folder: string, warnings: readonly Diagnostic[]): string {
  const fresh = rememberWarnings(folder, warnings);
  if (fresh.length > 0) console.error(formatDiagnostics(fresh));
  const remedy = fresh.length === warnings.length ? "" : say`; deno task check shows all`;
  return warnings.length === 0 ? "" : ` (${countDiagnostics(warnings)}${remedy})`;
}

/**
 * Writes all that a build leaves in its folder; returns why not, where the system refuses. Only a build that
 * is not of a watch is made lasting.
 */
async function writeBuild(
  pack: CompiledPack,
  content: CheckedContent,
  state: BuildState,
): Promise<string | undefined> {
  const { root, folder, watching } = state;
  const isLasting = watching === undefined;
  try {
    // A save is not worth two processes.
    const revision = isLasting ? await readRevision(root) : undefined;
    Deno.mkdirSync(folder, { recursive: true });
    sweepDrafts(folder, Date.now());
    // A server that opens the new pack finds its pictures; one that still opens the last finds those.
    const { pictures } = pack;
    sweepPictures(folder, pictures.file, () => picturesOf(folder));
    writePictures(folder, pictures, isLasting);
    const source = siteSourceOf(pack.index.site, pack.index.plans, content.groups);
    const site = JSON.stringify(source);
    if (site !== state.site || !isFile(`${folder}/${SITE_FILE}`)) {
      const bytes = sitePackBytes(renderSite(source), source.site.base_url);
      writeWhole(`${folder}/${SITE_FILE}`, bytes, isLasting);
      state.site = site;
    }
    writeStamp(folder, { build: pack.index.build, now: Date.now(), revision }, isLasting);
    // The pack comes last: a server that follows it finds what belongs to it.
    writeWhole(`${folder}/${PACK_FILE}`, pack.chunks, isLasting);
    return undefined;
  } catch (error) {
    if (error instanceof ChangedPictureError) return error.message;
    const isRefused = error instanceof Error &&
      ("code" in error || error instanceof Deno.errors.NotCapable);
    if (!isRefused) throw error;
    return say`cannot write to OUT_DIR ${folder}: ${error.message};
      set it to a folder that may be written to`;
  }
}

/** The file of pictures that the pack in a folder names, if there is one that can be read. */
function picturesOf(folder: string): string | undefined {
  const path = `${folder}/${PACK_FILE}`;
  try {
    return markFile(path) && openComparedPack(Deno.readFileSync(path), path).index.pictures;
  } catch {
    return undefined;
  }
}

/** Says what servers have where nothing was written. */
function whatIsServed(folder: string): string {
  const isBuilt = markFile(`${folder}/${PACK_FILE}`) !== undefined;
  return isBuilt ? say`what is served stays as it was` : say`there is nothing to serve yet`;
}
