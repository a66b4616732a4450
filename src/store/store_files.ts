import type { Log } from "../platform/log.ts";
import { markFile } from "../platform/file_mark.ts";
import { StartError } from "../platform/start_error.ts";
import { folderOf, isSharedFolder, pepperFileOf, storeFilesOf } from "./kv_file.ts";

/** The word that lets a start make a new store beside an old pepper. */
export const NEW_STORE = "--new-store";

/** Everybody but the owner. */
const OTHERS = 0o077;

export interface StoreFilesOptions {
  /** Whether a pepper that lies there without its store stops this: the store may have been lost. */
  readonly refuseLost: boolean;
  /** Called with a folder that others may open. */
  readonly log: Log | undefined;
}

/**
 * Makes the store's folder (0700) and file (0600) where there are none, and takes the rights of others
 * off the files that are there. A folder that is there stays as the operator made it.
 *
 * @throws {StartError} where the store seems lost
 */
export async function prepareStoreFiles(kvFile: string, options: StoreFilesOptions): Promise<void> {
  await makeFolder(folderOf(kvFile), options.log);
  const isThere = markFile(kvFile) !== undefined;
  if (!isThere && options.refuseLost) refuseLost(kvFile);
  if (!isThere) await makeFile(kvFile);
  for (const file of storeFilesOf(kvFile)) await tighten(file);
}

/** Whether a path, through links too, leads to a file of the store, or to where SQLite may make one. */
export async function isStoreFile(kvFile: string, path: string): Promise<boolean> {
  const real = await Deno.realPath(kvFile).catch(() => kvFile);
  const own = [...storeFilesOf(kvFile), ...storeFilesOf(real)];
  const taken = new Set((await Promise.all(own.map(placesOf))).flat());
  return (await placesOf(path)).some((place) => taken.has(place));
}

/** Where a name stands in its real folder, and where it leads; none where there is no such folder. */
async function placesOf(path: string): Promise<string[]> {
  const folder = await Deno.realPath(folderOf(path)).catch(() => undefined);
  if (folder === undefined) return [];
  const place = `${folder}/${path.slice(path.lastIndexOf("/") + 1)}`;
  return [place, await Deno.realPath(path).catch(() => place)];
}

/** A shared folder is there already, and the task has no right to look at it. */
async function makeFolder(folder: string, log: Log | undefined): Promise<void> {
  if (isSharedFolder(folder)) return;
  const found = await Deno.stat(folder).catch(() => undefined);
  if (found?.isDirectory !== true) await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  else if (((found?.mode ?? 0) & OTHERS) !== 0) {
    log?.warn(`Others may open the store's folder: run chmod 700 ${folder}`);
  }
}

function refuseLost(kvFile: string): void {
  const pepper = pepperFileOf(kvFile);
  if (markFile(pepper) === undefined) return;
  throw new StartError(
    `Cannot find the store at ${kvFile}, though its pepper lies at ${pepper}: put the store back, or ` +
      `correct KV_PATH. If a new one, without any key, is meant: deno task start ${NEW_STORE}`,
  );
}

/** SQLite gives its other files the mode of this one. Another process may be first. */
async function makeFile(path: string): Promise<void> {
  try {
    (await Deno.open(path, { write: true, createNew: true, mode: 0o600 })).close();
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  }
}

/** On Windows files have no mode. */
async function tighten(path: string): Promise<void> {
  const found = await Deno.stat(path).catch(() => undefined);
  const mode = found?.mode ?? 0;
  if (found?.isFile && (mode & OTHERS) !== 0) await Deno.chmod(path, mode & 0o700);
}
