/** A row of a table for spreadsheets: its cells by the names of their columns. */
type CsvRow = Readonly<Record<string, unknown>>;

/**
 * Lines of CSV (RFC 4180), without their line feeds: the names of the columns, then the rows. Lists
 * are joined by spaces, and null is an empty cell.
 */
export function csvLines<R extends object>(
  rows: readonly R[],
  columns: readonly string[] = Object.keys(rows[0] ?? {}),
): string[] {
  const line = (cells: readonly unknown[]) => `${cells.map(csvCell).join(",")}\r`;
  return [line(columns), ...rows.map((row) => line(columns.map((name) => (row as CsvRow)[name])))];
}

/** What spreadsheets take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** One cell; a text that a spreadsheet would run as a formula has an apostrophe in front. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return String(value);
  const text = Array.isArray(value) ? value.join(" ") : String(value);
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
