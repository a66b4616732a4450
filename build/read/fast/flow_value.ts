import { FIELD, quotedValue, unquotedValue, UNSURE } from "./scalar_value.ts";

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
