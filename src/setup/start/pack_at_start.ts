import { readSettings, SettingsError } from "../../platform/settings.ts";
import { type PackAhead, readPackAhead } from "./pack_ahead.ts";

/**
 * The pack in `OUT_DIR`, which is read from when this module is evaluated: whoever imports it before the
 * rest of the program has it read while the rest is evaluated. Undefined where the settings are wrong.
 */
export const packAtStart: PackAhead | undefined = beginToRead();

function beginToRead(): PackAhead | undefined {
  try {
    return readPackAhead(readSettings((name) => Deno.env.get(name)).OUT_DIR);
  } catch (error) {
    if (error instanceof SettingsError) return undefined;
    throw error;
  }
}
