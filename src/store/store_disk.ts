import { type Clock, every } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";

/** How often the file is checked, in ms. */
const CHECK_MS = 1000;

/**
 * Checks whether the file of an open store is still there and whole: SQLite goes on with a file that was
 * removed, and all that is written then is lost with the process. It is never opened here: closing it
 * would take the process's locks off it (POSIX advisory locks belong to the process).
 */
export function watchStoreFile(path: string, clock: Clock, log: Log) {
  const opened = Deno.statSync(path);
  let largest = opened.size;
  let problem: string | undefined;

  function check(): void {
    const before = problem;
    problem = problemOf(path, opened, largest);
    if (problem === undefined) largest = Math.max(largest, Deno.statSync(path).size);
    if (problem !== undefined && problem !== before) log.error(`The store is broken: ${problem}`);
    if (problem === undefined && before !== undefined) {
      log.info(`The store is whole again: ${path}`);
    }
  }

  return {
    /** Whether the store's file is the one that was opened. */
    state: (): "ok" | "down" => problem === undefined ? "ok" : "down",
    close: every(clock, CHECK_MS, check),
  };
}

/** The fault and its remedy; undefined where there is none. */
function problemOf(path: string, opened: Deno.FileInfo, largest: number): string | undefined {
  const putBack = "stop the server, put the store or a snapshot of it back, and start again";
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

/** Room on a file system, in bytes. */
export interface DiskSpace {
  /** What this process may still use. */
  readonly freeBytes: number;
  readonly sizeBytes: number;
}

/**
 * Room on the file system of `path`. Rejects where it cannot be asked: the path is not there, or not
 * allowed.
 */
export async function readDiskSpace(path: string): Promise<DiskSpace> {
  // It takes 6 ms to load, and no start needs it.
  const { statfs } = await import("node:fs/promises");
  const { bavail, blocks, bsize } = await statfs(path);
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
}

/** Which part of a file system is free, 0 to 1; one without a size is never full. */
export function freeShareOf({ freeBytes, sizeBytes }: DiskSpace): number {
  return sizeBytes === 0 ? 1 : freeBytes / sizeBytes;
}
