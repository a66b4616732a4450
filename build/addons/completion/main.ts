/**
 * This room writes what text editors complete content files from: schemas, names, and settings.
 *
 * @module
 */

import { writeAndPrint } from "../../files/write_texts.ts";
import { taskOf } from "../../task/run_task.ts";
import { settingsWithContent } from "../../task/task_settings.ts";
import { say } from "../../words/say.ts";
import { completionFiles } from "./completion_files.ts";

const USAGE = "deno task schema [--language=id|en]";

const HELP = `Writes what text editors complete content files from.

  ${USAGE}

  <content>/schema/*.json          the fields of every kind of file, and what each is for
  <content>/schema/names/*.json    the names in each group: members, nicknames, guests, setlists,
                                   teams, generations, venues, categories
  .vscode/settings.json            which schema holds for which file, as the extension
                                   redhat.vscode-yaml reads it; other settings stay

.vscode is at the root of the repository that the content is in. Run it after cloning, since git
leaves the names out (<content>/schema/.gitignore): dev writes them, too. Run it again after a
new group, and after a new version of this program, and commit what it writes. Names are only
offered: a file may name others, and names that are out of date harm nothing.

  --language=id|en  the language of the messages; without it the terminal's (LC_ALL, LC_MESSAGES, LANG)

Exit codes
  0   written
  1   it cannot be written
  2   a wrong call`;

export const task = taskOf({
  usage: USAGE,
  help: HELP,
  readCall: (words) => words.length === 0 ? {} : say`Expected no word, found ${words.join(" ")}`,
  run: () => writeAndPrint(completionFiles(settingsWithContent().CONTENT_DIR)),
});
