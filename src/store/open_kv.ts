import { openDenoKv } from "../platform/deno_kv.ts";
import type { Kv } from "../platform/kv.ts";
import { readPostgresAddress } from "../platform/postgres_address.ts";
import { StartError } from "../platform/start_error.ts";
import { lazily } from "../toolbox/lazily.ts";
import { engineOf, NEW_STORE } from "./store_files.ts";

interface OpenKvOptions {
  /** Of a store in Postgres, whose address has none. */
  readonly password?: string | undefined;
  /** Whether a database without a store is an error; a missing file is one for {@linkcode refuseMissing}. */
  readonly mustExist?: boolean;
}

/**
 * Opens the store at a path or an address: a file, a Postgres database, a KV Connect server, or the
 * platform's own where there is none.
 *
 * @throws {StoreError} where it cannot be opened
 */
export async function openKv(
  path: string | undefined,
  { password, mustExist = false }: OpenKvOptions = {},
): Promise<Kv> {
  if (path === undefined || engineOf(path) !== "postgres") return await openDenoKv(path);
  const address = readPostgresAddress(path);
  if (address === undefined) throw new StartError(`Cannot read the address ${path}`);
  // Here, so that a server on another store does not load it ahead.
  const load = lazily(() => import("../postgres/postgres_kv.ts"));
  const { NoTablesError, openPostgresKv } = await load();
  try {
    const login = { ...address, password: address.password ?? password };
    return await openPostgresKv(login, { create: !mustExist });
  } catch (error) {
    if (!(error instanceof NoTablesError)) throw error;
    throw new StartError(
      `Cannot find a store at ${path}: ${error.message}. Set KV_PATH to the server's store, or start ` +
        `the server first, which makes it. ${NEW_STORE} makes a new, empty store there`,
    );
  }
}
