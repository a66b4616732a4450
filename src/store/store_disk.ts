import { type Clock, every } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import { statOf } from "./store_files.ts";

/** How often the file is looked for, in ms. */
const CHECK_MS = 1000;

/**
 * Looks whether the file of an open store is still at its path: SQLite goes on with one that was removed,
 * and all that is written then is lost with the process. It is never opened here: closing it would take
 * the process's locks off it (POSIX advisory locks belong to the process).
 */
export function watchStoreFile(path: string, clock: Clock, log: Log) {
  const opened = Deno.statSync(path);
  let isThere = true;
  const close = every(clock, CHECK_MS, () => {
    const wasThere = isThere;
    const found = statOf(path);
    isThere = found?.ino === opened.ino && found.dev === opened.dev;
    if (isThere || !wasThere) return;
    log.error(
      `The store is broken: ${path} is gone, or another file lies there, and what is written now will ` +
        "be lost; stop the server, put the store or a snapshot of it back, and start again",
    );
  });
  return { isThere: () => isThere, close };
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
