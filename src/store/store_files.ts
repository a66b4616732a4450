import type { Log } from "../platform/log.ts";
import { schemeOf } from "../platform/settings.ts";
import { StartError } from "../platform/start_error.ts";

/** The word that lets a start make a new store beside an old pepper. */
export const NEW_STORE = "--new-store";

/** Where the store is if nothing else is set. */
export const DEFAULT_KV_FILE = ".data/oshibase.kv";

/** The KV file that a path names; undefined for an address. */
export function kvFileOf(path: string): string | undefined {
  return schemeOf(path) === undefined ? path : undefined;
}

/** The folder of a file. */
export function folderOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) || "/" : ".";
}

/** The file that keeps the pepper of a store. */
export function pepperFileOf(kvFile: string): string {
  return `${kvFile}.pepper`;
}

/** All files of a store: SQLite's own three beside the KV file, and the pepper. */
function storeFilesOf(kvFile: string): string[] {
  const journals = ["-wal", "-shm", "-journal"].map((ending) => kvFile + ending);
  return [kvFile, ...journals, pepperFileOf(kvFile)];
}

/** Whether it is a file on a disk. */
export function isOnDisk(kvFile: string | undefined): kvFile is string {
  return kvFile !== undefined && kvFile !== ":memory:";
}

/** Whether a folder holds other things than the store: the working folder, or one above it. */
function isSharedFolder(folder: string): boolean {
  return /^[./]*$/.test(folder);
}

/**
 * Refuses a store that is not there. A file that is no store, or may not be read, is named when it is
 * opened.
 *
 * @throws {StartError}
 */
export function refuseMissing(kvFile: string): void {
  try {
    Deno.statSync(kvFile);
    return;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) return;
  }
  const place = kvFile.startsWith("/") ? kvFile : `${kvFile}, seen from this folder`;
  const others = otherStores(kvFile);
  const there = others.length === 0 ? "" : ` (there: ${others.join(", ")})`;
  throw new StartError(
    `Cannot find a store at ${place}: there is no such file${there}. Set KV_PATH to the server's store, ` +
      `or start the server first, which makes it. ${NEW_STORE} makes a new, empty store here`,
  );
}

/** The stores that lie in the folder of a path, such as that of `deno task dev -- --demo-live`. */
function otherStores(kvFile: string): string[] {
  const folder = folderOf(kvFile);
  try {
    const names = [...Deno.readDirSync(folder)].filter(({ isFile }) => isFile);
    return names.map(({ name }) => `${folder}/${name}`).filter((path) => path.endsWith(".kv"))
      .sort().slice(0, MOST_NAMED);
  } catch {
    return [];
  }
}

/** Other stores that a message names. */
const MOST_NAMED = 5;

/** Everybody but the owner. */
const OTHERS = 0o077;

/**
 * Makes the store's folder (0700) and file (0600) where there are none, and takes the rights of others
 * off the files that are there. A folder that is there stays as the operator made it: `log` warns if
 * others may open it.
 *
 * @throws {StartError} with `refuseLost`, if a pepper is there without its store: it may have been lost
 */
export function prepareStoreFiles(
  kvFile: string,
  { refuseLost: isRefused, log }: { readonly refuseLost: boolean; readonly log: Log | undefined },
): void {
  makeStoreFolder(kvFile, log);
  const isThere = statOf(kvFile) !== undefined;
  if (!isThere && isRefused) refuseLost(kvFile);
  if (!isThere) makeFile(kvFile);
  for (const file of storeFilesOf(kvFile)) tighten(file);
}

/** Whether a path, through links too, leads to a file of the store, or to where SQLite may make one. */
export async function isStoreFile(kvFile: string, path: string): Promise<boolean> {
  const real = await Deno.realPath(kvFile).catch(() => kvFile);
  const own = [...storeFilesOf(kvFile), ...storeFilesOf(real)];
  const taken = new Set((await Promise.all(own.map(placesOf))).flat());
  return (await placesOf(path)).some((place) => taken.has(place));
}

/** The path of a name in its real folder, and where it leads; none if there is no such folder. */
async function placesOf(path: string): Promise<string[]> {
  const folder = await Deno.realPath(folderOf(path)).catch(() => undefined);
  if (folder === undefined) return [];
  const place = `${folder}/${path.slice(path.lastIndexOf("/") + 1)}`;
  return [place, await Deno.realPath(path).catch(() => place)];
}

/** Makes the folder of a store. A shared one is there already, and the task has no right to read it. */
export function makeStoreFolder(kvFile: string, log?: Log): void {
  const folder = folderOf(kvFile);
  if (isSharedFolder(folder)) return;
  const found = statOf(folder);
  if (found?.isDirectory !== true) Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
  else if (((found?.mode ?? 0) & OTHERS) !== 0) {
    log?.warn(`Others may open the store's folder: run chmod 700 ${folder}`);
  }
}

function refuseLost(kvFile: string): void {
  const pepper = pepperFileOf(kvFile);
  if (statOf(pepper) === undefined) return;
  throw new StartError(
    `Cannot find the store at ${kvFile}, though its pepper lies at ${pepper}: put the store back, or ` +
      `correct KV_PATH. If a new one, without any key, is meant: deno task start ${NEW_STORE}`,
  );
}

/** SQLite gives its other files the mode of this one. Another process may be first. */
function makeFile(path: string): void {
  try {
    Deno.openSync(path, { write: true, createNew: true, mode: 0o600 }).close();
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  }
}

/** On Windows files have no mode. */
function tighten(path: string): void {
  const found = statOf(path);
  const mode = found?.mode ?? 0;
  if (found?.isFile && (mode & OTHERS) !== 0) Deno.chmodSync(path, mode & 0o700);
}

/** What a path leads to; undefined if it cannot be seen. */
export function statOf(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.statSync(path);
  } catch {
    return undefined;
  }
}
