import { readPostgresAddress } from "../platform/postgres_address.ts";
import { lazily } from "../toolbox/lazily.ts";
import { isInUse } from "./snapshot.ts";
import { engineOf, isOnDisk } from "./store_files.ts";

const loadPostgres = lazily(() => import("../postgres/in_use.ts"));

/**
 * Whether a process has the store at a path or an address open. A KV Connect server does not say.
 *
 * @throws {StoreError} if it cannot be reached
 */
export async function isStoreInUse(path: string, password: string | undefined): Promise<boolean> {
  const engine = engineOf(path);
  if (engine === "file") return isOnDisk(path) && await isInUse(path);
  const address = engine === "postgres" ? readPostgresAddress(path) : undefined;
  if (address === undefined) return false;
  const { isPostgresInUse } = await loadPostgres();
  return await isPostgresInUse({ ...address, password: address.password ?? password });
}
