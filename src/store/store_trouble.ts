import { type Clock, deadline } from "../platform/clock.ts";
import { StoreError } from "../platform/kv.ts";
import { errorMessage } from "../platform/log.ts";
import { StartError } from "../platform/start_error.ts";
import type { Engine } from "./engine.ts";
import { DEFAULT_KV_FILE, kvFileOf } from "./store_files.ts";

/** What SQLite calls a trouble of its file (SQLite's "Result and Error Codes"), in words and with a remedy. */
const TROUBLES: readonly (readonly [said: RegExp, words: string])[] = [
  [/is full/, "its disk is full. Make room on the disk that KV_PATH leads to, then do this again"],
  [
    /disk I\/O error/,
    "its disk is full or does not work. Make room on the disk that KV_PATH leads to, or fix it, then " +
    "do this again",
  ],
  [
    /not a database/,
    "the file is no database. Set KV_PATH to the file of the store; if this file was the store, put the " +
    "last snapshot in its place: deno task admin store restore <file>",
  ],
  [
    /malformed/,
    "the file is damaged. Stop what uses it, and put the last snapshot in its place: " +
    "deno task admin store restore <file>",
  ],
  [
    /is locked/,
    "another program keeps it locked. End that program, or wait until it is done, then do this again",
  ],
  [
    /readonly|read-only/,
    "it may not be written to. Let this user write to the file that KV_PATH names, and to its folder",
  ],
];

/** Where nothing better is known. */
const KV_PATH_NEEDS =
  "KV_PATH has to name a file in a folder that may be written to, or a server that keeps stores";

/** What is wrong with the store at a path, and what to do; undefined where the error is another one. */
export function storeTrouble(
  error: unknown,
  path: string | undefined,
  engine: Engine | undefined,
): string | undefined {
  if (!(error instanceof StoreError || isSqliteError(error))) return undefined;
  const place = path ?? "the platform's KV";
  const reason = errorMessage(error);
  const words = engine !== undefined
    ? undefined
    : TROUBLES.find(([said]) => said.test(reason))?.[1];
  if (words !== undefined) return `Cannot use the store at ${place}: ${words}`;
  return openTrouble(reason, path, engine);
}

/** How long to wait for a store that does not answer, in ms. A server holds its lock for milliseconds. */
export const MAX_STORE_WAIT_MS = 10_000;

/** What to say of a store that has not answered so long. `isFile`: then a lock is what keeps it from that. */
export function noAnswer(isFile: boolean): StoreError {
  const why = isFile ? "database is locked: " : "";
  return new StoreError(`${why}no answer within ${MAX_STORE_WAIT_MS / 1000} s`);
}

/**
 * Creates what waits for a store on behalf of a start. It rejects with a `StartError` where the store
 * fails, or does not answer for {@linkcode MAX_STORE_WAIT_MS}.
 */
export function createStoreWait(
  path = DEFAULT_KV_FILE,
  engine: Engine | undefined,
  clock: Clock,
): <T>(work: Promise<T>) => Promise<T> {
  const late = () => noAnswer(kvFileOf(path) !== undefined);
  return async (work) => {
    try {
      return await deadline(clock, MAX_STORE_WAIT_MS, work, late);
    } catch (error) {
      const trouble = storeTrouble(error, path, engine);
      throw trouble === undefined ? error : new StartError(trouble);
    }
  };
}

/** Why a store cannot be opened. */
export function openTrouble(
  reason: string,
  path: string | undefined,
  engine: Engine | undefined,
): string {
  if (path === undefined) return `Cannot open the store at the platform's KV: ${reason}`;
  return `Cannot open the store at ${path}: ${reason}; ${engine?.needs ?? KV_PATH_NEEDS}`;
}

function isSqliteError(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_SQLITE_ERROR";
}
