import { SITE_FILE } from "../src/model/site_pack.ts";
import { openCache } from "./cache/build_cache.ts";
import type { BuildMemory } from "./cache/file_memory.ts";
import { compile, type Compiled, type CompiledPack, type MadeMeanwhile } from "./compile.ts";
import type { Diagnostic } from "./diagnostic/diagnostic.ts";
import { countDiagnostics, formatDiagnostics } from "./diagnostic/format.ts";
import { newWarnings, rememberWarnings } from "./emit/told_warnings.ts";
import type { WriteReport } from "./preview/write_build_report.ts";
import { createSiteWriter } from "./site_writer.ts";
import { createProgress, type Progress } from "./task/progress.ts";
import { createRenderThread, type RenderThread } from "./thread/render_thread.ts";
import { createSharedHashes } from "./thread/shared_hashes.ts";
import { createSharedArticles } from "./thread/shared_articles.ts";
import type { Changes } from "./watch.ts";
import { whatIsServed, writeBuild, type WriteState } from "./write_build.ts";
import { say } from "./words/say.ts";

/** What a process that builds again and again keeps from one build to the next. */
export interface BuildState extends WriteState {
  readonly thread: RenderThread;
  memory?: BuildMemory;
  /** Of a process that watches. */
  writeReport?: WriteReport;
  /** The process that it ends with. */
  parent?: number | undefined;
  /** Names what came of the last build. */
  outcome?: string;
  /** Of such a process: tells what a save has changed. */
  tellSave?: (pack: CompiledPack) => void;
}

/** `isLasting`: whether what is written has to outlive a failure of the machine. */
export function startBuilding(folder: string, isLasting: boolean): BuildState {
  const thread = createRenderThread();
  const cache = openCache(folder, thread.version);
  const site = createSiteWriter(`${folder}/${SITE_FILE}`, cache, thread);
  return { thread, site, cache, isLasting };
}

/** Compiles the content, tells what is wrong with it and writes it; returns the exit code. */
export async function build(
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
function meanwhile(
  { site, thread, cache, memory }: BuildState,
): Pick<MadeMeanwhile, "articles" | "hashes"> {
  if (site.isKnown()) return {};
  thread.start();
  if (!cache?.isEmpty) return {};
  thread.beginVersion();
  const articles = createSharedArticles(thread, cache);
  return {
    articles,
    ...(memory === undefined && { hashes: createSharedHashes(thread, articles) }),
  };
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
    console.error(say`Cannot write the preview: ${reason}`);
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
  const problem = pack === undefined
    ? countDiagnostics(errors)
    : await writeBuild(folder, pack, state);
  if (pack === undefined || problem !== undefined) {
    const words = state.isHandedOver
      ? say`The change alone was written: it is served until the server ends`
      : say`Nothing was written: ${whatIsServed(folder)}`;
    console.error(`${words} (${problem})`);
    return 1;
  }
  const warnings = tellNewWarnings(folder, diagnostics);
  console.error(say`Built ${pack.index.build} into ${folder}${warnings}`);
  state.tellSave?.(pack);
  return 0;
}

/** Tells the warnings that the last good build did not have; returns how many there are in all. */
function tellNewWarnings(folder: string, warnings: readonly Diagnostic[]): string {
  const fresh = newWarnings(folder, warnings);
  rememberWarnings(folder, warnings);
  if (fresh.length > 0) console.error(formatDiagnostics(fresh));
  const remedy = fresh.length === warnings.length ? "" : say`; deno task check shows all`;
  return warnings.length === 0 ? "" : ` (${countDiagnostics(warnings)}${remedy})`;
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
