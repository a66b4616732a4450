/** What spreadsheets take for the beginning of a formula, which they run; and the apostrophe. */
const FORMULA_OR_APOSTROPHE = /^[=+\-@\t\r\n']/;

/**
 * A text as a cell of CSV (RFC 4180); one that looks like a formula, or begins with an apostrophe, has an
 * apostrophe in front: taking one away gives all texts back.
 */
export function csvText(text: string): string {
  const safe = FORMULA_OR_APOSTROPHE.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
