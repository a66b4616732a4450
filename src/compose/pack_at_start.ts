import { readProcessNumber } from "../platform/parent.ts";
import { readSettings, type Settings, SettingsError } from "../platform/settings.ts";
import { type PackAhead, readPackAhead } from "./pack_ahead.ts";

const settings = readNow();

/**
 * The pack in `OUT_DIR`, which is read from when this module is evaluated: imported before the
 * rest of the program, it is read while the rest is evaluated. Undefined if the settings are wrong, and
 * in the parent of several processes, which serves nothing itself and would hold it in vain.
 */
export const packAtStart: PackAhead | undefined = beginToRead();

/**
 * The settings that the environment had when this module was evaluated.
 *
 * @throws {SettingsError} if a value is wrong
 */
export function settingsAtStart(): Settings {
  if (settings instanceof SettingsError) throw settings;
  return settings;
}

function readNow(): Settings | SettingsError {
  try {
    return readSettings((name) => Deno.env.get(name));
  } catch (error) {
    if (error instanceof SettingsError) return error;
    throw error;
  }
}

function beginToRead(): PackAhead | undefined {
  if (settings instanceof SettingsError) return undefined;
  const isParent = settings.PROCESSES > 1 && readProcessNumber(Deno.args) === undefined;
  return isParent ? undefined : readPackAhead(settings.OUT_DIR);
}
