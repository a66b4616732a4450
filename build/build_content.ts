import type { CheckedContent } from "./check/content.ts";
import { compile, type Compiled, type CompiledPack } from "./compile.ts";
import type { Diagnostic } from "./diagnostic/diagnostic.ts";
import { countDiagnostics, formatDiagnostics } from "./diagnostic/format.ts";
import type { Memory } from "./memory.ts";
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
import { draftFile, type FileDraft, sweepDrafts } from "./emit/write_file.ts";
import { sitePackBytes } from "./emit/site_pack_bytes.ts";
import { isFile } from "./read/there.ts";

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
  /** Takes a pack when all is written that belongs to it, and before it is written itself. */
  handOver?: (pack: CompiledPack) => Promise<void>;
}

/** What came of a build. */
export interface Built extends Compiled {
  /** Whether the pack is in its folder. */
  readonly isWritten: boolean;
}

/** Compiles the content, reports its mistakes and writes it. */
export async function build(state: BuildState): Promise<Built> {
  const progress = createProgress();
  const compiled = compile(state.root, { memory: state.memory, progress: progress.step });
  progress.end();
  return { ...compiled, isWritten: await tellAndWrite(compiled, state) };
}

async function tellAndWrite(
  { content, diagnostics, pack }: Compiled,
  state: BuildState,
): Promise<boolean> {
  const { folder } = state;
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) console.error(formatDiagnostics(errors));
  if (pack === undefined) return notWritten(folder, countDiagnostics(errors));
  const { problem, isHandedOver } = await writeBuild(pack, content, state);
  if (problem !== undefined) return notWritten(folder, problem, isHandedOver);
  const warnings = tellNewWarnings(folder, diagnostics);
  console.error(say`Built ${pack.index.build} into ${forCaller(folder)}${warnings}`);
  return true;
}

function notWritten(folder: string, problem: string, isServed = false): false {
  const outcome = isServed
    ? say`What was built is served until the server ends, and is not written`
    : say`Nothing was written: ${whatIsServed(folder)}`;
  console.error(`${outcome} (${problem})`);
  return false;
}

/** Tells the warnings that the last good build did not have; returns how many there are in all. */
function tellNewWarnings(folder: string, warnings: readonly Diagnostic[]): string {
  const fresh = rememberWarnings(folder, warnings);
  if (fresh.length > 0) console.error(formatDiagnostics(fresh));
  const remedy = fresh.length === warnings.length ? "" : say`; deno task check shows all`;
  return warnings.length === 0 ? "" : ` (${countDiagnostics(warnings)}${remedy})`;
}

/** What came of writing a build. */
interface WrittenBuild {
  /** Why not all was written, where the system refuses. */
  readonly problem?: string;
  readonly isHandedOver: boolean;
}

/** Writes all that a build leaves in its folder. */
async function writeBuild(
  pack: CompiledPack,
  content: CheckedContent,
  state: BuildState,
): Promise<WrittenBuild> {
  const { root, folder, handOver } = state;
  const isLasting = state.memory === undefined;
  // A save is not worth two processes.
  const asked = isLasting ? readRevision(root) : undefined;
  const drafts: FileDraft[] = [];
  const draft = (name: string, chunks: readonly Uint8Array[]): FileDraft => {
    const file = draftFile(`${folder}/${name}`, chunks, isLasting);
    drafts.push(file);
    return file;
  };
  let isHandedOver = false;
  try {
    Deno.mkdirSync(folder, { recursive: true });
    sweepDrafts(folder, Date.now());
    // A server that opens the new pack finds its pictures; one that still opens the last finds those.
    const { pictures } = pack;
    sweepPictures(folder, pictures.file, () => picturesOf(folder));
    await writePictures(folder, pictures, isLasting);
    // It becomes lasting while the rest is written; or it need not be, and is handed over before.
    const early = isLasting ? draft(PACK_FILE, pack.chunks) : undefined;
    const source = siteSourceOf(pack.index.site, pack.index.plans, content.groups);
    const site = JSON.stringify(source);
    if (site !== state.site || !isFile(`${folder}/${SITE_FILE}`)) {
      await draft(SITE_FILE, sitePackBytes(renderSite(source), source.site.base_url)).place();
      state.site = site;
    }
    const revision = await asked;
    writeStamp(folder, { build: pack.index.build, now: Date.now(), revision }, isLasting);
    await handOver?.(pack);
    isHandedOver = handOver !== undefined;
    // It takes its place last: a server that follows it finds the site and the stamp that belong to it.
    await (early ?? draft(PACK_FILE, pack.chunks)).place();
    return { isHandedOver };
  } catch (error) {
    if (error instanceof ChangedPictureError) return { problem: error.message, isHandedOver };
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
