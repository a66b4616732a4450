import { PACK_FILE, type PackIndex } from "../src/model/pack.ts";
import { markFile } from "../src/platform/file_mark.ts";
import { untilInputEnds, WITH_PARENT } from "../src/platform/parent.ts";
import { type CacheFile, NO_CACHE, openCache } from "./cache/build_cache.ts";
import { compilerVersion } from "./cache/compiler_version.ts";
import { type BuildMemory, createBuildMemory } from "./cache/file_memory.ts";
import { compile, type Compiled, type CompiledPack, type MadeMeanwhile } from "./compile.ts";
import { newWarnings, rememberWarnings } from "./emit/told_warnings.ts";
import { countDiagnostics, formatDiagnostics } from "./diagnostic/format.ts";
import { createSiteWriter, type SiteWriter } from "./site_writer.ts";
import { createRenderThread, type RenderThread } from "./thread/render_thread.ts";
import { createSharedArticles } from "./thread/shared_articles.ts";
import { SITE_FILE } from "../src/model/site_pack.ts";
import { removeChanges, writeChanges } from "./emit/write_changes.ts";
import { writeStamp } from "./emit/write_stamp.ts";
import { draftFile, sweepDrafts } from "./emit/write_file.ts";
import { comparedPack, type OpenedPack } from "./pack/opened_pack.ts";
import { saveLines } from "./diff/save_lines.ts";
import { runTask } from "./task/run_task.ts";
import { DONE } from "./task/task_error.ts";
import { settingsWithOutput } from "./task/task_settings.ts";
import { createProgress, type Progress } from "./task/progress.ts";
import {
  createReportWriter,
  removeReport,
  type WriteReport,
} from "./preview/write_build_report.ts";
import { type Changes, watch } from "./watch.ts";

const USAGE = "deno task build";

const HELP = `Compiles the content folder.

  deno task build    writes the compiled content to OUT_DIR (build/out)
  deno task check    looks for mistakes; deno task check --help tells more

The content folder is CONTENT_DIR (content). Errors keep a build from writing anything;
warnings do not. The exit code is 1 where there are errors.`;

const exitCode = await runTask({ usage: USAGE, help: HELP, readCall, run });
// What is in memory need not be taken down piece by piece.
if (Deno.args[0] !== "watch") Deno.exit(exitCode);
Deno.exitCode = exitCode;

/** What the compiler is started for. */
interface BuildCall {
  readonly isWatching: boolean;
  /** The id of the process that it ends with, and tells of the first build. */
  readonly parent: number | undefined;
}

/** The first word comes from the task, or from the process that started this one. */
function readCall([command = "build", ...words]: readonly string[]): BuildCall | string {
  const isWatching = command === "watch";
  if (!isWatching && command !== "build") return `Cannot do "${command}": expected build or watch`;
  const parent = isWatching && words[0] === WITH_PARENT ? Number(words[1]) : undefined;
  return words.length === 0 || parent !== undefined
    ? { isWatching, parent }
    : `Expected no further word, found "${words.join(" ")}": all content is compiled together`;
}

async function run({ isWatching, parent }: BuildCall): Promise<number> {
  const { CONTENT_DIR: root, OUT_DIR: folder } = settingsWithOutput();
  const state = startBuilding(folder, !isWatching);
  removeReport(folder);
  removeChanges(folder);
  if (!isWatching) return build(root, folder, state);
  if (parent !== undefined) untilInputEnds().finally(() => Deno.exit());
  // The first build keeps in memory what the first save needs.
  const memory = createBuildMemory(Date.now);
  Object.assign(state, { parent, memory, writeReport: createReportWriter(folder) });
  await watch(root, (changes) => build(root, folder, state, changes));
  if (parent !== undefined) console.log("Built");
  return DONE;
}

/** What a process that builds again and again keeps from one build to the next. */
interface BuildState {
  readonly thread: RenderThread;
  readonly site: SiteWriter;
  memory?: BuildMemory;
  /** Of a process that watches. */
  writeReport?: WriteReport;
  /** The process that it ends with. */
  parent?: number | undefined;
  /** Whether what is written has to outlive a failure of the machine. */
  readonly isLasting: boolean;
  /** Names what came of the last build. */
  outcome?: string;
  /** What was written last; undefined where nothing was. */
  last?: OpenedPack | undefined;
  /** Whether what the last build has changed was handed over before the pack. */
  isHandedOver?: boolean;
  /** Of what this process has written last. */
  pages?: PackIndex["pages"];
  /** Until the first build has asked for what it needs: later ones have it in memory. */
  cache?: CacheFile | undefined;
}

function startBuilding(folder: string, isLasting: boolean): BuildState {
  const version = compilerVersion();
  const cache = version === undefined ? undefined : openCache(folder, version);
  const thread = createRenderThread();
  const site = createSiteWriter(`${folder}/${SITE_FILE}`, cache ?? NO_CACHE, thread);
  return { thread, site, cache, isLasting };
}

async function build(
  root: string,
  folder: string,
  state: BuildState,
  changes?: Changes,
): Promise<number> {
  try {
    return await buildOnce(root, folder, state, changes);
  } finally {
    state.thread.end();
  }
}

async function buildOnce(
  root: string,
  folder: string,
  state: BuildState,
  changes: Changes | undefined,
): Promise<number> {
  state.memory?.expect(changes?.paths);
  const made = { ...state, ...meanwhile(state) };
  const compiled = withProgress(state, (step) => compile(root, step, Date.now(), made));
  if (changes?.isSecondLook && outcomeOf(compiled) === state.outcome) return 0;
  const code = await tellAndWrite(compiled, folder, state);
  if (changes !== undefined) state.outcome = outcomeOf(compiled);
  preview(compiled, state);
  return code;
}

/** Where the site is not known, the other thread is needed for sure; from nothing, it renders articles too. */
function meanwhile({ site, thread, cache }: BuildState): Pick<MadeMeanwhile, "articles"> {
  if (site.isKnown()) return {};
  thread.start();
  return cache?.isEmpty ? { articles: createSharedArticles(thread, cache) } : {};
}

function outcomeOf({ pack, diagnostics }: Compiled): string {
  return JSON.stringify([pack?.index.build, diagnostics]);
}

/** Shows editors what the build has found; a build is as good without that. */
function preview(compiled: Compiled, { writeReport }: BuildState): void {
  try {
    writeReport?.(compiled);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.error(`Cannot write the preview: ${reason}`);
  }
}

async function tellAndWrite(
  { diagnostics, pack }: Compiled,
  folder: string,
  state: BuildState,
): Promise<number> {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) console.error(formatDiagnostics(errors));
  state.isHandedOver = false;
  const problem = pack === undefined ? countDiagnostics(errors) : await write(folder, pack, state);
  if (pack === undefined || problem !== undefined) {
    const words = state.isHandedOver
      ? "The change alone was written: it is served until the server ends"
      : `Nothing was written: ${whatIsServed(folder)}`;
    console.error(`${words} (${problem})`);
    return 1;
  }
  const fresh = newWarnings(folder, diagnostics);
  rememberWarnings(folder, diagnostics);
  if (fresh.length > 0) console.error(formatDiagnostics(fresh));
  const isToldHere = fresh.length === diagnostics.length;
  const remedy = isToldHere ? "" : "; deno task check shows all";
  const warnings = diagnostics.length === 0 ? "" : ` (${countDiagnostics(diagnostics)}${remedy})`;
  console.error(`Built ${pack.index.build} into ${folder}${warnings}`);
  if (state.memory !== undefined) tellChanges(pack, state);
  return 0;
}

/** Tells what a save has changed, where there was a build before it. */
function tellChanges({ index, pages }: CompiledPack, state: BuildState): void {
  const pack = comparedPack(index, pages);
  const lines = state.last === undefined ? [] : saveLines(state.last, pack, Date.now());
  state.last = pack;
  if (lines.length > 0) console.error(lines.join("\n"));
}

function whatIsServed(folder: string): string {
  const isBuilt = markFile(`${folder}/${PACK_FILE}`) !== undefined;
  return isBuilt ? "what is served stays as it was" : "there is nothing to serve yet";
}

/**
 * Tells at a terminal what `work` is doing. Nothing else happens meanwhile, not even that the standard
 * input ends: at each step it looks whether the parent is still there.
 */
function withProgress<T>({ parent }: BuildState, work: (step: Progress) => T): T {
  const progress = createProgress();
  const done = work((step) => {
    if (parent !== undefined && Deno.ppid !== parent) Deno.exit();
    progress.step(step);
  });
  progress.end();
  return done;
}

/** Writes the pack; returns why not, where the system refuses. */
async function write(
  folder: string,
  pack: CompiledPack,
  state: BuildState,
): Promise<string | undefined> {
  try {
    Deno.mkdirSync(folder, { recursive: true });
    sweepDrafts(folder, Date.now());
    const { index } = pack;
    const draftPack = () => draftFile(`${folder}/${PACK_FILE}`, pack.chunks, state.isLasting);
    // What has changed is handed over before; else it becomes lasting while the rest is written.
    using early = state.pages === undefined ? draftPack() : undefined;
    // The pack comes last: whoever follows it finds the site and the stamp that belong to it.
    state.site.finish();
    writeStamp(folder, index.build, Date.now(), state.isLasting);
    state.isHandedOver = state.pages !== undefined && writeChanges(folder, pack, state.pages);
    state.cache?.save();
    state.cache = undefined;
    using draft = early ?? draftPack();
    await draft.place();
    state.pages = index.pages;
    return undefined;
  } catch (error) {
    const isRefused = error instanceof Error &&
      ("code" in error || error instanceof Deno.errors.NotCapable);
    if (!isRefused) throw error;
    return `cannot write to OUT_DIR ${folder}: ${error.message}; ` +
      "set it to a folder that may be written to";
  }
}
