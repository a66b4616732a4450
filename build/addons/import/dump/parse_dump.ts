import { parse } from "csv-parse/sync";
import { TaskError } from "../../../task/task_error.ts";
import { say } from "../../../words/say.ts";
import { parseJson } from "../record/values.ts";

/** The encodings whose texts begin with a mark, besides UTF-8. */
const MARKED = [["utf-16le", 0xff, 0xfe], ["utf-16be", 0xfe, 0xff]] as const;

/**
 * The text of a dump: UTF-8, or UTF-16 where its mark says so. Of other encodings none can be told from
 * another, so nothing is guessed.
 *
 * @throws {TaskError} that says how to make it UTF-8
 */
export function decodeDump(bytes: Uint8Array): string {
  const marked = MARKED.find(([, first, second]) => bytes[0] === first && bytes[1] === second);
  try {
    return new TextDecoder(marked?.[0] ?? "utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new TaskError(
      say`it is not UTF-8; save it again as "CSV UTF-8", or convert it first: iconv -f WINDOWS-1252 -t UTF-8`,
    );
  }
}

/**
 * Reads a dump's text: JSON, a line of JSON for each record (NDJSON), or CSV. A line that is no JSON
 * is returned itself, so that it is reported as a record that cannot be read.
 *
 * @throws {TaskError} for anything else
 */
export function parseDump(text: string): unknown {
  const plain = text.replace(/^\uFEFF/, "");
  try {
    return parseJson(plain);
  } catch (error) {
    const read = parseLines(plain) ?? parseTable(plain);
    if (read !== undefined) return read;
    throw new TaskError(say`Cannot read it as JSON: ${(error as Error).message}`);
  }
}

function parseLines(text: string): unknown[] | undefined {
  const lines = text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  const records = lines.map((line) => {
    try {
      return /^[{[]/.test(line) ? parseJson(line) : line;
    } catch {
      return line;
    }
  });
  const good = records.filter((record) => typeof record === "object").length;
  return lines.length > 1 && good > 0 && good * 2 >= lines.length ? records : undefined;
}

/** The rows below the head of a table (RFC 4180) as records, in which empty cells are left out. */
function parseTable(text: string): unknown[] | undefined {
  const head = /^[^\s[{<][^\n]*(?=\n)/.exec(text)?.[0] ?? "";
  const count = (mark: string) => head.replace(/"[^"]*"/g, "").split(mark).length - 1;
  const [delimiter = ","] = [",", ";", "\t"].sort((one, other) => count(other) - count(one));
  if (count(delimiter) === 0) return undefined;
  const [names = [], ...rows] = rowsOf(text, delimiter);
  return rows.map((cells) => {
    const record: Record<string, string> = {};
    for (const [place, cell] of cells.entries()) {
      if (cell.trim() === "") continue;
      const name = names[place]?.trim() || `column ${place + 1}`;
      // Of two columns with one name neither is lost.
      record[name in record ? `${name} (${place + 1})` : name] = shielded(cell);
    }
    return record;
  });
}

function rowsOf(text: string, delimiter: string): string[][] {
  try {
    return parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    });
  } catch (error) {
    throw new TaskError(
      say`Cannot read it: it looks like CSV, and ${(error as Error).message}`,
    );
  }
}

/** Our own tables put an apostrophe in front of what a spreadsheet would run. */
function shielded(cell: string): string {
  return cell.replace(/^'(?=[=+\-@\t\r\n'])/, "");
}
