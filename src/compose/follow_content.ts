import { type Content, parseTables } from "../catalog/catalog.ts";
import { CHANGES_FILE, PACK_FILE } from "../model/pack.ts";
import { type Clock, sleep } from "../platform/clock.ts";
import { markFile } from "../platform/file_mark.ts";
import type { Log } from "../platform/log.ts";
import { loadContentInSlices, type ReloadDeps, verifyContent } from "./content.ts";

/**
 * How often the pack is looked at, in ms. The watch tells of a new one at once, but only in the folder
 * that it was begun on: it reports nothing of a folder that was made again, or that a link leads to now.
 */
const REFRESH_MS = 1000;

interface FollowDeps extends ReloadDeps {
  readonly log: Log;
  /** Called with each new pack. */
  readonly swap: (content: Content) => void;
  readonly served: () => Content;
  /** The version of the file that is served first, marked before it was read. */
  readonly loaded: string | undefined;
  /** Whether that is whole. */
  readonly proof: Promise<boolean>;
}

/**
 * Swaps in each new pack that is put into `folder`, however it comes there. While there is none, or
 * one that cannot be read, what is served stays. The returned function ends it.
 */
export function followContent(folder: string, deps: FollowDeps): () => void {
  const { clock, log, swap, loaded } = deps;
  const path = `${folder}/${PACK_FILE}`;
  let seen = loaded;
  // What was handed over before this began is of an earlier pack.
  let seenChanges = markFile(`${folder}/${CHANGES_FILE}`)?.version;
  let isWhole = deps.proof;
  let isGone = false;
  let isLoading = false;
  const ending = new AbortController();
  let parsing = new AbortController();
  parseAhead(deps.served(), deps.proof);

  /** What the next pack has in common with this one is taken over parsed: else it would wait for it. */
  function parseAhead({ catalog }: Content, isVerified: Promise<boolean>): void {
    parsing.abort();
    parsing = new AbortController();
    const signal = AbortSignal.any([ending.signal, parsing.signal]);
    void isVerified.then(async (isVerified) => {
      if (isVerified) await parseTables(catalog, () => sleep(clock, 0), signal);
    });
  }

  function refresh(): void {
    const mark = markFile(path);
    logWhetherGone(mark === undefined);
    if (isLoading) return;
    // What was handed over after this pack follows it: taken before, it would give way to the pack again.
    if (mark === undefined || mark.version === seen) return refreshChanges();
    // Noted before it is read: what is renamed into place meanwhile has another mark.
    seen = mark.version;
    void reload(PACK_FILE);
  }

  function refreshChanges(): void {
    const version = markFile(`${folder}/${CHANGES_FILE}`)?.version;
    if (version === undefined || version === seenChanges) return;
    seenChanges = version;
    void reload(CHANGES_FILE);
  }

  function logWhetherGone(isGoneNow: boolean): void {
    if (isGoneNow === isGone) return;
    isGone = isGoneNow;
    if (isGone) {
      const remedy = "serving what was read from it; run `deno task build`, or put it back";
      log.warn(`Cannot find ${path}: ${remedy}`);
    } else log.info(`Found ${path} again`);
  }

  /**
   * Changes to another pack than the one that is served say nothing: the whole pack follows them. Nor do
   * those of another build than the stamp names, which is the last one that was written.
   */
  async function reload(name: typeof PACK_FILE | typeof CHANGES_FILE): Promise<void> {
    isLoading = true;
    try {
      const content = await loadContentInSlices(folder, deps, name);
      if (name === PACK_FILE || content.builtAt > 0) await serve(content);
    } catch (error) {
      if (name === PACK_FILE) log.warn(error instanceof Error ? error.message : String(error));
    }
    isLoading = false;
    // What came meanwhile was not read.
    if (!ending.signal.aborted) refresh();
  }

  /** What was built of the same content has the same name: it takes the place of a damaged pack. */
  async function serve(content: Content): Promise<void> {
    const next = content.catalog.index.build;
    if (next === deps.served().catalog.index.build && await isWhole) return;
    if (ending.signal.aborted) return;
    swap(content);
    isWhole = verifyContent(content, folder, deps);
    parseAhead(content, isWhole);
    log.info("Serving new content", { build: next });
  }

  const unwatch = watchFolder(folder, refresh);
  const cancel = repeat(clock, REFRESH_MS, refresh);
  return () => {
    ending.abort();
    unwatch();
    cancel();
  };
}

/** Calls `changed` when something changes in a folder; a folder that is not there cannot be watched. */
function watchFolder(folder: string, changed: () => void): () => void {
  let watcher: Deno.FsWatcher;
  try {
    watcher = Deno.watchFs(folder, { recursive: false });
  } catch {
    return () => {};
  }
  const follow = async () => {
    for await (const { kind } of watcher) if (kind !== "access") changed();
  };
  follow().catch(() => {});
  return () => watcher.close();
}

function repeat(clock: Clock, everyMs: number, task: () => void): () => void {
  let cancel = () => {};
  const next = () => {
    cancel = clock.after(everyMs, () => {
      task();
      next();
    });
  };
  next();
  return () => cancel();
}
