import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";

/** How often the file is looked at, in ms. */
const LOOK_MS = 1000;

/** Whether the store's file is the one that was opened. */
export interface StoreFileWatch {
  state(): "ok" | "down";
  close(): void;
}

/**
 * Looks whether the file of an open store is still there and whole: SQLite goes on with a file that was
 * removed, and all that is written then is lost with the process. It is never opened here: closing it
 * would take the process's locks off it (POSIX advisory locks belong to the process).
 */
export function watchStoreFile(path: string, clock: Clock, log: Log): StoreFileWatch {
  const opened = Deno.statSync(path);
  let largest = opened.size;
  let problem: string | undefined;
  let cancel = () => {};

  function look(): void {
    const before = problem;
    problem = problemOf(path, opened, largest);
    if (problem === undefined) largest = Math.max(largest, Deno.statSync(path).size);
    if (problem !== undefined && problem !== before) log.error(`The store is broken: ${problem}`);
    if (problem === undefined && before !== undefined) {
      log.info(`The store is whole again: ${path}`);
    }
  }

  function next(): void {
    cancel = clock.after(LOOK_MS, () => {
      look();
      next();
    });
  }

  next();
  return { state: () => problem === undefined ? "ok" : "down", close: () => cancel() };
}

/** The fault and its remedy; undefined where there is none. */
function problemOf(path: string, opened: Deno.FileInfo, largest: number): string | undefined {
  const putBack = "stop the server, put the store or a backup of it back, and start again";
  let found: Deno.FileInfo;
  try {
    found = Deno.statSync(path);
  } catch {
    return `${path} is gone, and what is written now will be lost; ${putBack}`;
  }
  if (found.ino !== opened.ino || found.dev !== opened.dev) {
    return `another file lies at ${path}, and what is written now will be lost; ` +
      "start the server again to use that one, or put the former one back";
  }
  if (found.size < largest) {
    return `${path} was cut from ${largest} to ${found.size} bytes; ${putBack}`;
  }
  if (found.mode !== null && (found.mode & 0o200) === 0) {
    return `${path} may not be written; run chmod 600 ${path}`;
  }
  return undefined;
}
