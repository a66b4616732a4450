import { readSettings, type Settings } from "../../src/platform/settings.ts";
import { missingContentFolder } from "../read/content_folder.ts";
import { TaskError } from "./task_error.ts";

/**
 * The settings of this environment.
 *
 * @throws {SettingsError} where one of them cannot be used
 */
export function taskSettings(): Settings {
  return readSettings((name) => Deno.env.get(name));
}

/**
 * The same for a task that needs the content folder.
 *
 * @throws {SettingsError} where a setting cannot be used
 * @throws {TaskError} where there is no content folder
 */
export function settingsWithContent(): Settings {
  const settings = taskSettings();
  const missing = missingContentFolder(settings.CONTENT_DIR);
  if (missing !== undefined) throw new TaskError(missing);
  return settings;
}
