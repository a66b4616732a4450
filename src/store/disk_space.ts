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

/**
 * Room as it was when it was last asked for; undefined where that is not known. Each call lets it be read
 * again for the next one: nobody waits for a disk.
 */
export function lastDiskSpace(read: () => Promise<DiskSpace>): () => DiskSpace | undefined {
  let last: DiskSpace | undefined;
  let isReading = false;
  return () => {
    if (!isReading) {
      isReading = true;
      read().catch(() => undefined).then((space) => {
        last = space;
        isReading = false;
      });
    }
    return last;
  };
}
