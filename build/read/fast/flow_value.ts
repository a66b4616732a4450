import { FIELD, quotedValue, unquotedValue, UNSURE, type Unsure } from "./scalar_value.ts";

/** An entry's text up to the comma or bracket behind it; a quoted one, or one without quotes. */
const QUOTED = /"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'/y;
const PLAIN = /[^,[\]{}"'\s][^,[\]{}]*/y;
const BLANKS = / */y;

/** The value of a list or fields between brackets, on one line, without further brackets inside. */
export function flowValue(text: string): unknown {
  if (text === "[]") return [];
  if (text === "{}") return {};
  const isList = text.startsWith("[");
  if (!text.endsWith(isList ? "]" : "}")) return UNSURE;
  const entries = isList ? listEntries(text) : fieldEntries(text);
  return entries;
}

function listEntries(text: string): unknown[] | Unsure {
  const entries: unknown[] = [];
  for (let at = 1; at < text.length;) {
    const [value, end] = scalarAt(text, skip(text, at));
    if (value === UNSURE) return UNSURE;
    entries.push(value);
    at = end + 1;
    if (text[end] === "]") return at === text.length ? entries : UNSURE;
    if (text[end] !== ",") return UNSURE;
  }
  return UNSURE;
}

function fieldEntries(text: string): Record<string, unknown> | Unsure {
  const fields: Record<string, unknown> = {};
  const names = new Set<string>();
  for (let at = 1; at < text.length;) {
    FIELD.lastIndex = skip(text, at);
    const name = FIELD.exec(text)?.[1];
    if (name === undefined || names.has(name) || name === "__proto__") return UNSURE;
    names.add(name);
    const [value, end] = scalarAt(text, FIELD.lastIndex);
    if (value === UNSURE) return UNSURE;
    if (value !== null) fields[name] = value;
    at = end + 1;
    if (text[end] === "}") return at === text.length ? fields : UNSURE;
    if (text[end] !== ",") return UNSURE;
  }
  return UNSURE;
}

/** The value at a place, and where the comma or bracket behind it is. */
function scalarAt(text: string, at: number): [value: unknown, end: number] {
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
