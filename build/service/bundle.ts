import { fromCaller } from "../../src/platform/caller_paths.ts";
import { STAMP_FILE } from "../../src/model/build_stamp.ts";
import { PACK_FILE } from "../../src/model/pack.ts";
import { SITE_FILE } from "../../src/model/site_pack.ts";
import { openComparedPack } from "../pack/opened_pack.ts";
import { exists, isFile } from "../read/there.ts";
import { runTask } from "../task/run_task.ts";
import { DONE, TaskError } from "../task/task_error.ts";
import { taskSettings } from "../task/task_settings.ts";
import { writeProgram } from "./bundled_program.ts";

const USAGE = "deno task bundle <folder>";

const HELP =
  `Builds the content, and writes a server of it into a folder: the program as JavaScript, with the
code of its libraries, and the build.

  ${USAGE}

In that folder deno task serve serves it, and deno task admin makes keys. A container and Deno Deploy
take it: nothing else of the repository, no git and no package is needed to serve. The first call
fetches esbuild, by which Deno bundles.

Exit codes
  0   the folder has the server
  1   the content has errors, the folder cannot be written, or esbuild cannot be fetched
  2   a wrong call`;

/** The tasks that a server without the compiler has. */
const TASKS = ["serve", "admin"];

/** What a server reads of a build. */
const BUILT = [PACK_FILE, SITE_FILE, STAMP_FILE];

Deno.exitCode = await runTask({
  usage: USAGE,
  help: HELP,
  readCall: (words) => words.length === 1 ? { folder: words[0]! } : "Expected one folder",
  run,
});

async function run({ folder }: { readonly folder: string }): Promise<number> {
  const { OUT_DIR: out } = taskSettings();
  if (!isFile(`${out}/${PACK_FILE}`)) {
    throw new TaskError(`Nothing is built in ${out}: deno task build says why`);
  }
  const target = fromCaller(folder);
  if (exists(target) && [...Deno.readDirSync(target)].length > 0) {
    throw new TaskError(
      `Cannot write a server into ${folder}: it holds files; remove it, or name another folder`,
    );
  }
  try {
    await writeProgram(target);
    copy("LICENSE", `${target}/LICENSE`);
    const { pictures = [] } = openComparedPack(Deno.readFileSync(`${out}/${PACK_FILE}`), out).index;
    for (const name of [...BUILT, pictures].flat()) {
      copy(`${out}/${name}`, `${target}/build/out/${name}`);
    }
    Deno.writeTextFileSync(`${target}/deno.json`, serverConfig());
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    empty(target);
    throw new TaskError(`Cannot write a server into ${folder}: ${error.message}`);
  }
  console.log(`Wrote a server into ${folder}`);
  return DONE;
}

/** What the program's `deno.json` says of the server: packages are in its code, and nothing locks them. */
function serverConfig(): string {
  const { license, tasks, unstable } = JSON.parse(Deno.readTextFileSync("deno.json"));
  const own = Object.fromEntries(TASKS.map((name) => [name, tasks[name]]));
  return `${JSON.stringify({ license, tasks: own, unstable }, null, 2)}\n`;
}

function copy(from: string, to: string): void {
  Deno.mkdirSync(to.slice(0, to.lastIndexOf("/")), { recursive: true });
  Deno.copyFileSync(from, to);
}

/** Leaves no part of a server. */
function empty(folder: string): void {
  if (!exists(folder)) return;
  for (const { name } of Deno.readDirSync(folder)) {
    Deno.removeSync(`${folder}/${name}`, { recursive: true });
  }
}
