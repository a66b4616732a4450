import { parse } from "csv-parse/sync";

/** A cell: its text, and whether it stood in quotation marks. */
interface Cell {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** The records of a CSV file (RFC 4180). */
export function readRecords(csv: string): Cell[][] {
  if (!csv.endsWith("\r\n")) throw new SyntaxError("The last line has no end");
  return parse(csv, {
    record_delimiter: "\r\n",
    relax_column_count: true,
    cast: (text, { quoting }) => ({ text, isQuoted: quoting }),
  }) as unknown as Cell[][];
}

/**
 * Reads a table that was taken away, by the rules of the documents: an empty cell is no field, `""` is
 * an empty text, one apostrophe goes from the beginning of a text. `types` says what the cells of a
 * column hold.
 */
export function readDatasetCsv(
  csv: string,
  types: (field: string) => "text" | "json",
): Record<string, unknown>[] {
  const [head = [], ...records] = readRecords(csv);
  const valueOf = (field: string, text: string) =>
    types(field) === "json" ? JSON.parse(text) : text.replace(/^'/, "");
  return records.map((cells) =>
    Object.fromEntries(
      cells.map(({ text, isQuoted }, place) => [head[place]!.text, text, isQuoted] as const)
        .filter(([, text, isQuoted]) => text !== "" || isQuoted)
        .map(([field, text]) => [field, valueOf(field, text)]),
    )
  );
}
