import { fromCaller } from "../../src/platform/caller_paths.ts";
import { STAMP_FILE } from "../../src/model/build_stamp.ts";
import { PACK_FILE } from "../../src/model/pack.ts";
import { SITE_FILE } from "../../src/model/site_pack.ts";
import { openComparedPack } from "../pack/opened_pack.ts";
import { exists, isFile } from "../read/there.ts";
import { runTask } from "../task/run_task.ts";
import { DONE, TaskError } from "../task/task_error.ts";
import { taskSettings } from "../task/task_settings.ts";

const USAGE = "deno task bundle <folder>";

const HELP =
  `Builds the content, and copies a server of it into a folder: the program, its lock, and the build.

  ${USAGE}

In that folder deno task serve serves it, and deno task admin makes keys. A container and Deno Deploy
take it: nothing else of the repository, and no git, is needed to serve.

Exit codes
  0   the folder has the server
  1   the content has errors, or the folder cannot be written
  2   a wrong call`;

/** What a server is made of, seen from the program's folder. */
const PROGRAM = ["LICENSE", "deno.lock", "src"];

/** The tasks that a server without the compiler has. */
const TASKS = ["serve", "admin"];

/** What a server reads of a build. */
const BUILT = [PACK_FILE, SITE_FILE, STAMP_FILE];

Deno.exitCode = await runTask({
  usage: USAGE,
  help: { en: HELP, id: HELP },
  readCall: (words) => words.length === 1 ? { folder: words[0]! } : "Expected one folder",
  run,
});

function run({ folder }: { readonly folder: string }): number {
  const { OUT_DIR: out } = taskSettings();
  if (!isFile(`${out}/${PACK_FILE}`)) {
    throw new TaskError(`Nothing is built in ${out}: deno task build says why`);
  }
  const target = fromCaller(folder);
  if (exists(target) && [...Deno.readDirSync(target)].length > 0) {
    throw new TaskError(
      `Cannot copy a server into ${folder}: it holds files; remove it, or name another folder`,
    );
  }
  try {
    for (const name of PROGRAM) copy(name, `${target}/${name}`);
    const { pictures = [] } = openComparedPack(Deno.readFileSync(`${out}/${PACK_FILE}`), out).index;
    for (const name of [...BUILT, pictures].flat()) {
      copy(`${out}/${name}`, `${target}/build/out/${name}`);
    }
    Deno.writeTextFileSync(`${target}/deno.json`, serverConfig());
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new TaskError(`Cannot copy a server into ${folder}: ${error.message}`);
  }
  console.log(`Copied a server into ${folder}`);
  return DONE;
}

/** `deno.json` without the tasks that need the rest of the repository. */
function serverConfig(): string {
  const config = JSON.parse(Deno.readTextFileSync("deno.json"));
  const tasks = Object.fromEntries(TASKS.map((name) => [name, config.tasks[name]]));
  return `${JSON.stringify({ ...config, tasks }, null, 2)}\n`;
}

function copy(from: string, to: string): void {
  if (Deno.statSync(from).isDirectory) {
    for (const { name } of Deno.readDirSync(from)) copy(`${from}/${name}`, `${to}/${name}`);
    return;
  }
  Deno.mkdirSync(to.slice(0, to.lastIndexOf("/")), { recursive: true });
  Deno.copyFileSync(from, to);
}
