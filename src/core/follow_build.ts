import { type Content, openContent } from "../catalog/content.ts";
import { openPack } from "../catalog/pack.ts";
import { PACK_FILE } from "../model/pack.ts";
import type { PackIndex } from "../model/pack_index.ts";
import { SITE_FILE } from "../model/site_pack.ts";
import { type Clock, every } from "../platform/clock.ts";
import { errorMessage, type Log } from "../platform/log.ts";
import { markFile } from "../platform/file_mark.ts";
import { StartError } from "../platform/start_error.ts";
import { openSite } from "../page/site_pack.ts";
import { type OpenedPictures, openPictures, readStamp } from "./built_files.ts";

/** Content that was read from a folder, with the file of its pictures. */
export interface LoadedContent extends Content {
  readonly pictures: OpenedPictures;
}

interface LoadDeps {
  readonly log: Log;
  /** What is named as the own address in place of `base_url`. */
  readonly ownAddress: () => string | undefined;
}

/**
 * Reads the pack in `folder`, or takes `bytes`, which are what was built into it, and opens what is beside it.
 *
 * @throws {StartError} as a rejection, if there is none, or it cannot be used
 */
export async function loadContent(
  folder: string,
  { log, ownAddress }: LoadDeps,
  bytes?: Uint8Array,
): Promise<LoadedContent> {
  const path = `${folder}/${PACK_FILE}`;
  try {
    const site = openSite(() => readSite(folder), ownAddress);
    const content = openContent(bytes ?? await Deno.readFile(path), site);
    const { build, pictures: name } = content.catalog.index;
    const pictures = openPictures(folder, name);
    if (pictures.isMissing) {
      const remedy = "its pictures are answered with 404; run `deno task build`";
      log.error(`Cannot find ${pictures.path}: ${remedy}`);
    }
    return { ...content, pictures, ...readStamp(folder, build) };
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
    return openPack(Deno.readFileSync(path)).index;
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
  return new StartError(`Cannot serve ${path}: ${reason}`, { cause: error });
}

/** Whether the system refused, rather than the pack could not be used. */
function isOfMachine(error: unknown): boolean {
  return error instanceof StartError && error.cause instanceof Error && "code" in error.cause;
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
 * How often the pack's file is checked, in ms. A watch would report nothing of a folder that was made again,
 * or that a link leads to now.
 */
const REFRESH_MS = 500;

interface FollowDeps extends LoadDeps {
  readonly clock: Clock;
  readonly swap: (content: LoadedContent) => void;
  readonly served: () => LoadedContent;
  /** The version of the file that is served first, marked before it was read. */
  readonly loaded: string | undefined;
}

/**
 * Swaps in each new pack that is put into `folder`, however it comes there. While there is none, or
 * one that cannot be read, what is served stays. The returned function ends it.
 */
export function followContent(folder: string, deps: FollowDeps): () => void {
  const { clock, log, swap, served } = deps;
  const path = `${folder}/${PACK_FILE}`;
  let seen = deps.loaded;
  let isGone = false;
  let isLoading = false;
  /** Why the last try failed: that is said once. */
  let problem: string | undefined;
  let isEnded = false;

  function refresh(): void {
    const version = markFile(path)?.version;
    logWhetherGone(version === undefined);
    if (isLoading || version === undefined || version === seen) return;
    // Noted before it is read: what is renamed over it meanwhile is another version.
    seen = version;
    void reload();
  }

  function logWhetherGone(isGoneNow: boolean): void {
    if (isGoneNow === isGone) return;
    isGone = isGoneNow;
    if (isGone) {
      const remedy = "serving what was read from it; run `deno task build`, or put it back";
      log.warn(`Cannot find ${path}: ${remedy}`);
    } else log.info(`Found ${path} again`);
  }

  async function reload(): Promise<void> {
    isLoading = true;
    try {
      const content = await loadContent(folder, deps);
      if (isEnded) content.pictures.close();
      else serve(content);
      problem = undefined;
    } catch (error) {
      const message = errorMessage(error);
      if (message !== problem) log.warn(message);
      problem = message;
      // The machine could not, such as with too many files open: the same pack is tried again.
      if (isOfMachine(error)) seen = undefined;
    }
    isLoading = false;
    // What came meanwhile was not read.
    if (!isEnded && seen !== undefined) refresh();
  }

  /** Equal content may be of another commit: answers that name it are made again, and nothing else is. */
  function serve(content: LoadedContent): void {
    const before = served();
    const next = content.catalog.index.build;
    const isMended = before.pictures.isMissing && !content.pictures.isMissing;
    if (next === before.catalog.index.build && !isMended) {
      content.pictures.close();
      const { revision, answers } = content;
      const isSame = revision?.commit === before.revision?.commit &&
        revision?.dirty === before.revision?.dirty;
      if (!isSame) swap({ ...before, revision, answers });
      return;
    }
    swap(content);
    log.info("Serving new content", { build: next });
  }

  const cancel = every(clock, REFRESH_MS, refresh);
  return () => {
    isEnded = true;
    cancel();
  };
}
