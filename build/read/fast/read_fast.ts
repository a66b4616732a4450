/**
 * This room reads plain YAML fast, and leaves whatever is not plain to the thorough parser.
 *
 * @module
 */

import type { ValuePath } from "../source.ts";
import {
  FIELD,
  flowValue,
  quotedValue,
  unquotedValue,
  UNSURE,
  type Unsure,
} from "./plain_values.ts";

/**
 * The longest text that is read fast, in UTF-16 units: it has no room for more entries than a file may
 * have, as each takes two.
 */
const MAX_LENGTH = 40_000;

/** What content has; deeper nesting is left to the thorough parser. */
const MAX_DEPTH = 20;

/**
 * Tabs, carriage returns, what cannot be seen or looks like a space, and letters that garbled texts are
 * full of: the thorough parser knows what they mean.
 */
const ODD =
  // deno-lint-ignore no-control-regex
  /[\x00-\x09\x0b-\x1f\x7f-\xa0\xad\xc2-\xc5\xe2\xe3\u0370-\u04ff\u061c\u1680\u2000-\u200f\u2011\u2028-\u202f\u205f-\u206f\ufeff\ufffd]/;

/** A wide space belongs between wide letters. */
const WIDE_SPACE = /[!-~]\u3000[!-~]/;

/** What stands behind a field whose text is in the lines below. */
const BLOCK = /^[|>]-?$/;
const BLANKS = / */y;

/**
 * Reads the YAML that content is made of, some thirty times as fast as a parser that knows the whole
 * language and each place. Returns `UNSURE` for whatever is not plainly right: what it returns
 * otherwise is the value that the thorough parser gives, and there is nothing to warn of. Fields
 * without a value are left out, and their paths join `blanks`.
 */
export function readFast(text: string, blanks: ValuePath[] = []): unknown {
  if (text.length > MAX_LENGTH || ODD.test(text)) return UNSURE;
  if (text.includes("\u3000") && WIDE_SPACE.test(text)) return UNSURE;
  const reader = new BlockReader(text);
  const value = reader.block(0, 0);
  if (!reader.isAtEnd || value === UNSURE) return UNSURE;
  blanks.push(...reader.blanks);
  return value;
}

/** Reads blocks from top to bottom; stands on a line that says something, or at the end. */
class BlockReader {
  /** The fields without a value; their paths begin at the block that is read. */
  readonly blanks: (string | number)[][] = [];
  readonly #text: string;
  /** Where the line's text begins, without indentation; and how far it is indented. */
  #start = 0;
  #indent = -1;
  #end = -1;

  constructor(text: string) {
    this.#text = text;
    this.#next();
  }

  get isAtEnd(): boolean {
    return this.#indent === -1;
  }

  /** Reads the map or list whose lines are indented by `indent`. */
  block(indent: number, depth: number): unknown {
    if (this.#indent !== indent || depth > MAX_DEPTH) return UNSURE;
    return this.#isEntry() ? this.#list(indent, depth) : this.#map(indent, depth);
  }

  #isEntry(): boolean {
    return this.#text.startsWith("- ", this.#start);
  }

  #list(indent: number, depth: number): unknown[] | Unsure {
    const entries: unknown[] = [];
    while (this.#indent === indent && this.#isEntry()) {
      const known = this.blanks.length;
      const entry = this.#entry(depth);
      if (entry === UNSURE) return UNSURE;
      this.#nest(known, entries.length);
      entries.push(entry);
    }
    return this.#indent > indent ? UNSURE : entries;
  }

  /** An entry that has fields begins behind its hyphen. */
  #entry(depth: number): unknown {
    const column = this.#indent + 2;
    this.#start += 2;
    FIELD.lastIndex = this.#start;
    if (!FIELD.test(this.#text)) return this.#value(column - 2, this.#start, depth, false);
    this.#indent = column;
    return this.block(column, depth + 1);
  }

  #map(indent: number, depth: number): Record<string, unknown> | Unsure {
    const fields: Record<string, unknown> = {};
    const names = new Set<string>();
    while (this.#indent === indent && !this.#isEntry()) {
      FIELD.lastIndex = this.#start;
      const name = FIELD.exec(this.#text)?.[1];
      if (name === undefined || names.has(name) || name === "__proto__") return UNSURE;
      names.add(name);
      const known = this.blanks.length;
      const value = this.#value(indent, FIELD.lastIndex, depth, true);
      if (value === UNSURE) return UNSURE;
      if (value === null) this.blanks.push([]);
      else fields[name] = value;
      this.#nest(known, name);
    }
    return this.#indent >= indent ? UNSURE : fields;
  }

  /** Paths that were found since there were `known` go on from this entry or field. */
  #nest(known: number, name: string | number): void {
    for (let at = known; at < this.blanks.length; at++) this.blanks[at]!.unshift(name);
  }

  /** What stands at `at`, or below, belonging to a line that is indented by `indent`. */
  #value(indent: number, at: number, depth: number, isField: boolean): unknown {
    const written = this.#text.slice(at, this.#end);
    const found = written.replace(/^ +| +$/g, "");
    if (found === "") return isField ? this.#below(indent, depth) : UNSURE;
    if (BLOCK.test(found)) return this.#lines(indent, found);
    this.#next();
    if (this.#indent > indent) return UNSURE;
    const [first] = found;
    if (first === '"' || first === "'") return quotedValue(found);
    return first === "[" || first === "{" ? flowValue(found) : unquotedValue(found);
  }

  /** The block below a field; a list may stand in the same column as its field. */
  #below(indent: number, depth: number): unknown {
    if (!this.#next()) return UNSURE;
    if (this.#indent > indent) return this.block(this.#indent, depth + 1);
    return this.#indent === indent && this.#isEntry() ? this.#list(indent, depth + 1) : null;
  }

  /** Lines of text, up to one that is indented no more than the field. */
  #lines(indent: number, header: string): string | Unsure {
    const text = this.#text;
    const first = this.#end + 1;
    const column = this.#indentAt(first);
    if (column <= indent || text[first + column] === "\n") return UNSURE;
    const lines: string[] = [];
    let at = first;
    while (at < text.length) {
      const end = lineEnd(text, at);
      if (end === text.length) return UNSURE;
      const line = text.slice(at, end);
      const isBlank = line.trim() === "";
      // Invisible blanks may belong to the text or follow it.
      if (isBlank && line !== "") return UNSURE;
      if (!isBlank && !line.startsWith(" ".repeat(column))) break;
      lines.push(line.slice(column));
      at = end + 1;
    }
    // A line, or a comment, between the columns of the field and of its text belongs to neither.
    if (this.#indentAt(at) > indent) return UNSURE;
    this.#end = at - 1;
    this.#next();
    return this.#indent > indent ? UNSURE : joinLines(lines, header);
  }

  /** How far the line that begins at `start` is indented. */
  #indentAt(start: number): number {
    BLANKS.lastIndex = start;
    return BLANKS.exec(this.#text)?.[0].length ?? 0;
  }

  /** Goes on to the next line that says something; returns whether no comment stands before it. */
  #next(): boolean {
    const text = this.#text;
    let isBare = true;
    for (let at = this.#end + 1; at < text.length; at = this.#end + 1) {
      this.#end = lineEnd(text, at);
      let start = at;
      while (text.charCodeAt(start) === 0x20) start++;
      if (start >= this.#end) continue;
      if (text[start] === "#") {
        isBare = false;
        continue;
      }
      this.#start = start;
      this.#indent = start - at;
      return isBare;
    }
    this.#indent = -1;
    return isBare;
  }
}

/** Joins lines to a text, as its header says: `|` keeps them apart, `>` makes one of them. */
function joinLines(lines: string[], header: string): string | Unsure {
  while (lines.at(-1) === "") lines.pop();
  const isFolded = header.startsWith(">");
  // Blank lines and indentation decide how lines are folded, and blanks at ends which are blank.
  if (isFolded && lines.some((line) => line === "" || line.startsWith(" "))) return UNSURE;
  if (lines.some((line) => line.endsWith(" "))) return UNSURE;
  return lines.join(isFolded ? " " : "\n") + (header.endsWith("-") ? "" : "\n");
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}

/**
 * Where a value begins in a text that the fast reader has read: a field at the top, or an entry
 * of the list below it. Undefined for all other places, which the thorough parser finds.
 */
export function locateFast(text: string, path: ValuePath): number | undefined {
  const [name, entry] = path;
  if (path.length === 1) return valueOf(text, String(name));
  return path.length === 2 && typeof entry === "number"
    ? entryOf(text, String(name), entry)
    : undefined;
}

function valueOf(text: string, name: string): number | undefined {
  const found = new RegExp(`^${name}: +(?=[^ \\n])`, "m").exec(text);
  return found === null ? undefined : found.index + found[0].length;
}

const ENTRY = /( *)- (?! )(?![a-z_0-9]+:(?: |$))[^\n]*(?:\n|$)/my;

function entryOf(text: string, name: string, entry: number): number | undefined {
  const field = new RegExp(`^${name}:\\n`, "m").exec(text);
  if (field === null) return undefined;
  ENTRY.lastIndex = field.index + field[0].length;
  let column: number | undefined;
  for (let place = 0;; place++) {
    const start = ENTRY.lastIndex;
    const indent = ENTRY.exec(text)?.[1]?.length;
    if (indent === undefined || indent !== (column ??= indent)) return undefined;
    if (place === entry) return start + indent + 2;
  }
}
