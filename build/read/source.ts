/**
 * This room reads content files and locates each value in them.
 *
 * @module
 */

import type { SourceLocation, TextEdit, TextSpan } from "../diagnostic/diagnostic.ts";

/** The way to a value in a file: `["tracks", 2, "title"]`. */
export type ValuePath = readonly (string | number)[];

/** Whether a value has fields, and is no list. */
export function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A text or a number somewhere in a value. */
export interface Leaf {
  readonly value: string | number;
  readonly path: ValuePath;
}

/** All texts and numbers of a value. */
export function leavesOf(value: unknown, path: ValuePath = []): Leaf[] {
  if (typeof value === "string" || typeof value === "number") return [{ value, path }];
  if (Array.isArray(value)) return value.flatMap((part, at) => leavesOf(part, [...path, at]));
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([name, part]) => leavesOf(part, [...path, name]));
}

/** Where a YAML text stands in its file. */
export interface Origin {
  /** The place of a character of the file. */
  readonly places: (offset: number) => SourceLocation;
  /** How many characters of the file stand above the text. */
  readonly above: number;
}

/** A YAML text's values, and the place of each. */
export interface Parsed {
  readonly value: unknown;
  /** The fields without a value, which are left out of it. */
  readonly blanks: readonly ValuePath[];
  /** Where the value is; where `key`, its name. The nearest enclosing value where it is missing. */
  locate(path: ValuePath, what?: "key" | "value"): SourceLocation;
  /** The characters of a value, quotes included, or of its name; undefined where it is missing. */
  span(path: ValuePath, what?: "key" | "value"): TextSpan | undefined;
  /** A text (without its quotes), a number, or a list or fields on one line, as it is written; undefined where there is none. */
  written(path: ValuePath): string | undefined;
}

/** One content file, read. */
export interface Source extends Parsed {
  readonly file: string;
  /** The file's name without its ending. */
  readonly slug: string;
  /** Its YAML; of a Markdown file, its front matter. */
  readonly yaml: string;
  /** The text below the front matter of a Markdown file. */
  readonly body: string;
  /** How many characters of the file stand above it. */
  readonly bodyStart: number;
  /** The place of a character of the body, counted from 0. */
  locateBody(offset: number): SourceLocation;
}

/** Letters, digits and spaces between them, with points, apostrophes and hyphens inside. */
const PLAIN = /^\p{L}[\p{L}\p{M}\p{N} .'-]*(?<! )$/u;

/** What YAML takes for something else than text. */
const NO_TEXT = /^(?:null|true|false)$/i;

/** The edit that writes a text in the place of a value; undefined where there is nothing to write. */
export function spellingEdit(
  source: Parsed,
  path: ValuePath,
  text: string | undefined,
): TextEdit | undefined {
  const span = text === undefined ? undefined : source.span(path);
  return text === undefined || span === undefined
    ? undefined
    : { span, replacement: yamlText(text) };
}

/** The edit that makes several entries of one of a list; undefined where it is no entry. */
export function partingEdit(
  source: Parsed,
  path: ValuePath,
  texts: readonly string[],
): TextEdit | undefined {
  const span = typeof path.at(-1) === "number" ? source.span(path) : undefined;
  const { text = "", column } = source.locate(path);
  const before = text.slice(0, column - 1);
  if (span === undefined || /[&!]\S*\s*$/.test(before)) return undefined;
  const hyphen = /- +$/.exec(before);
  const between = hyphen === null
    ? ", "
    : `\n${before.slice(0, hyphen.index).replace(/[^ ]/g, " ")}${hyphen[0]}`;
  return { span, replacement: texts.map(yamlText).join(between) };
}

/** A text as YAML: with quotes where they are needed. */
export function yamlText(text: string): string {
  return PLAIN.test(text) && !NO_TEXT.test(text) ? text : JSON.stringify(text);
}
