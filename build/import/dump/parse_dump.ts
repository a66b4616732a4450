import { TaskError } from "../../task/task_error.ts";
import { say } from "../../words/say.ts";

/**
 * Reads a dump's text: JSON, a line of JSON for each record (NDJSON), or CSV. A line that is no JSON
 * is returned itself, so that it is reported as a record that cannot be read.
 *
 * @throws {TaskError} for anything else
 */
export function parseDump(text: string): unknown {
  const plain = text.replace(/^\uFEFF/, "");
  try {
    return JSON.parse(plain);
  } catch (error) {
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

/** A table as CSV: commas, semicolons or tabs between its cells (RFC 4180). */
type Row = readonly string[];

const DELIMITERS = [",", ";", "\t"];

/** Whether a text is a table: its first line parts into several names at one delimiter. */
function isTable(text: string): boolean {
  return /^[^\s[{<]/.test(text) && /\n/.test(text) && delimiterOf(text) !== undefined;
}

/** The rows below the head as records; empty cells are left out. */
function parseCsv(text: string): Record<string, unknown>[] {
  const [head = [], ...rows] = rowsOf(text, delimiterOf(text) ?? ",");
  const names = head.map((name) => name.trim());
  return rows.map((cells) => recordOf(names, cells))
    .filter((record) => Object.keys(record).length > 0);
}

function recordOf(names: Row, cells: Row): Record<string, unknown> {
  const known = cells.map((cell, place) => [names[place] || `column ${place + 1}`, cell] as const)
    .filter(([, cell]) => cell.trim() !== "");
  return Object.fromEntries(known);
}

function delimiterOf(text: string): string | undefined {
  const line = text.slice(0, text.indexOf("\n") < 0 ? undefined : text.indexOf("\n"));
  const counts = DELIMITERS.map((mark) => line.split(mark).length - 1);
  const most = Math.max(...counts);
  return most === 0 ? undefined : DELIMITERS[counts.indexOf(most)];
}

/** A cell in quotes may hold delimiters and line ends; a quote inside is doubled. */
function rowsOf(text: string, delimiter: string): string[][] {
  const mark = delimiter === "\t" ? "\\t" : delimiter;
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^${mark}\\r\\n]*))(${mark}|\\r?\\n|\\r|$)`, "y");
  const rows: string[][] = [[]];
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text);
    if (match === null) throw new SyntaxError(say`a quote is opened and not closed`);
    const [, quoted, plain, end] = match;
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end !== delimiter && cell.lastIndex < text.length) rows.push([]);
  }
  return rows.filter((row) => row.some((text) => text.trim() !== ""));
}
