/** Says that a text is left to the thorough parser. */
export const UNSURE = Symbol("unsure");
export type Unsure = typeof UNSURE;

/** A field's name, up to the blanks behind its colon. */
export const FIELD = /(?!(?:null|true|false):)([a-z_][a-z0-9_]*):(?: +|(?=\n|$))/y;

/** Indicators, and quotes of word processors, which may be meant as quotes. */
const ODD_START = /^(?:[?:,[\]{}#&*!|>'"%@`“”„‘’=<~]|-(?![\w-])|---|\.\.\.)/;

/** A comment, a field within a text, or a field that a text ends in. */
const ODD_INSIDE = / #|: |:$/;

/** What can be something else than text begins with one of these. */
const MAYBE_OTHER = /^[-+.0-9nNtTfF]/;
const WORD = /^(?:null|Null|NULL|true|True|TRUE|false|False|FALSE)$/;
const SIMPLE_NUMBER = /^(?:0|[1-9]\d{0,14})(?:\.\d{1,6})?$/;
/** More than all forms of numbers that the language has. */
const MAYBE_NUMBER = /^[-+.]*(?:\d[\d.eE+_-]*|0[ox][\da-fA-F]*|inf|nan)$/i;
/** Numbers have no hyphen behind digits but in an exponent. */
const DATE = /^(?:\d{4}|-)-\d{2}-\d{2}$/;

/** The value of a text without quotes that ends with its line. */
export function unquotedValue(text: string): string | number | boolean | null | Unsure {
  if (ODD_START.test(text) || ODD_INSIDE.test(text)) return UNSURE;
  if (!MAYBE_OTHER.test(text) || DATE.test(text)) return text;
  if (WORD.test(text)) {
    const word = text.toLowerCase();
    return word === "null" ? null : word === "true";
  }
  if (SIMPLE_NUMBER.test(text)) return Number(text);
  return MAYBE_NUMBER.test(text) ? UNSURE : text;
}

/** Escapes that YAML and JSON share; a slash and others mean the same, but no one writes them. */
const SIMPLE_DOUBLE = /^"(?:[^"\\]|\\["\\n])*"$/;
const SINGLE = /^'(?:[^']|'')*'$/;

/** The value of a text in quotes, on one line. */
export function quotedValue(text: string): string | Unsure {
  if (SIMPLE_DOUBLE.test(text)) {
    return text.includes("\\") ? JSON.parse(text) as string : text.slice(1, -1);
  }
  return SINGLE.test(text) ? text.slice(1, -1).replaceAll("''", "'") : UNSURE;
}
