import { untilInputEnds, WITH_PARENT } from "../src/platform/parent.ts";
import { build, type BuildState } from "./build_content.ts";
import { createMemory } from "./memory.ts";
import { removeReport } from "./preview/build_report.ts";
import { runTask } from "./task/run_task.ts";
import { DONE } from "./task/task_error.ts";
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

const exitCode = await runTask({
  usage: USAGE,
  help: HELP,
  takesLanguage: true,
  readCall,
  run,
});
// What is in memory need not be taken down piece by piece.
if (Deno.args[0] !== "watch") Deno.exit(exitCode);
Deno.exitCode = exitCode;

/** What the compiler is started for. */
interface BuildCall {
  readonly isWatching: boolean;
  /** The id of the process that it ends with, and reports the first build to. */
  readonly parent: number | undefined;
}

/** The first word comes from the task, or from the process that started this one. */
function readCall([command = "build", ...words]: readonly string[]): BuildCall | string {
  const isWatching = command === "watch";
  if (!isWatching && command !== "build") {
    return say`Cannot do "${command}": expected build or watch`;
  }
  const parent = isWatching && words[0] === WITH_PARENT ? Number(words[1]) : undefined;
  return words.length === 0 || parent !== undefined
    ? { isWatching, parent }
    : say`Expected no further word, found "${words.join(" ")}": all content is compiled together`;
}

async function run({ isWatching, parent }: BuildCall): Promise<number> {
  const { CONTENT_DIR: root, OUT_DIR: folder } = settingsWithOutput();
  removeReport(folder);
  if (!isWatching) return build({ root, folder });
  if (parent !== undefined) untilInputEnds().finally(() => Deno.exit());
  // A build that is the only one needs none of this.
  const { watch } = await import("./watch.ts");
  const { createReportWriter } = await import("./preview/write_build_report.ts");
  const { createSaveTeller } = await import("./diff/difference_report.ts");
  const watching = {
    memory: createMemory(Date.now),
    parent,
    writeReport: createReportWriter(folder),
    tellSave: createSaveTeller(Date.now),
  };
  const state: BuildState = { root, folder, watching };
  await watch(root, () => build(state), (line) => console.error(line));
  if (parent !== undefined) console.log("Built");
  return DONE;
}
