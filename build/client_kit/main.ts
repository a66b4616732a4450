import { runTask } from "../task/run_task.ts";
import { DONE } from "../task/task_error.ts";
import { taskSettings } from "../task/task_settings.ts";
import { clientFiles } from "./client_files.ts";
import { readGroupNames } from "./group_names.ts";

const FOLDER = "build/client";

const USAGE = "deno task client";

const HELP = `Writes the client in TypeScript, a package without dependencies.

  ${USAGE}    writes ${FOLDER}

It is made from the route tables, and knows the groups of the content folder: a group that is not there,
or that is asked as the wrong family, does not compile. Without a content folder it is for any service.
Run it again after a change of either.

Exit codes
  0   the client is written
  1   a group.yaml cannot be read
  2   a wrong call`;

Deno.exitCode = await runTask({ usage: USAGE, help: { en: HELP, id: HELP }, readCall, run });

function readCall([word]: readonly string[]): object | string {
  return word === undefined ? {} : `Expected no word, found "${word}"`;
}

function run(): number {
  const groups = readGroupNames(taskSettings().CONTENT_DIR);
  const files = clientFiles({ groups });
  Deno.mkdirSync(FOLDER, { recursive: true });
  for (const [name, text] of files) Deno.writeTextFileSync(`${FOLDER}/${name}`, text);
  console.log(`Wrote the client into ${FOLDER}: ${[...files.keys()].join(", ")}`);
  return DONE;
}
