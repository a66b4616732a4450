import type { TextEdit } from "../../diagnostic/diagnostic.ts";
import type { Words } from "../../words/say.ts";

/** The value that a line holds behind its hyphens and its field's name. */
export interface LineValue {
  readonly start: number;
  readonly text: string;
}

const BEFORE = /^[ \t]*(?:- +)*(?:[\w-]+[ \t]*:[ \t]+)?/;

/** The value on the line of `offset`. */
export function valueOnLine(text: string, offset: number): LineValue {
  const lineStart = lineStartOf(text, offset);
  const newline = text.indexOf("\n", lineStart);
  const line = text.slice(lineStart, newline < 0 ? text.length : newline);
  const [before] = BEFORE.exec(line)!;
  return { start: lineStart + before.length, text: line.slice(before.length).trimEnd() };
}

/** Puts quotes around a value; undefined where a part of it may be a comment. */
export function quotesAround({ start, text }: LineValue): TextEdit | undefined {
  if (text === "" || / #/.test(text)) return undefined;
  return { span: { start, end: start + text.length }, replacement: JSON.stringify(text) };
}

/** Where the line of a character begins. */
export function lineStartOf(text: string, offset: number): number {
  // A search from before the first character would look at that one.
  return offset <= 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
}

/** A problem of a YAML text in an editor's words, and at which character. */
export interface YamlProblem {
  readonly offset: number;
  readonly message: Words;
  /** The fix; its characters are counted in the YAML text. */
  readonly fix?: TextEdit | undefined;
  /** Whether the lines below it cannot be read either, so that nothing is to be said of them. */
  readonly isStructural?: boolean;
  /** Whether nothing at all is to be said of them. */
  readonly isLast?: boolean;
}
