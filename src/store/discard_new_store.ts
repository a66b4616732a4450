import { makeSingleFile, withDatabase } from "./sqlite.ts";
import { isUnused, type Store } from "./store.ts";

/** How long this process's own connection, which was closed just now, may take to end, in ms. */
const CLOSING_MS = 2000;

/**
 * Removes the files of a store that this process made when it opened it, where it still holds nothing and
 * no other process has it open; any other store stays.
 */
export async function discardNewStore({ kv, path, madeFiles = [] }: Store): Promise<void> {
  if (path === undefined || madeFiles.length === 0 || !await isUnused(kv)) return;
  kv.close();
  if (!await isLeftByAll(path)) return;
  for (const file of madeFiles) await Deno.remove(file).catch(() => {});
}

async function isLeftByAll(path: string): Promise<boolean> {
  const end = performance.now() + CLOSING_MS;
  while (performance.now() < end) {
    if (await withDatabase(path, makeSingleFile)) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}
