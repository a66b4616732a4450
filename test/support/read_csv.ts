/** A cell: its text, and whether it stood in quotation marks. */
interface Cell {
  readonly text: string;
  readonly isQuoted: boolean;
}

/**
 * Reads a table that was taken away, by RFC 4180 and the rules of the documents: an empty cell is no
 * field, `""` is an empty text, one apostrophe goes from the beginning of a text. `types` says what the
 * cells of a column hold.
 */
export function readDatasetCsv(
  csv: string,
  types: (field: string) => "text" | "json",
): Record<string, unknown>[] {
  const [head = [], ...records] = readRecords(csv);
  return records.map((cells) =>
    Object.fromEntries(
      cells.map((cell, place) => [head[place]!.text, cell] as const)
        .filter(([, { text, isQuoted }]) => text !== "" || isQuoted)
        .map(([field, { text }]) => [
          field,
          types(field) === "json" ? JSON.parse(text) : text.replace(/^'/, ""),
        ]),
    )
  );
}

/** The records of a CSV file. */
export function readRecords(csv: string): Cell[][] {
  const records: Cell[][] = [];
  let record: Cell[] = [];
  let at = 0;
  while (at < csv.length) {
    const isQuoted = csv[at] === '"';
    let text = "";
    if (isQuoted) {
      for (at++; !(csv[at] === '"' && csv[at + 1] !== '"'); at++) {
        if (at >= csv.length) {
          throw new SyntaxError("Cannot read the table: a quotation has no end");
        }
        if (csv[at] === '"') at++;
        text += csv[at];
      }
      at++;
    } else {
      while (at < csv.length && csv[at] !== "," && csv[at] !== "\r") text += csv[at++];
    }
    record.push({ text, isQuoted });
    if (csv[at] === ",") {
      at++;
      // A record may end in an empty cell.
      if (csv[at] === "\r") record.push({ text: "", isQuoted: false });
    }
    if (csv[at] === "\r") {
      if (csv[at + 1] !== "\n") throw new SyntaxError("Cannot read the table: a line ends in CR");
      at += 2;
      records.push(record);
      record = [];
    }
  }
  if (record.length > 0) throw new SyntaxError("Cannot read the table: its last line has no end");
  return records;
}
