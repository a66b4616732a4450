import { TaskError } from "../../task/task_error.ts";
import { isModule, parseModule } from "./parse_module.ts";
import { isTable, parseCsv } from "./parse_csv.ts";
import { say } from "../../words/say.ts";

/**
 * Reads a dump's text: JSON, a line of JSON for each record (NDJSON), CSV, or a
 * module of JavaScript that exports plain data. A line that is no JSON
 * is returned itself, so that it is reported as a record that cannot be read.
 *
 * @throws {TaskError} for anything else
 */
export function parseDump(text: string): unknown {
  const plain = text.replace(/^\uFEFF/, "");
  try {
    return JSON.parse(plain);
  } catch (error) {
    if (isModule(plain)) return parseModule(plain);
    return parseLines(plain) ?? parseTable(plain) ?? refuse(error as Error);
  }
}

function parseLines(text: string): unknown[] | undefined {
  const lines = text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  const records = lines.map((line) => /^[{[]/.test(line) ? tryJson(line) : line);
  const good = records.filter((record) => typeof record === "object").length;
  return lines.length > 1 && good > 0 && good * 2 >= lines.length ? records : undefined;
}

function tryJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}

function parseTable(text: string): unknown[] | undefined {
  if (!isTable(text)) return undefined;
  try {
    return parseCsv(text);
  } catch (error) {
    throw new TaskError(say`Cannot read it: it looks like CSV, and ${(error as Error).message}`);
  }
}

function refuse(error: Error): never {
  throw new TaskError(say`Cannot read it as JSON: ${error.message}`);
}
