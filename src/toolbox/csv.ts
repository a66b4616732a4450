/** What spreadsheets take for the beginning of a formula, which they run. */
const FORMULA = /^[=+\-@\t\r]/;
const FORMULA_OR_APOSTROPHE = /^[=+\-@\t\r\n']/;

/**
 * A text as a cell of CSV (RFC 4180); one that looks like a formula has an apostrophe in front. If cells
 * are read back (`isReversible`), so has one that begins with an apostrophe: taking one away gives all
 * texts back.
 */
export function csvText(text: string, isReversible = false): string {
  const escaped = isReversible ? FORMULA_OR_APOSTROPHE : FORMULA;
  const safe = escaped.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
