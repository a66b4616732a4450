import { readAllSettings } from "../../src/core/all_settings.ts";
import type { Settings } from "../../src/platform/settings.ts";
import { missingContentFolder } from "../read/repository_root.ts";
import { TaskError } from "./task_error.ts";
import { say, wordsOf } from "../words/say.ts";

/**
 * The settings of this environment.
 *
 * @throws {SettingsError} where one of them cannot be used
 */
export function taskSettings(): Settings {
  return readAllSettings((name) => Deno.env.get(name));
}

/**
 * The same for a task that reads the content folder and what was built of it.
 *
 * @throws {SettingsError} where a setting cannot be used
 * @throws {TaskError} if there is no content folder, or a file is in the place of the folder of builds
 */
export function settingsWithOutput(): Settings {
  const settings = settingsWithContent();
  const inTheWay = fileInTheWay(settings.OUT_DIR);
  if (inTheWay !== undefined) throw new TaskError(inTheWay);
  return settings;
}

/** What is wrong with a folder that is a file, or is to lie in one; undefined where it may be made. */
function fileInTheWay(folder: string): string | undefined {
  const remedy = say`set it to a folder, which is made if there is none, or move the file away`;
  try {
    if (Deno.statSync(folder).isDirectory) return undefined;
    return say`Cannot use OUT_DIR ${folder}: it is a file; ${remedy}`;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotADirectory)) return undefined;
    return say`Cannot use OUT_DIR ${folder}: a part of this path is a file; ${remedy}`;
  }
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
  if (missing !== undefined) throw new TaskError(wordsOf(missing));
  return settings;
}
