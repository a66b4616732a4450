import { readAllSettings } from "../../src/core/all_settings.ts";
import { ENGINES } from "../../src/core/addons.ts";
import { type Kv } from "../../src/platform/kv.ts";
import { openKv as open } from "../../src/store/open_kv.ts";

/** Opens the store at a path or an address, on the engine that the program opens it on. */
export async function openKv(
  path: string | undefined,
  { password, mustExist }: { readonly password?: string; readonly mustExist?: boolean } = {},
): Promise<Kv> {
  const settings = readAllSettings((name) => name === "PGPASSWORD" ? password : undefined);
  return await open(path, { engines: ENGINES, settings, ...(mustExist && { mustExist }) });
}
