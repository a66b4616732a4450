import type { Revision } from "../src/model/build_stamp.ts";
import type { PackIndex } from "../src/model/pack_index.ts";
import { type CacheFile, openCache } from "./cache/build_cache.ts";
import { compilerVersion } from "./cache/compiler_version.ts";
import { createKeptSites } from "./cache/kept_sites.ts";
import { lazily } from "./cache/lazy_module.ts";
import type { BuildMemory } from "./cache/file_memory.ts";
import type { CompiledPack } from "./compile.ts";
import type { WriteReport } from "./preview/write_build_report.ts";
import { createSiteWriter, type SiteWriter } from "./site_writer.ts";
import { createRenderThread, type RenderThread } from "./thread/render_thread.ts";

/** What a process that builds keeps from one build to the next. */
export interface BuildState {
  /** The content folder. */
  readonly root: string;
  /** OUT_DIR. */
  readonly folder: string;
  readonly thread: RenderThread;
  readonly site: SiteWriter;
  /** Until the first build has asked for what it needs: later ones have it in memory. */
  cache?: CacheFile | undefined;
  /** Names the program. */
  readonly version: () => string | undefined;
  /** Of the content, if this process builds it once: null if no commit has it. */
  revision?: Promise<Revision | null>;
  /** Of the pack that this process has written last. */
  pages?: PackIndex["pages"];
  /** Of a process that builds after every save. */
  readonly watching?: WatchState | undefined;
  /** Names what came of the last build. */
  outcome?: string;
}

/** What a process has besides that builds after every save. */
interface WatchState {
  readonly memory: BuildMemory;
  /** The process that it ends with. */
  readonly parent: number | undefined;
  readonly writeReport: WriteReport;
  /** Prints what a save has changed. */
  readonly tellSave: (pack: CompiledPack) => void;
}

/** Opens what earlier builds into a folder have made. */
export function startBuilding(root: string, folder: string, watching?: WatchState): BuildState {
  const thread = createRenderThread();
  // A process that builds once is the same program from its first file to its last.
  const version = watching === undefined ? lazily(compilerVersion) : compilerVersion;
  const cache = openCache(folder, version);
  const site = createSiteWriter(folder, cache, thread, createKeptSites(version));
  return { root, folder, thread, site, version, cache, watching };
}
