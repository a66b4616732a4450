import { isAbsolute, relative, resolve } from "node:path";
import type { Settings } from "../../src/platform/settings.ts";

/** What recipes are filled in from. */
export interface RecipeContext {
  readonly settings: Settings;
  /** The variables of settings that are set, as they were given. */
  readonly variables: Readonly<Record<string, string>>;
  /** The version of Deno that runs this: the one that the recipe names. */
  readonly deno: string;
  /** The program of this Deno, absolute. */
  readonly program: string;
  /** The host under which callers find the service: that of `base_url` in `site.yaml`. */
  readonly host: string;
  /** The project's folder, absolute. */
  readonly folder: string;
}

/** A file that somebody needs to run or check the service elsewhere. */
export interface Recipe {
  /** One line for the list of recipes. */
  readonly description: string;
  /**
   * The file's text.
   *
   * @throws {TaskError} where a setting makes no sense in it
   */
  render(context: RecipeContext): string;
}

/** The path from a folder to what lies in it, empty for itself; undefined where it lies elsewhere. */
export function pathWithin(folder: string, path: string): string | undefined {
  const way = relative(folder, resolve(folder, path)).replaceAll("\\", "/");
  return way === ".." || way.startsWith("../") || isAbsolute(way) ? undefined : way;
}
