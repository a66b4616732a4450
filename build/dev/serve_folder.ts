import { Buffer } from "node:buffer";
import type { ListeningServer } from "../../src/core/first_start.ts";
import { type RunningServer, startServer } from "../../src/core/start.ts";
import { PACK_FILE } from "../../src/model/pack.ts";
import { createStderrLog } from "../../src/platform/log.ts";
import type { Settings } from "../../src/platform/settings.ts";
import { build, type BuildState, type Built } from "../build_content.ts";
import type { Compiled, CompiledPack } from "../compile.ts";
import { createMemory } from "../memory.ts";
import {
  openComparedPack,
  type OpenedPack,
  openedPack,
  UnreadablePackError,
} from "../pack/opened_pack.ts";
import { ifThere } from "../read/there.ts";
import type { DevTool } from "../tool.ts";
import { TOOLS } from "../tools.ts";
import { say } from "../words/say.ts";
import { watch } from "./watch.ts";

/** How a folder is served while it is written. */
interface ServeOptions {
  readonly settings: Settings;
  /** Called after each build, and before what was built is served. */
  onBuild(compiled: Compiled): void;
  /** Called when there is something to serve. */
  onStart(): void;
  greet(server: ListeningServer): void;
}

/** A folder that is served while it is written. */
interface ServedFolder {
  /** Rejects when the server cannot be started. */
  readonly failed: Promise<never>;
  /** Ends the process; it tells the signal. */
  stop(signal?: Deno.Signal): void;
}

/** A pack that is served, and the same for who compares and shows. */
interface ServedPack {
  readonly bytes: Uint8Array;
  readonly opened: OpenedPack;
}

/** Requests that have waited for a save have this long, in ms, before the rest of the build goes on. */
const ANSWER_MS = 20;

/** What a save has changed is told this long after it is served, in ms: to compare takes as long as to build. */
const TELL_MS = 300;

/** Builds a folder now and after every save, and serves the last good build. */
export function serveFolder({ settings, onBuild, onStart, greet }: ServeOptions): ServedFolder {
  const { CONTENT_DIR: root, OUT_DIR: folder } = settings;
  const now = Date.now;
  const failed = Promise.withResolvers<never>();
  const state: BuildState = { root, folder, memory: createMemory(now), handOver };
  let tools: readonly DevTool[] | undefined;
  let served: ServedPack | undefined;
  let server: RunningServer | undefined;
  let isStopping = false;
  // What goes as it should is told here, in the language of the editor.
  const log = { ...createStderrLog(settings.LOG), info() {} };
  /** What is served, as far as it was told. */
  let told: OpenedPack | undefined;
  let telling: ReturnType<typeof setTimeout> | undefined;

  async function handOver({ chunks, index, bodies }: CompiledPack): Promise<void> {
    served = {
      bytes: Buffer.concat(chunks),
      opened: openedPack(index, Buffer.concat(bodies)),
    };
    if (server === undefined) return;
    await server.serve(served.bytes);
    await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
  }

  async function rebuild(): Promise<void> {
    clearTimeout(telling);
    const built = await buildOrTell(state);
    served ??= earlierPack(folder);
    if (built !== undefined) {
      onBuild(built.compiled);
      if (tools === undefined) {
        tools = await Promise.all(TOOLS.flatMap(({ loadDev }) => loadDev?.() ?? []));
        for (const tool of tools) tool.onFirstBuild?.(root);
      }
      for (const tool of tools) tool.onBuild?.(built.compiled);
    }
    if (served === undefined) {
      console.error(say`Nothing is served yet: the first good build starts the server`);
    } else if (server === undefined) {
      onStart();
      const fronting = tools?.find(({ front }) => front !== undefined);
      const front = fronting?.front?.bind(fronting);
      const dev = { pack: served.bytes, log, front, greet };
      server = await startServer({ onDeploy: false, settings, dev });
    }
    if (told === undefined) told = served?.opened;
    else telling = setTimeout(tellSave, TELL_MS);
  }

  function tellSave(): void {
    const [before, after] = [told, served?.opened];
    if (before === undefined || after === undefined || before === after) return;
    const lines = tools?.flatMap((tool) => tool.tellSave?.(before, after, now()) ?? []) ?? [];
    for (const line of lines) console.error(line);
    told = after;
  }

  /** Never resolves: nothing is to follow, since the process ends. */
  function fail(error: unknown): Promise<never> {
    failed.reject(error);
    return new Promise(() => {});
  }

  void watch(root, () => rebuild().catch(fail), (line) => console.error(line));
  return {
    failed: failed.promise,
    stop(signal) {
      if (signal !== undefined && !isStopping) console.error(say`Stopped by ${signal}`);
      isStopping = true;
      if (server !== undefined) return server.stop(signal);
      Deno.exit(0);
    },
  };
}

/** Undefined where the compiler fails on content that it should refuse: what is served goes on. */
export async function buildOrTell(
  state: BuildState,
  act: typeof build = build,
): Promise<Built | undefined> {
  try {
    return await act(state);
  } catch (error) {
    console.error(
      say`The compiler failed, which is a mistake of the program; what is served stays as it was:`,
      error,
    );
    // What it noted before it failed may be half of something.
    state.memory = createMemory(Date.now);
    return undefined;
  }
}

/** What an earlier process has built, if this one can serve it. */
function earlierPack(folder: string): ServedPack | undefined {
  const path = `${folder}/${PACK_FILE}`;
  const bytes = ifThere(() => Deno.readFileSync(path));
  if (bytes === undefined) return undefined;
  try {
    return { bytes, opened: openComparedPack(bytes, path) };
  } catch (error) {
    if (error instanceof UnreadablePackError) return undefined;
    throw error;
  }
}
