/**
 * This room writes what text editors complete content files from: schemas, names, and settings.
 *
 * @module
 */

import { readSettings, SettingsError } from "../../src/platform/settings.ts";
import { stalePaths, writeTexts } from "../files/write_texts.ts";
import { missingContentFolder } from "../read/content_folder.ts";
import { completionFiles } from "./completion_files.ts";
import { EditorSettingsError } from "./editor_settings.ts";

const USAGE = "deno task schema [--check]";

const HELP = `Writes what text editors complete content files from.

  ${USAGE}

  <content>/schema/*.json          the fields of every kind of file, and what each is for
  <content>/schema/names/*.json    the names in each group: members, nicknames, guests, setlists,
                                   teams, generations, venues, categories
  .vscode/settings.json            which schema holds for which file; other settings stay
  .vscode/extensions.json          the extension that completes YAML

.vscode lies at the root of the repository that the content lies in. Run it again after a new group,
and after a new version of this program, and commit what it writes. Names are only offered: a file
may name others, and names that are out of date harm nothing.

  --check    writes nothing, and tells which files no longer match; names are not looked at

Exit codes
  0   written, or, with --check, everything matches
  1   it cannot be written, or, with --check, a file does not match
  2   a wrong call`;

const [DONE, FAILED, WRONG_CALL] = [0, 1, 2];

try {
  Deno.exitCode = run(Deno.args);
} catch (error) {
  if (!(error instanceof SettingsError || error instanceof EditorSettingsError)) throw error;
  console.error(error.message);
  Deno.exitCode = FAILED;
}

function run(args: readonly string[]): number {
  if (args.some((word) => ["--help", "-h", "help"].includes(word))) {
    console.log(HELP);
    return DONE;
  }
  const wrong = args.find((word) => word !== "--check");
  if (wrong !== undefined) {
    console.error(`Cannot use ${wrong}\n\n  ${USAGE}\n\n--help tells more`);
    return WRONG_CALL;
  }
  const { CONTENT_DIR } = readSettings((name) => Deno.env.get(name));
  const missing = missingContentFolder(CONTENT_DIR);
  if (missing !== undefined) {
    console.error(missing);
    return FAILED;
  }
  const { rules, names } = completionFiles(CONTENT_DIR);
  return args.includes("--check") ? check(rules) : write(new Map([...rules, ...names]));
}

function write(files: ReadonlyMap<string, string>): number {
  writeTexts(files);
  for (const path of files.keys()) console.log(path);
  return DONE;
}

function check(files: ReadonlyMap<string, string>): number {
  const stale = stalePaths(files);
  for (const path of stale) {
    console.error(`${path} does not match the schemas and groups: run deno task schema`);
  }
  return stale.length > 0 ? FAILED : DONE;
}
