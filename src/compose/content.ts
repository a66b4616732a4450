import { type Content, openContent, openContentInSlices } from "../catalog/catalog.ts";
import { verifyPages } from "../catalog/pack.ts";
import { type BuildStamp, CHANGES_FILE, PACK_FILE, STAMP_FILE } from "../model/pack.ts";
import { openSite } from "../site/site_pack.ts";
import { SITE_FILE } from "../model/site_pack.ts";
import { type Clock, sleep } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import { StartError } from "../platform/start_error.ts";
import { readAt } from "./pack_ahead.ts";

/**
 * Reads the pack in `folder`.
 *
 * @throws {StartError} where there is none, or it cannot be used
 */
export function loadContent(folder: string): Content {
  const path = `${folder}/${PACK_FILE}`;
  try {
    return openFile(folder, Deno.readFileSync(path));
  } catch (error) {
    throw unusable(path, error);
  }
}

/**
 * Opens the pack in `folder`, which is read already. `ownAddress` is what the documents name in place of
 * `base_url`.
 *
 * @throws {StartError} where there is none, or it cannot be used
 */
export async function openContentAhead(
  folder: string,
  bytes: Promise<Uint8Array>,
  ownAddress?: () => string | undefined,
): Promise<Content> {
  try {
    return openFile(folder, await bytes, ownAddress);
  } catch (error) {
    throw unusable(`${folder}/${PACK_FILE}`, error);
  }
}

/**
 * A pack that its stamp names is taken for whole: to check it takes longer than all else; see
 * {@linkcode verifyContent}.
 */
function openFile(
  folder: string,
  file: Uint8Array,
  ownAddress?: () => string | undefined,
): Content {
  const site = openSite(() => readSite(folder), ownAddress);
  const content = openContent(file, site, { verify: "lazy" });
  const builtAt = builtAtOf(folder, content.catalog.index.build);
  return builtAt > 0 ? { ...content, builtAt } : openContent(file, site);
}

/** Whether what was loaded is whole: checks it, a page at a time, and logs where it is damaged. */
export async function verifyContent(
  { catalog: { pack } }: Content,
  folder: string,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Promise<boolean> {
  try {
    await verifyPages(pack, () => sleep(clock, 0));
    return true;
  } catch (error) {
    log.error(unusable(`${folder}/${PACK_FILE}`, error).message);
    return false;
  }
}

/** How a pack is loaded beside one that is served. */
export interface ReloadDeps {
  readonly clock: Clock;
  /** What the documents name in place of `base_url`. */
  readonly ownAddress?: (() => string | undefined) | undefined;
  /** What is served: what the new pack has in common with it is not read again. */
  readonly served?: () => Content;
}

/**
 * Reads the pack as {@linkcode loadContent} does, in slices: requests are answered in between. `name`: the
 * pack itself, or the changes that a build hands over before it.
 *
 * @throws {StartError} where there is none, or it cannot be used
 */
export async function loadContentInSlices(
  folder: string,
  { clock, ownAddress, served }: ReloadDeps,
  name: typeof PACK_FILE | typeof CHANGES_FILE = PACK_FILE,
): Promise<Content> {
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
      return { ...content, builtAt: builtAtOf(folder, content.catalog.index.build) };
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
    : error instanceof Error
    ? error.message
    : String(error);
  return new StartError(`Cannot serve ${path}: ${reason}`);
}

/** When a build was made; 0 where its stamp is missing, broken or another's. */
function builtAtOf(folder: string, build: string): number {
  try {
    const stamp: BuildStamp = JSON.parse(Deno.readTextFileSync(`${folder}/${STAMP_FILE}`));
    const builtAt = Date.parse(stamp.built_at);
    return stamp.build === build && builtAt > 0 ? builtAt : 0;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof SyntaxError) return 0;
    throw error;
  }
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
