import { build } from "./build_content.ts";
import { taskOf } from "./task/run_task.ts";
import { DONE, FAILED } from "./task/task_error.ts";
import { settingsWithOutput } from "./task/task_settings.ts";
import { say } from "./words/say.ts";

const USAGE = "deno task build [--language=id|en]";

const HELP = `Compiles the content folder, CONTENT_DIR (content).

  ${USAGE}

  --language=id|en  the language of the messages; without it the terminal's (LC_ALL, LC_MESSAGES, LANG)

It writes into OUT_DIR (build/out). As long as there are errors it writes nothing; warnings do not keep it
from writing. deno task check looks for mistakes without a build: deno task check --help.

Exit codes
  0   built; there may be warnings
  1   errors, or a folder that cannot be read or written
  2   a wrong call`;

export const task = taskOf({ usage: USAGE, help: HELP, readCall, run });

function readCall(words: readonly string[]): true | string {
  return words.length === 0 ||
    say`Expected no further word, found "${words.join(" ")}": all content is compiled together`;
}

async function run(): Promise<number> {
  const { CONTENT_DIR: root, OUT_DIR: folder } = settingsWithOutput();
  const { isWritten } = await build({ root, folder });
  return isWritten ? DONE : FAILED;
}
