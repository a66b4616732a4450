import { forCaller, fromCaller } from "../../../src/platform/caller_paths.ts";
import { harmless } from "../../diagnostic/format.ts";
import { writeTexts } from "../../files/write_texts.ts";
import { taskOf, tell } from "../../task/run_task.ts";
import { DONE, TaskError } from "../../task/task_error.ts";
import { taskSettings } from "../../task/task_settings.ts";
import { say } from "../../words/say.ts";
import { decodeDump } from "./dump/parse_dump.ts";
import { importDump } from "./import_dump.ts";
import { HELP, type ImportCall, readCall, USAGE } from "./read_call.ts";
import { formatImport, lostOf } from "./report.ts";

/** The exit code of `--strict` where something would be lost. */
const SOMETHING_LOST = 3;

export const task = taskOf({
  usage: USAGE,
  help: HELP,
  readCall,
  run,
});

async function run(call: ImportCall): Promise<number> {
  const { CONTENT_DIR: root } = taskSettings();
  const { group, path, isDryRun, isStrict } = call;
  const name = path === "-" ? say`standard input` : path.slice(path.lastIndexOf("/") + 1);
  const text = await readInput(path);
  const pictures = call.pictures && fromCaller(call.pictures);
  const outcome = inDump(name, () => importDump({ ...call, root, text, pictures }));
  const isRefused = isStrict && lostOf(outcome.fates).length > 0;
  const isWritten = !isDryRun && !isRefused;
  if (isWritten) {
    writeTexts(outcome.pictures);
    writeTexts(outcome.texts);
  }
  const told = outcome.notes(name).trimEnd();
  if (told !== "") tell(told);
  const { size } = outcome.pictures;
  if (size > 0) {
    tell(isWritten ? say`${size} pictures were copied` : say`${size} pictures would be copied`);
  }
  const report = formatImport(outcome, { name, into: forCaller(`${root}/${group}`), isWritten });
  console.log(report.split("\n").map(harmless).join("\n"));
  if (isRefused) tell(say`Something would be lost, and --strict is given. Nothing was written`);
  return isRefused ? SOMETHING_LOST : DONE;
}

/** Names the dump that a problem is in. */
function inDump<T>(name: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof TaskError) {
      error.message = `${name}: ${error.message}\n${say`Nothing was written`}`;
    }
    throw error;
  }
}

/**
 * Reads a dump from a file, or from standard input for `-`.
 *
 * @throws {TaskError} where that cannot be done, or its text cannot be told
 */
async function readInput(path: string): Promise<string> {
  try {
    const bytes = path === "-"
      ? await new Response(Deno.stdin.readable).bytes()
      : Deno.readFileSync(fromCaller(path));
    return decodeDump(bytes);
  } catch (error) {
    throw new TaskError(say`Cannot read ${path}: ${reasonOf(error)}`);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof Deno.errors.NotFound) return say`there is no such file`;
  if (error instanceof Deno.errors.IsADirectory) return say`it is a folder; name a file in it`;
  return error instanceof Error ? error.message : String(error);
}
