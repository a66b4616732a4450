import { type Content, openContent, openContentInSlices } from "../catalog/catalog.ts";
import { type BuildStamp, PACK_FILE, STAMP_FILE } from "../model/pack.ts";
import { openSite } from "../site/site_pack.ts";
import { SITE_FILE } from "../model/site_pack.ts";
import { type Clock, sleep } from "../platform/clock.ts";
import { StartError } from "../platform/start_error.ts";

/**
 * Reads the pack in `folder`. `ownAddress` is what the documents name in place of `base_url`.
 *
 * @throws {StartError} where there is none, or it cannot be used
 */
export function loadContent(folder: string, ownAddress?: () => string | undefined): Content {
  const path = `${folder}/${PACK_FILE}`;
  try {
    const site = openSite(() => readSite(folder), ownAddress);
    const content = openContent(Deno.readFileSync(path), site);
    return { ...content, builtAt: builtAtOf(folder, content.catalog.index.build) };
  } catch (error) {
    throw unusable(path, error);
  }
}

/**
 * Reads the pack as {@linkcode loadContent} does, in slices: requests are answered in between.
 *
 * @throws {StartError} where there is none, or it cannot be used
 */
export async function loadContentInSlices(
  folder: string,
  ownAddress: (() => string | undefined) | undefined,
  clock: Clock,
): Promise<Content> {
  const path = `${folder}/${PACK_FILE}`;
  try {
    const site = openSite(() => readSite(folder), ownAddress);
    const file = await Deno.readFile(path);
    const content = await openContentInSlices(file, site, () => sleep(clock, 0));
    return { ...content, builtAt: builtAtOf(folder, content.catalog.index.build) };
  } catch (error) {
    throw unusable(path, error);
  }
}

function unusable(path: string, error: unknown): StartError {
  const reason = error instanceof Deno.errors.NotFound
    ? "there is none; run `deno task build` first"
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
