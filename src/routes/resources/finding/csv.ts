/** What a cell of a table can hold; undefined: nothing. */
export type CsvValue = string | number | boolean | object | undefined;

/**
 * A record of a CSV file (RFC 4180). A list or an object is its JSON. An empty text stands in quotation
 * marks, and nothing does not, so that the two can be told apart.
 */
export function csvRecord(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(",")}\r\n`;
}

function csvCell(value: CsvValue): string {
  switch (typeof value) {
    case "undefined":
      return "";
    case "string":
      return value === "" ? '""' : quoted(withoutFormula(value));
    case "object":
      return quoted(JSON.stringify(value));
    default:
      return String(value);
  }
}

/**
 * A spreadsheet takes a text that begins so for a formula, and runs it. An apostrophe keeps it from that;
 * a text that has one at its beginning gets another, so that taking one away gives all texts back.
 */
const FORMULA = /^[=+\-@\t\r\n']/;

function withoutFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
