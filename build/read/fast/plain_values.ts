/** An entry's text up to the comma or bracket behind it; a quoted one, or one without quotes. */
const QUOTED = /"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'/y;
const PLAIN = /[^,[\]{}"'\s][^,[\]{}]*/y;
const BLANKS = / */y;

/** Deeper nesting is left to the thorough parser. */
const MAX_DEPTH = 20;

/** A value, and where the text behind it begins. */
type Found = readonly [value: unknown, end: number];

/** The value of a list or fields between brackets, on one line. */
export function flowValue(text: string): unknown {
  const [value, end] = bracketsAt(text, 0, 0);
  return end === text.length ? value : UNSURE;
}

function bracketsAt(text: string, at: number, depth: number): Found {
  if (depth > MAX_DEPTH) return [UNSURE, at];
  return text[at] === "[" ? listAt(text, at + 1, depth) : fieldsAt(text, at + 1, depth);
}

function listAt(text: string, start: number, depth: number): Found {
  const entries: unknown[] = [];
  const first = skip(text, start);
  if (text[first] === "]") return [entries, first + 1];
  for (let at = first; at < text.length;) {
    const [value, end] = valueAt(text, skip(text, at), depth);
    if (value === UNSURE) return [UNSURE, end];
    entries.push(value);
    at = end + 1;
    if (text[end] === "]") return [entries, at];
    if (text[end] !== ",") return [UNSURE, end];
  }
  return [UNSURE, text.length];
}

function fieldsAt(text: string, start: number, depth: number): Found {
  const fields: Record<string, unknown> = {};
  const names = new Set<string>();
  const first = skip(text, start);
  if (text[first] === "}") return [fields, first + 1];
  for (let at = first; at < text.length;) {
    FIELD.lastIndex = skip(text, at);
    const name = FIELD.exec(text)?.[1];
    if (name === undefined || names.has(name) || name === "__proto__") return [UNSURE, at];
    names.add(name);
    const [value, end] = valueAt(text, skip(text, FIELD.lastIndex), depth);
    if (value === UNSURE || value === null) return [UNSURE, end];
    fields[name] = value;
    at = end + 1;
    if (text[end] === "}") return [fields, at];
    if (text[end] !== ",") return [UNSURE, end];
  }
  return [UNSURE, text.length];
}

/** The value at a place, and where the comma or bracket behind it is. */
function valueAt(text: string, at: number, depth: number): Found {
  if (text[at] === "[" || text[at] === "{") {
    const [value, end] = bracketsAt(text, at, depth + 1);
    return [value, skip(text, end)];
  }
  QUOTED.lastIndex = at;
  const quoted = QUOTED.exec(text)?.[0];
  if (quoted !== undefined) return [quotedValue(quoted), skip(text, QUOTED.lastIndex)];
  PLAIN.lastIndex = at;
  const plain = PLAIN.exec(text)?.[0];
  if (plain === undefined) return [UNSURE, at];
  return [unquotedValue(plain.replace(/ +$/, "")), PLAIN.lastIndex];
}

function skip(text: string, at: number): number {
  BLANKS.lastIndex = at;
  BLANKS.test(text);
  return BLANKS.lastIndex;
}

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
