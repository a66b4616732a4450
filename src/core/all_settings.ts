import {
  CORE_SETTINGS,
  readSettings,
  setting,
  type Settings,
  type SettingsTable,
  storeAddress,
} from "../platform/settings.ts";
import { engineAt } from "../store/engine.ts";
import { allNearest } from "../toolbox/nearest.ts";
import { ADDONS, ENGINES } from "./addons.ts";

/** Those of add-ons and engines; and `KV_PATH` takes the addresses of engines, too. */
const FURTHER: readonly SettingsTable[] = [
  ...[...ADDONS, ...ENGINES].map(({ settings = {} }) => settings),
  { KV_PATH: setting<string | undefined>(storeAddress(ENGINES), undefined) },
];

/** The names of all variables of the environment that the program reads. */
export const SETTING_NAMES: readonly string[] = [
  ...new Set([CORE_SETTINGS, ...FURTHER].flatMap((table) => Object.keys(table))),
];

/** A part of a name that no other program's variable has by chance: `ADMIN_USER`, `TRUSTED_PROXY`. */
const LONG = 9;

/** Which variables are called nearly as a setting, and as which. Another program may have short ones. */
export function nearlySettings(variables: readonly string[]): Map<string, string> {
  const others = variables.filter((name) => !SETTING_NAMES.includes(name));
  return new Map(others.flatMap((name) => {
    const alike = SETTING_NAMES.filter((one) => one[0] === name[0]?.toUpperCase());
    const [near] = allNearest(name, alike, name.length < 6 ? 1 : name.length < 12 ? 2 : 3);
    const start = name.toUpperCase().replace(/[SY]$/, "");
    const meant = near ?? alike.find((one) => start.length >= LONG && one.startsWith(start));
    return meant === undefined ? [] : [[name, meant] as const];
  }));
}

/**
 * Reads the settings of the core, of all add-ons and of all engines.
 *
 * @throws {SettingsError} naming every variable that has a wrong value
 */
export function readAllSettings(env: (name: string) => string | undefined): Settings {
  const settings = readSettings(env, ...FURTHER);
  const { KV_PATH } = settings;
  return KV_PATH === undefined
    ? settings
    : engineAt(KV_PATH, ENGINES)?.hideSecret(settings, KV_PATH) ?? settings;
}
