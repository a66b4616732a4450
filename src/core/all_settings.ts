import { CORE_SETTINGS, readSettings, type Settings } from "../platform/settings.ts";
import { ADDONS } from "./addons.ts";

const FURTHER = ADDONS.map(({ settings = {} }) => settings);

/** The names of all variables of the environment that the program reads. */
export const SETTING_NAMES: readonly string[] = [CORE_SETTINGS, ...FURTHER].flatMap((table) =>
  Object.keys(table)
);

/**
 * Reads the settings of the core and of all add-ons.
 *
 * @throws {SettingsError} naming every variable that has a wrong value
 */
export function readAllSettings(env: (name: string) => string | undefined): Settings {
  return readSettings(env, ...FURTHER);
}
