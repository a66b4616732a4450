/**
 * This room prints files for running and checking the service elsewhere, filled in from the settings.
 *
 * @module
 */

import { resolve } from "node:path";
import { parse } from "yaml";
import { withoutPassword } from "../../src/platform/postgres_address.ts";
import { SETTING_NAMES, type Settings } from "../../src/platform/settings.ts";
import { suggestion } from "../diagnostic/wording.ts";
import { runTask } from "../task/run_task.ts";
import { DONE } from "../task/task_error.ts";
import { taskSettings } from "../task/task_settings.ts";
import { say, translated } from "../words/say.ts";
import { exists } from "../read/there.ts";
import { repositoryRoot } from "../read/repository_root.ts";
import { pathWithin, type Recipe, type RecipeContext } from "./recipe.ts";
import { RECIPES } from "./recipes.ts";

/** What `engine.ts` sets, seen from its repository; a recipe needs none of it. */
const SET_BY_ENGINE: Readonly<Record<string, string>> = {
  CONTENT_DIR: "content",
  OUT_DIR: "build/out",
  KV_PATH: ".data/oshibase.kv",
};

type OwnContext = Omit<RecipeContext, "settings" | "folder" | "isService">;

const NAMES = Object.keys(RECIPES);

function list(): string {
  return NAMES.map((name) => `  ${name.padEnd(12)}${translated(RECIPES[name]!.description)}`)
    .join("\n");
}

const USAGE = "deno task recipe <name> [--language=id|en]";

const HELP = `Prints a file, filled in from the settings of this environment.

  ${USAGE}

${list()}

  --language=id|en  the language of the messages; without it the terminal's (LC_ALL, LC_MESSAGES, LANG)

It writes nothing: deno task recipe workflow > .github/workflows/content.yml. Settings that are set when
it is run are in the file; of those that hold a secret only the name is.

Exit codes
  0   the file is printed
  1   a setting is wrong, or makes no sense in the file
  2   a wrong call`;

Deno.exitCode = await runTask({
  usage: USAGE,
  help: HELP,
  takesLanguage: true,
  readCall,
  run,
});

function readCall(words: readonly string[]): Recipe | string {
  const [name = "", ...others] = words;
  const recipe = Object.hasOwn(RECIPES, name) ? RECIPES[name] : undefined;
  return recipe !== undefined && others.length === 0
    ? recipe
    : say`${problemWith(words)} There is:` + `\n\n${list()}`;
}

function run(recipe: Recipe): number {
  const settings = taskSettings();
  const text = recipe.render(inRepository(settings, {
    variables: variablesThatAreSet(),
    deno: Deno.version.deno,
    program: Deno.execPath(),
    host: hostOf(settings.CONTENT_DIR),
  }));
  console.log(text.trimEnd());
  return DONE;
}

/** The context of the repository of the content, if that is another one than the program's. */
function inRepository(settings: Settings, others: OwnContext): RecipeContext {
  const own = Deno.cwd();
  const { CONTENT_DIR: content } = settings;
  const isOwn = pathWithin(own, content) !== undefined || !exists(content);
  if (isOwn) return { ...others, settings, folder: own, isService: false };
  const folder = repositoryRoot(content);
  const CONTENT_DIR = pathWithin(folder, Deno.realPathSync(content)) || ".";
  const variables = Object.entries(others.variables)
    .filter(([name, value]) => {
      const own = SET_BY_ENGINE[name];
      return own === undefined || pathWithin(folder, resolve(value)) !== own;
    });
  return {
    ...others,
    settings: { ...settings, CONTENT_DIR },
    variables: Object.fromEntries(variables),
    folder,
    isService: true,
  };
}

function problemWith(args: readonly string[]): string {
  const [name = ""] = args;
  return args.length === 1
    ? say`There is no recipe "${name}"${suggestion(name, NAMES) || "."}`
    : say`Expected the name of one recipe, found ${args.length} words.`;
}

function variablesThatAreSet(): Record<string, string> {
  const pairs = SETTING_NAMES.map((name) => [name, Deno.env.get(name)?.trim()] as const);
  const given = pairs.filter((pair): pair is [typeof pair[0], string] => !!pair[1]);
  return Object.fromEntries(given.flatMap(([name, value]) => {
    if (name !== "KV_PATH") return [[name, value]];
    const { address, password } = withoutPassword(value);
    return [[name, address], ...password === undefined ? [] : [["PGPASSWORD", password]]];
  }));
}

/** The host of `base_url`; one to be replaced where the content has none. */
function hostOf(contentFolder: string): string {
  try {
    return new URL(parse(Deno.readTextFileSync(`${contentFolder}/site.yaml`)).base_url).hostname;
  } catch {
    return "api.example.org";
  }
}
