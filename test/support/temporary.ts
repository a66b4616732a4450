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
