import { statfsSync } from "node:fs";

/** A folder, and its removal. */
export type TemporaryFolder = { readonly path: string } & AsyncDisposable;

/** A folder that is removed when the block ends: `await using folder = await temporaryFolder()`. */
export async function temporaryFolder(dir?: string): Promise<TemporaryFolder> {
  const path = await Deno.makeTempDir({ prefix: "oshibase-", ...(dir !== undefined && { dir }) });
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}

/** The same for what needs no waiting: `using folder = temporaryFolderSync()`. */
export function temporaryFolderSync(): { path: string } & Disposable {
  const path = Deno.makeTempDirSync({ prefix: "oshibase-" });
  return { path, [Symbol.dispose]: () => Deno.removeSync(path, { recursive: true }) };
}

/** The file system in memory that most machines have. */
const MEMORY = "/dev/shm";

/** Is room enough for all tests at once, in bytes. */
const LEAST_FREE = 2 ** 30;

/**
 * The same in memory, where small files take a quarter of the kernel's time that they take on a disk;
 * undefined if the machine has no room for it.
 */
export async function memoryFolder(): Promise<TemporaryFolder | undefined> {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize < LEAST_FREE ? undefined : await temporaryFolder(MEMORY);
  } catch {
    return undefined;
  }
}
