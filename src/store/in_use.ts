import type { Settings } from "../platform/settings.ts";
import { type Engine, engineAt } from "./engine.ts";
import { isInUse } from "./snapshot.ts";
import { isOnDisk, kvFileOf } from "./store_files.ts";

/**
 * Whether a process has the store at a path or an address open. A KV Connect server does not say.
 *
 * @throws {StoreError} if it cannot be reached
 */
export async function isStoreInUse(
  path: string,
  settings: Settings,
  engines: readonly Engine[],
): Promise<boolean> {
  const engine = engineAt(path, engines);
  if (engine !== undefined) return await engine.isInUse(path, settings);
  const file = kvFileOf(path);
  return isOnDisk(file) && await isInUse(file);
}
