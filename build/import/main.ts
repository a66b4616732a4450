import { readSettings, SettingsError } from "../../src/platform/settings.ts";
import { harmless } from "../diagnostic/excerpt.ts";
import { AmbiguousDates, meanings } from "./dates/ambiguous_dates.ts";
import { DATE_ORDERS, type DateOrder, isDateOrder } from "./dates/date_order.ts";
import { HELP, USAGE } from "./help.ts";
import { importDump, type Imported } from "./import_dump.ts";
import { TaskError } from "../task/task_error.ts";
import { type ImportCall, readCall } from "./read_call.ts";
import { readInput } from "./read_input.ts";
import { formatImport } from "./report/format_import.ts";
import { countLost } from "./report/field_log.ts";
import { writeTexts } from "../files/write_texts.ts";

/** Exit codes; `--help` names them. */
const DONE = 0;
const UNREADABLE = 1;
const WRONG_CALL = 2;
const SOMETHING_LOST = 3;

try {
  Deno.exitCode = await run(Deno.args);
} catch (error) {
  const isTold = error instanceof SettingsError || error instanceof TaskError ||
    // The system's own message: no space, no permission.
    (error instanceof Error && "code" in error);
  if (!isTold && !(error instanceof AmbiguousDates)) throw error;
  print(error.message);
  Deno.exitCode = error instanceof AmbiguousDates ? WRONG_CALL : UNREADABLE;
}

function run(args: readonly string[]): number | Promise<number> {
  if (args.includes("--help") || args.includes("-h")) {
    console.log(HELP);
    return DONE;
  }
  const call = readCall(args);
  if (typeof call === "string") {
    console.error(`${call}\n\n  ${USAGE}\n\n--help tells more`);
    return WRONG_CALL;
  }
  const { CONTENT_DIR: root } = readSettings((name) => Deno.env.get(name));
  return importFile(root, call);
}

/** What comes from a dump may hold what would move a terminal's cursor. */
function print(lines: string): void {
  console.error(lines.split("\n").map(harmless).join("\n"));
}

async function importFile(root: string, call: ImportCall): Promise<number> {
  const { group, path, isDryRun, isStrict } = call;
  const name = path === "-" ? "standard input" : path.slice(path.lastIndexOf("/") + 1);
  const text = await readInput(path);
  const imported = inDump(name, () => importAsking({ ...call, root, text }));
  const isRefused = isStrict && countLost(imported.fates) > 0;
  const isWritten = !isDryRun && !isRefused;
  if (isWritten) writeTexts(imported.outcome.texts);
  const told = imported.notes.format(name).trimEnd();
  if (told !== "") print(told);
  const report = formatImport(imported, { name, into: `${root}/${group}`, isWritten });
  console.log(report.split("\n").map(harmless).join("\n"));
  if (isRefused) print("Something would be lost, and --strict is given. Nothing was written");
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
  const shown = choices.map(({ order, day }) => `  ${order}  ${DATE_ORDERS[order]}: ${day}`);
  const question = `Which day does "${first.text}" in "${first.field}" mean?`;
  const answer = prompt(harmless(question) + `\n${shown.join("\n")}\n`)?.trim().toLowerCase();
  return isDateOrder(answer) ? answer : undefined;
}

/** Names the dump that a problem is in. */
function inDump<T>(name: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    const message = (error as Error).message;
    if (error instanceof AmbiguousDates) {
      error.message = `${name}: ${message}\nNothing was written`;
      throw error;
    }
    if (!(error instanceof TaskError)) throw error;
    throw new TaskError(`${name}: ${message}\nNothing was written`);
  }
}
