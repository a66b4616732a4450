import { readProcessNumber } from "../../platform/parent.ts";
import { readSettings, SettingsError } from "../../platform/settings.ts";
import { type PackAhead, readPackAhead } from "./pack_ahead.ts";

/**
 * The pack in `OUT_DIR`, which is read from when this module is evaluated: whoever imports it before the
 * rest of the program has it read while the rest is evaluated. Undefined where the settings are wrong, and
 * in the parent of several processes, which serves nothing itself and would hold it in vain.
 */
export const packAtStart: PackAhead | undefined = beginToRead();

function beginToRead(): PackAhead | undefined {
  try {
    const { OUT_DIR, PROCESSES } = readSettings((name) => Deno.env.get(name));
    const isParent = PROCESSES > 1 && readProcessNumber(Deno.args) === undefined;
    return isParent ? undefined : readPackAhead(OUT_DIR);
  } catch (error) {
    if (error instanceof SettingsError) return undefined;
    throw error;
  }
}
