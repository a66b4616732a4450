/** A folder that is removed when the block ends: `await using folder = await temporaryFolder()`. */
export async function temporaryFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await Deno.makeTempDir({ prefix: "oshibase-" });
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}

/** The same for what needs no waiting: `using folder = temporaryFolderSync()`. */
export function temporaryFolderSync(): { path: string } & Disposable {
  const path = Deno.makeTempDirSync({ prefix: "oshibase-" });
  return { path, [Symbol.dispose]: () => Deno.removeSync(path, { recursive: true }) };
}

/** A file system in memory, where the machine has one. */
const MEMORY = "/dev/shm";

/**
 * The same for small files that are written, compiled and thrown away: where the machine has a file
 * system in memory they are in that, which takes a tenth of the time.
 */
export function treeFolder(): { path: string } & Disposable {
  const inMemory = isFolder(MEMORY) ? { dir: MEMORY } : {};
  const path = Deno.makeTempDirSync({ prefix: "oshibase-", ...inMemory });
  return { path, [Symbol.dispose]: () => Deno.removeSync(path, { recursive: true }) };
}

function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}
