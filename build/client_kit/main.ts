import { runTask } from "../task/run_task.ts";
import { DONE } from "../task/task_error.ts";
import { clientFiles } from "./client_files.ts";

const FOLDER = "build/client";

const USAGE = "deno task client";

const HELP = `Writes the client in TypeScript, a package without dependencies.

  ${USAGE}    writes ${FOLDER}

It is made from the route tables; run it again after a change there.`;

Deno.exitCode = await runTask({ usage: USAGE, help: HELP, readCall, run });

function readCall([word]: readonly string[]): object | string {
  return word === undefined ? {} : `Expected no word, found "${word}"`;
}

function run(): number {
  Deno.mkdirSync(FOLDER, { recursive: true });
  const files = clientFiles(JSON.parse(Deno.readTextFileSync("deno.json")).license);
  for (const [name, text] of files) Deno.writeTextFileSync(`${FOLDER}/${name}`, text);
  console.log(`Wrote the client into ${FOLDER}: ${[...files.keys()].join(", ")}`);
  return DONE;
}
