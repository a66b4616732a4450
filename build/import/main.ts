import { harmless } from "../diagnostic/excerpt.ts";
import { AmbiguousDates, meanings } from "./dates/ambiguous_dates.ts";
import { DATE_ORDERS, type DateOrder, isDateOrder } from "./dates/date_order.ts";
import { HELP_TEXTS, USAGE } from "./help.ts";
import { importDump, type Imported } from "./import_dump.ts";
import { runTask, tell } from "../task/run_task.ts";
import { DONE, TaskError } from "../task/task_error.ts";
import { taskSettings } from "../task/task_settings.ts";
import { type ImportCall, readCall } from "./read_call.ts";
import { readInput } from "./read_input.ts";
import { formatImport } from "./report/format_import.ts";
import { countLost } from "./report/field_log.ts";
import { writeTexts } from "../files/write_texts.ts";
import { say, translated } from "../words/say.ts";

/** The exit code of `--strict` where something would be lost. */
const SOMETHING_LOST = 3;

Deno.exitCode = await runTask({
  usage: USAGE,
  help: HELP_TEXTS,
  takesLanguage: true,
  readCall,
  run,
});

async function run(call: ImportCall): Promise<number> {
  const { CONTENT_DIR: root } = taskSettings();
  const { group, path, isDryRun, isStrict } = call;
  const name = path === "-" ? say`standard input` : path.slice(path.lastIndexOf("/") + 1);
  const text = await readInput(path);
  const imported = inDump(name, () => importAsking({ ...call, root, text }));
  const isRefused = isStrict && countLost(imported.fates) > 0;
  const isWritten = !isDryRun && !isRefused;
  if (isWritten) writeTexts(imported.outcome.texts);
  const told = imported.notes.format(name).trimEnd();
  if (told !== "") tell(told);
  const report = formatImport(imported, { name, into: `${root}/${group}`, isWritten });
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
