import { type Content, openContent, openContentInSlices, parseTables } from "../catalog/catalog.ts";
import { readPackIndex, readPages, readPagesNow } from "../catalog/pack.ts";
import { CHANGES_FILE, PACK_FILE } from "../model/pack.ts";
import type { PackIndex } from "../model/pack_index.ts";
import { SITE_FILE } from "../model/site_pack.ts";
import { type Clock, every, sleep } from "../platform/clock.ts";
import { markFile } from "../platform/file_mark.ts";
import { errorMessage, type Log } from "../platform/log.ts";
import { StartError } from "../platform/start_error.ts";
import { openSite } from "../site/site_pack.ts";
import {
  type OpenedPictures,
  openPackFile,
  openPictures,
  readAt,
  readStamp,
} from "./built_files.ts";

/** Content that was read from a folder, with the file of its pictures. */
export interface LoadedContent extends Content {
  readonly pictures: OpenedPictures;
}

/**
 * Opens the pack in `folder`, whose pages are read as they are needed; or `bytes`, which are what was built
 * into it. `ownAddress` is what the documents name in place of `base_url`.
 *
 * @throws {StartError} if there is none, or it cannot be used
 */
export function openContentIn(
  folder: string,
  ownAddress?: () => string | undefined,
  bytes?: Uint8Array,
): LoadedContent {
  const path = `${folder}/${PACK_FILE}`;
  try {
    const site = openSite(() => readSite(folder), ownAddress);
    const content = openContent(bytes ?? openPackFile(path), site, { isLazy: true });
    const { pack, index: { build, pictures } } = content.catalog;
    const stamped = readStamp(folder, build);
    // A pack that its stamp names is taken for whole: to read all of it takes longer than all else.
    if (stamped.builtAt === 0) readPagesNow(pack);
    return { ...content, pictures: openPictures(folder, pictures), ...stamped };
  } catch (error) {
    throw unusable(path, error);
  }
}

/**
 * Reads what the pack in `folder` says of itself.
 *
 * @throws {StartError} if there is none, or it cannot be used
 */
export function readIndexIn(folder: string): PackIndex {
  const path = `${folder}/${PACK_FILE}`;
  try {
    const file = openPackFile(path);
    try {
      return readPackIndex(file).index;
    } finally {
      file.close();
    }
  } catch (error) {
    throw unusable(path, error);
  }
}

/** Whether what was loaded is whole: checks it, a page at a time, and logs if it is damaged. */
export async function verifyContent(
  { catalog: { pack }, pictures }: LoadedContent,
  folder: string,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Promise<boolean> {
  if (pictures.isMissing) {
    const remedy = "its pictures are answered with 404; run `deno task build`";
    log.error(`Cannot find ${pictures.path}: ${remedy}`);
  }
  try {
    await readPages(pack, () => sleep(clock, 0));
    return true;
  } catch (error) {
    log.error(unusable(`${folder}/${PACK_FILE}`, error).message);
    return false;
  }
}

/**
 * Reads the pack as {@linkcode openContentIn} does, in slices: requests are answered in between. `name`: the
 * pack itself, or the changes that a build hands over before it.
 *
 * @throws {StartError} if there is none, or it cannot be used
 */
async function loadContentInSlices(
  folder: string,
  { clock, ownAddress, served }: {
    readonly clock: Clock;
    /** What the documents name in place of `base_url`. */
    readonly ownAddress?: (() => string | undefined) | undefined;
    /** What is served: what the new pack has in common with it is not read again. */
    readonly served?: () => LoadedContent;
  },
  name: typeof PACK_FILE | typeof CHANGES_FILE = PACK_FILE,
): Promise<LoadedContent> {
  const path = `${folder}/${name}`;
  try {
    const site = openSite(() => readSite(folder), ownAddress);
    const file = await Deno.open(path);
    try {
      const read = (at: number, length: number) => readAt(file, at, length);
      const known = served?.().catalog.pack;
      const pause = () => sleep(clock, 0);
      const isPartial = name === CHANGES_FILE;
      const content = await openContentInSlices({ read, pause, known, isPartial }, site);
      const { build, pictures: picturesName } = content.catalog.index;
      const before = served?.();
      const isSame = picturesName === before?.catalog.index.pictures;
      // Nearly every build has the pictures of the last one.
      const pictures = isSame && before?.pictures.isMissing === false
        ? before.pictures
        : openPictures(folder, picturesName);
      return { ...content, pictures, ...readStamp(folder, build) };
    } finally {
      file.close();
    }
  } catch (error) {
    throw unusable(path, error);
  }
}

function unusable(path: string, error: unknown): StartError {
  const reason = error instanceof Deno.errors.NotFound
    ? "there is none; run `deno task build` first"
    : error instanceof Deno.errors.NotADirectory
    ? "OUT_DIR is a file, or lies in one; set it to the folder that `deno task build` wrote"
    : errorMessage(error);
  return new StartError(`Cannot serve ${path}: ${reason}`);
}

/** A build without a site pack serves data all the same. */
function readSite(folder: string): Uint8Array | undefined {
  try {
    return Deno.readFileSync(`${folder}/${SITE_FILE}`);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/**
 * How often the pack's file is checked, in ms. The watch reports a new one at once, but only in the folder
 * that it was begun on: it reports nothing of a folder that was made again, or that a link leads to now.
 */
const REFRESH_MS = 1000;

/**
 * Swaps in each new pack that is put into `folder`, however it comes there. While there is none, or
 * one that cannot be read, what is served stays. The returned function ends it.
 */
export function followContent(
  folder: string,
  deps: {
    readonly clock: Clock;
    readonly log: Log;
    /** What the documents name in place of `base_url`. */
    readonly ownAddress?: (() => string | undefined) | undefined;
    readonly swap: (content: LoadedContent) => void;
    readonly served: () => LoadedContent;
    /** The version of the file that is served first, marked before it was read. */
    readonly loaded: string | undefined;
    /** Whether that is whole. */
    readonly proof: Promise<boolean>;
  },
): () => void {
  const { clock, log, swap, loaded } = deps;
  const path = `${folder}/${PACK_FILE}`;
  let seen = loaded;
  // What was handed over before this began is of an earlier pack.
  let seenChanges = markFile(`${folder}/${CHANGES_FILE}`)?.version;
  let isWhole = deps.proof;
  let isGone = false;
  let isLoading = false;
  let retired: OpenedPictures | undefined;
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
    // Noted before it is read: what is renamed over it meanwhile has another mark.
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
      if (name === PACK_FILE) log.warn(errorMessage(error));
    }
    isLoading = false;
    // What came meanwhile was not read.
    if (!ending.signal.aborted) refresh();
  }

  /** What was built of the same content has the same name: it replaces a damaged pack. */
  async function serve(content: LoadedContent): Promise<void> {
    const next = content.catalog.index.build;
    if (next === deps.served().catalog.index.build && await isWhole) return noteRevision(content);
    if (ending.signal.aborted) return;
    const { pictures } = deps.served();
    swap(content);
    if (pictures !== content.pictures) retire(pictures);
    isWhole = verifyContent(content, folder, deps);
    parseAhead(content, isWhole);
    log.info("Serving new content", { build: next });
  }

  /** Equal content may be of another commit: answers that name it are made again, and nothing else is. */
  function noteRevision({ revision, answers }: LoadedContent): void {
    const served = deps.served();
    const isSame = revision?.commit === served.revision?.commit &&
      revision?.dirty === served.revision?.dirty;
    if (!isSame && !ending.signal.aborted) swap({ ...served, revision, answers });
  }

  /** Requests that are under way read from it: it stays open until the next one is retired. */
  function retire(pictures: OpenedPictures): void {
    retired?.close();
    retired = pictures;
  }

  const unwatch = watchFolder(folder, refresh);
  const cancel = every(clock, REFRESH_MS, refresh);
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
