/**
 * This room prints files for running and checking the service elsewhere, filled in from the settings.
 *
 * @module
 */

import { readSettings, SettingsError } from "../../src/platform/settings.ts";
import { suggestion } from "../diagnostic/nearest.ts";
import { RecipeError } from "./recipe.ts";
import { RECIPES } from "./recipes.ts";

const NAMES = Object.keys(RECIPES);

const LIST = NAMES.map((name) => `  ${name.padEnd(12)}${RECIPES[name]!.description}`).join("\n");

const HELP = `Prints a file, filled in from the settings of this environment.

  deno task recipe <name>

${LIST}

It writes nothing: deno task recipe workflow > .github/workflows/content.yml

Exit codes
  0   the file is printed
  1   a setting is wrong, or makes no sense in the file
  2   a wrong call`;

try {
  Deno.exitCode = run(Deno.args);
} catch (error) {
  if (!(error instanceof SettingsError || error instanceof RecipeError)) throw error;
  console.error(error.message);
  Deno.exitCode = 1;
}

function run(args: readonly string[]): number {
  if (args.some((word) => ["--help", "-h", "help"].includes(word))) {
    console.log(HELP);
    return 0;
  }
  const [name = "", ...others] = args;
  const recipe = Object.hasOwn(RECIPES, name) ? RECIPES[name] : undefined;
  if (recipe === undefined || others.length > 0) {
    console.error(`${problemWith(args)} There is:\n\n${LIST}`);
    return 2;
  }
  const settings = readSettings((variable) => Deno.env.get(variable));
  const text = recipe.render({ settings, deno: Deno.version.deno, folder: Deno.cwd() });
  console.log(text.trimEnd());
  return 0;
}

function problemWith(args: readonly string[]): string {
  const [name = ""] = args;
  return args.length === 1
    ? `There is no recipe "${name}"${suggestion(name, NAMES) || "."}`
    : `Expected the name of one recipe, found ${args.length} words.`;
}
