import type { CheckedContent } from "./check/content.ts";
import { compile, type Compiled, type CompiledPack } from "./compile.ts";
import type { Diagnostic } from "./diagnostic/diagnostic.ts";
import { countDiagnostics, formatDiagnostics } from "./diagnostic/format.ts";
import type { Memory } from "./memory.ts";
import { createProgress } from "./task/progress.ts";
import { say, wordsOf } from "./words/say.ts";
import { PACK_FILE } from "../src/model/pack.ts";
import { forCaller } from "../src/platform/caller_paths.ts";
import { markFile } from "../src/platform/file_mark.ts";
import { readRevision, writeStamp } from "./emit/build_stamp.ts";
import { openComparedPack } from "./pack/opened_pack.ts";
import { ChangedPictureError, sweepPictures, writePictures } from "./picture/published_pictures.ts";
import { sweepDrafts, writeWhole } from "./emit/write_file.ts";
import { writeSite } from "./emit/write_site.ts";

/** What is built, and what a process that builds again and again keeps from one build to the next. */
export interface BuildState {
  /** The content folder. */
  readonly root: string;
  /** OUT_DIR. */
  readonly folder: string;
  /** Of a process that builds after every save: what it writes need not outlast the machine. */
  memory?: Memory;
  /** What the site that this process has written last was made of, as JSON. */
  site?: string;
  /** The warnings that this process has told already. */
  told?: ReadonlySet<string>;
  /** Takes a pack when all is written that belongs to it, and before it is written itself. */
  handOver?: (pack: CompiledPack) => Promise<void>;
}

/** What came of a build. */
export interface Built {
  readonly compiled: Compiled;
  /** Whether the pack is in its folder. */
  readonly isWritten: boolean;
}

/** Compiles the content, reports its mistakes and writes it. */
export async function build(state: BuildState): Promise<Built> {
  const progress = createProgress();
  const compiled = compile(state.root, { memory: state.memory, progress: progress.step });
  progress.end();
  const { content, errors, pack } = compiled;
  const { folder } = state;
  if (errors.length > 0) console.error(formatDiagnostics(errors));
  const { problem, isHandedOver } = pack === undefined
    ? { problem: countDiagnostics(errors) }
    : await writeBuild(pack, content, state);
  if (pack === undefined || problem !== undefined) {
    const outcome = isHandedOver
      ? say`What was built is served until the server ends, and is not written`
      : say`Nothing was written: ${whatIsServed(folder)}`;
    console.error(`${outcome} (${problem})`);
    return { compiled, isWritten: false };
  }
  const warnings = tellNewWarnings(state, compiled.diagnostics);
  console.error(say`Built ${pack.index.build} into ${forCaller(folder)}${warnings}`);
  return { compiled, isWritten: true };
}

/** Tells the warnings that the last good build did not have; returns how many there are in all. */
function tellNewWarnings(state: BuildState, warnings: readonly Diagnostic[]): string {
  const { told } = state;
  const fresh = warnings.filter((warning) => !told?.has(nameOf(warning)));
  state.told = new Set(warnings.map(nameOf));
  if (fresh.length > 0) console.error(formatDiagnostics(fresh));
  const remedy = fresh.length === warnings.length ? "" : say`; deno task check shows all`;
  return warnings.length === 0 ? "" : ` (${countDiagnostics(warnings)}${remedy})`;
}

/** A warning stays itself when lines above it come and go. */
function nameOf({ place: { file }, message }: Diagnostic): string {
  return `${file}: ${wordsOf(message, "en").replace(/(?<=\bline |:)\d+/g, "…")}`;
}

/**
 * Writes all that a build leaves in its folder; `problem`: why not all was written, where the system refuses.
 * Only a build that is not of a watch is made lasting.
 */
async function writeBuild(
  pack: CompiledPack,
  content: CheckedContent,
  state: BuildState,
): Promise<{ readonly problem?: string; readonly isHandedOver?: boolean }> {
  const { root, folder, handOver } = state;
  const isLasting = state.memory === undefined;
  let isHandedOver = false;
  try {
    // A save is not worth two processes.
    const revision = isLasting ? readRevision(root) : undefined;
    Deno.mkdirSync(folder, { recursive: true });
    sweepDrafts(folder, Date.now());
    // A server that opens the new pack finds its pictures; one that still opens the last finds those.
    const { pictures } = pack;
    sweepPictures(folder, pictures.file, () => picturesOf(folder));
    writePictures(folder, pictures, isLasting);
    const { site, plans } = pack.index;
    const published = { site, plans, groups: content.groups };
    state.site = await writeSite(folder, published, state.site, isLasting);
    writeStamp(folder, { build: pack.index.build, now: Date.now(), revision }, isLasting);
    await handOver?.(pack);
    isHandedOver = handOver !== undefined;
    // The pack comes last: a server that follows it finds what belongs to it.
    writeWhole(`${folder}/${PACK_FILE}`, pack.chunks, isLasting);
    return { isHandedOver };
  } catch (error) {
    if (error instanceof ChangedPictureError) return { problem: error.message, isHandedOver };
    const isRefused = error instanceof Error &&
      ("code" in error || error instanceof Deno.errors.NotCapable);
    if (!isRefused) throw error;
    const problem = say`cannot write to OUT_DIR ${folder}: ${error.message};
      set it to a folder that may be written to`;
    return { problem, isHandedOver };
  }
}

/** The file of pictures that the pack in a folder names, if there is one that can be read. */
function picturesOf(folder: string): string | undefined {
  try {
    const path = `${folder}/${PACK_FILE}`;
    return openComparedPack(Deno.readFileSync(path), path).index.pictures;
  } catch {
    return undefined;
  }
}

/** Says what servers have where nothing was written. */
function whatIsServed(folder: string): string {
  const isBuilt = markFile(`${folder}/${PACK_FILE}`) !== undefined;
  return isBuilt ? say`what is served stays as it was` : say`there is nothing to serve yet`;
}
