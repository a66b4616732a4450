import { articleSource, noteArticle, type RenderedArticle } from "./article/article_texts.ts";
import type { BuildState } from "./build_state.ts";
import { type BuildCache, NO_CACHE } from "./cache/build_cache.ts";
import { type Compiled, type CompiledPack, renderChecked } from "./compile.ts";
import { checkFolder, type CompileOptions } from "./diagnose.ts";
import type { Diagnostic } from "./diagnostic/diagnostic.ts";
import { countDiagnostics, formatDiagnostics } from "./diagnostic/format.ts";
import { siteSourceOf } from "./site_writer.ts";
import { rememberWarnings } from "./emit/told_warnings.ts";
import { createProgress } from "./task/progress.ts";
import type { Changes } from "./watch.ts";
import { say } from "./words/say.ts";
import { PACK_FILE } from "../src/model/pack.ts";
import { markFile } from "../src/platform/file_mark.ts";
import { readRevision, writeStamp } from "./emit/build_stamp.ts";
import { writeChanges } from "./emit/pack_bytes.ts";
import { openComparedPack } from "./pack/opened_pack.ts";
import { ChangedPictureError, sweepPictures, writePictures } from "./picture/published_pictures.ts";
import { draftFile, type FileDraft, sweepDrafts } from "./emit/write_file.ts";

/** Compiles the content, reports its mistakes and writes it; returns the exit code. */
export async function build(state: BuildState, changes?: Changes): Promise<number> {
  try {
    return await buildOnce(state, changes);
  } finally {
    state.thread.end();
  }
}

async function buildOnce(state: BuildState, changes: Changes | undefined): Promise<number> {
  const { watching } = state;
  watching?.memory.expect(changes?.paths);
  const compiled = await compileContent(state);
  const outcome = JSON.stringify([compiled.pack?.index.build, compiled.diagnostics]);
  if (changes?.isSecondLook && outcome === state.outcome) return 0;
  const code = await tellAndWrite(compiled, state);
  state.outcome = outcome;
  try {
    watching?.writeReport(compiled);
  } catch (error) {
    // Editors see less; a build is as good without that.
    const reason = error instanceof Error ? error.message : String(error);
    console.error(say`Cannot write the preview: ${reason}`);
  }
  return code;
}

/** Compiles the content, while the other thread renders the site and, from nothing, the articles. */
async function compileContent(state: BuildState): Promise<Compiled> {
  const { root, thread, site, watching } = state;
  const cache: BuildCache = state.cache ?? NO_CACHE;
  // A save is not worth two processes.
  if (watching === undefined) state.revision = readRevision(root);
  // The thread starts, and loads what it renders with, while the content is read.
  if (!site.isKnown()) void thread.ask("articles", []);
  const progress = createProgress();
  const isFromNothing = state.cache?.isEmpty === true;
  const articles = isFromNothing ? articlesFrom(state, cache) : undefined;
  const options: CompileOptions = {
    cache,
    memory: watching?.memory,
    onNews: articles?.begin,
    onChecked({ site: file, plans, groups }) {
      if (file !== undefined && plans !== undefined) site.begin(siteSourceOf(file, plans, groups));
    },
    // Compiling leaves no time for events, not even that the parent has ended.
    progress(step) {
      if (watching?.parent !== undefined && Deno.ppid !== watching.parent) Deno.exit();
      progress.step(step);
    },
  };
  const checked = checkFolder(root, options);
  await articles?.rendered();
  const compiled = renderChecked(checked, options);
  progress.end();
  return compiled;
}

/** So many articles at once: what is handed over is in memory twice. */
const BATCH = 64;

/** Starting a thread takes as long as rendering this many. */
const FEWEST = 500;

/** Articles that the other thread renders, for later builds too. */
function articlesFrom({ thread }: BuildState, cache: BuildCache) {
  const jobs: Promise<void>[] = [];
  const begin: NonNullable<CompileOptions["onNews"]> = (news, zone) => {
    if (news.length < FEWEST) return;
    for (let start = 0; start < news.length; start += BATCH) {
      const sources = news.slice(start, start + BATCH).map((entry) => articleSource(entry, zone));
      const note = (articles: readonly RenderedArticle[]) =>
        articles.forEach((article, place) => noteArticle(sources[place]!, article, cache));
      jobs.push(thread.ask("articles", sources).then(note));
    }
  };
  return { begin, rendered: () => Promise.all(jobs) };
}

async function tellAndWrite({ diagnostics, pack }: Compiled, state: BuildState): Promise<number> {
  const { folder, watching } = state;
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) console.error(formatDiagnostics(errors));
  if (pack === undefined) {
    return notWritten(say`Nothing was written: ${whatIsServed(folder)}`, countDiagnostics(errors));
  }
  const { problem, isHandedOver } = await writeBuild(pack, state);
  if (problem !== undefined) {
    const words = isHandedOver
      ? say`The change alone was written: it is served until the server ends`
      : say`Nothing was written: ${whatIsServed(folder)}`;
    return notWritten(words, problem);
  }
  const warnings = tellNewWarnings(folder, diagnostics);
  console.error(say`Built ${pack.index.build} into ${folder}${warnings}`);
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
    // A server that opens the new pack finds its pictures; one that still opens the last finds those.
    const { pictures } = pack;
    sweepPictures(folder, pictures.file, () => picturesOf(folder));
    await writePictures(folder, pictures, isLasting);
    // What has changed is handed over before; else it becomes lasting while the rest is written.
    const early = pages === undefined ? draftPack() : undefined;
    // The pack comes last: a server that follows it finds the site and the stamp that belong to it.
    const site = kept(await state.site.draft(isLasting));
    if (state.cache?.isUnsaved) state.cache.save(state.version());
    state.cache = undefined;
    await site?.place();
    const revision = await state.revision;
    writeStamp(folder, { build: pack.index.build, now: Date.now(), revision }, isLasting);
    isHandedOver = pages !== undefined && writeChanges(folder, pack, pages);
    await (early ?? draftPack()).place();
    state.pages = pack.index.pages;
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
