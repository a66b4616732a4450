/**
 * This room writes what text editors complete content files from: schemas, names, and settings.
 *
 * @module
 */

import { printStale, writeAndPrint } from "../files/write_texts.ts";
import { runTask } from "../task/run_task.ts";
import { settingsWithContent } from "../task/task_settings.ts";
import { say } from "../words/say.ts";
import { completionFiles } from "./completion_files.ts";

const USAGE = "deno task schema [--check] [--language=id|en]";

const HELP = `Writes what text editors complete content files from.

  ${USAGE}

  <content>/schema/*.json          the fields of every kind of file, and what each is for
  <content>/schema/names/*.json    the names in each group: members, nicknames, guests, setlists,
                                   teams, generations, venues, categories
  .vscode/settings.json            which schema holds for which file; other settings stay
  .vscode/extensions.json          the extension that completes YAML

.vscode is at the root of the repository that the content is in. Run it after cloning, since git
leaves the names out (<content>/schema/.gitignore): new and dev write them, too. Run it again after a
new group, and after a new version of this program, and commit what it writes. Names are only
offered: a file may name others, and names that are out of date harm nothing.

  --check           writes nothing, and names the files that no longer match; names are not looked at
  --language=id|en  the language of the messages; without it the terminal's (LC_ALL, LC_MESSAGES, LANG)

Exit codes
  0   written, or, with --check, everything matches
  1   it cannot be written, or, with --check, a file does not match
  2   a wrong call`;

Deno.exitCode = await runTask({
  usage: USAGE,
  help: HELP,
  takesLanguage: true,
  readCall,
  run,
});

function readCall(words: readonly string[]): { isCheck: boolean } | string {
  const wrong = words.find((word) => word !== "--check");
  return wrong === undefined
    ? { isCheck: words.length > 0 }
    : say`Cannot use ${wrong}: expected ${"--check"}`;
}

function run({ isCheck }: { isCheck: boolean }): number {
  const { rules, names } = completionFiles(settingsWithContent().CONTENT_DIR);
  if (!isCheck) return writeAndPrint(new Map([...rules, ...names]));
  return printStale(
    rules,
    (path) => say`${path} does not match the schemas and groups: run deno task schema`,
  );
}
