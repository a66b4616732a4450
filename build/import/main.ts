import { forCaller, fromCaller } from "../../src/platform/caller_paths.ts";
import { harmless } from "../diagnostic/format.ts";
import {
  AmbiguousDates,
  DATE_ORDERS,
  type DateOrder,
  isDateOrder,
  meanings,
} from "./dates/numeric_date.ts";
import { importDump, type Imported } from "./import_dump.ts";
import { runTask, tell } from "../task/run_task.ts";
import { DONE, TaskError } from "../task/task_error.ts";
import { taskSettings } from "../task/task_settings.ts";
import { importExport } from "./import_export.ts";
import { type ExportCall, HELP, type ImportCall, readCall, USAGE } from "./read_call.ts";
import { countLost, formatFates, formatImport } from "./report/format_import.ts";
import { writeWhole } from "../emit/write_file.ts";
import { writeTexts } from "../files/write_texts.ts";
import { say, translated } from "../words/say.ts";

/** The exit code of `--strict` where something would be lost. */
const SOMETHING_LOST = 3;

Deno.exitCode = await runTask({
  usage: USAGE,
  help: HELP,
  takesLanguage: true,
  readCall,
  run: (call) => "folder" in call ? runExport(call) : run(call),
});

/** Takes over a whole export. */
function runExport({ folder }: ExportCall): number {
  const { CONTENT_DIR: root } = taskSettings();
  const { groups, items, pictures, lost } = importExport(fromCaller(folder), root);
  console.log(
    say`Imported ${folder} into ${
      forCaller(root)
    }: ${items} items of ${groups} groups and ${pictures} pictures`,
  );
  if (lost.length > 0) tell(say`Content cannot hold these values:` + `\n${formatFates(lost)}`);
  return DONE;
}

async function run(call: ImportCall): Promise<number> {
  const { CONTENT_DIR: root } = taskSettings();
  const { group, path, isDryRun, isStrict } = call;
  const name = path === "-" ? say`standard input` : path.slice(path.lastIndexOf("/") + 1);
  const text = await readInput(path);
  const pictures = call.pictures && fromCaller(call.pictures);
  const imported = inDump(name, () => importAsking({ ...call, root, text, pictures }));
  const isRefused = isStrict && countLost(imported.fates) > 0;
  const isWritten = !isDryRun && !isRefused;
  if (isWritten) {
    for (const [picturePath, bytes] of imported.pictures) {
      Deno.mkdirSync(picturePath.slice(0, picturePath.lastIndexOf("/")), { recursive: true });
      writeWhole(picturePath, [bytes]);
    }
    writeTexts(imported.outcome.texts);
  }
  const told = imported.notes.format(name).trimEnd();
  if (told !== "") tell(told);
  const report = formatImport(imported, { name, into: forCaller(`${root}/${group}`), isWritten });
  const { size } = imported.pictures;
  if (size > 0) {
    tell(isWritten ? say`${size} pictures were copied` : say`${size} pictures would be copied`);
  }
  console.log(report.split("\n").map(harmless).join("\n"));
  if (isRefused) tell(say`Something would be lost, and --strict is given. Nothing was written`);
  return isRefused ? SOMETHING_LOST : DONE;
}

/** Where dates may be several days, somebody at a terminal is asked once. */
function importAsking(request: Parameters<typeof importDump>[0] & ImportCall): Imported {
  try {
    return importDump(request);
  } catch (error) {
    if (!(error instanceof AmbiguousDates)) throw error;
    const dates = request.path !== "-" && Deno.stdin.isTerminal() ? askOrder(error) : undefined;
    if (dates === undefined) throw error;
    return importDump({ ...request, dates });
  }
}

function askOrder({ first }: AmbiguousDates): DateOrder | undefined {
  const choices = meanings(first);
  const shown = choices.map(({ order, day }) =>
    `  ${order}  ${translated(DATE_ORDERS[order])}: ${day}`
  );
  const question = say`Which day does "${first.text}" in "${first.field}" mean?`;
  const answer = prompt(harmless(question) + `\n${shown.join("\n")}\n`)?.trim().toLowerCase();
  return isDateOrder(answer) ? answer : undefined;
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
 * @throws {TaskError} where that cannot be done, or it is not UTF-8
 */
async function readInput(path: string): Promise<string> {
  try {
    const bytes = path === "-"
      ? await new Response(Deno.stdin.readable).bytes()
      : Deno.readFileSync(fromCaller(path));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new TaskError(say`Cannot read ${path}: ${reasonOf(error)}`);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof Deno.errors.NotFound) return say`there is no such file`;
  if (error instanceof Deno.errors.NotCapable) {
    return say`the command may read the project's folder alone; give the dump on standard input, with - for its name`;
  }
  if (error instanceof Deno.errors.IsADirectory) return say`it is a folder; name a file in it`;
  if (error instanceof TypeError) return say`it is not UTF-8`;
  return error instanceof Error ? error.message : String(error);
}
