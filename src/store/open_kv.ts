import { openDenoKv } from "../platform/deno_kv.ts";
import type { Kv } from "../platform/kv.ts";
import type { Settings } from "../platform/settings.ts";
import { type Engine, engineAt } from "./engine.ts";

interface OpenKvOptions {
  readonly engines: readonly Engine[];
  readonly settings: Settings;
  /** Whether a database without a store is an error; a missing file is one for {@linkcode refuseMissing}. */
  readonly mustExist?: boolean;
}

/**
 * Opens the store at a path or an address: a file, a database of an engine, a KV Connect server, or the
 * platform's own where there is none.
 *
 * @throws {StoreError} where it cannot be opened
 */
export async function openKv(
  path: string | undefined,
  { engines, settings, mustExist = false }: OpenKvOptions,
): Promise<Kv> {
  const engine = engineAt(path, engines);
  if (path === undefined || engine === undefined) return await openDenoKv(path);
  return await engine.open(path, settings, { mustExist });
}
