/** A folder that is removed when the block ends: `await using folder = await temporaryFolder()`. */
export async function temporaryFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await Deno.makeTempDir({ prefix: "oshibase-" });
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}
