import type { TextEdit } from "../../diagnostic/diagnostic.ts";
import type { Words } from "../../words/say.ts";

/** A problem of a YAML text in an editor's words, and at which character. */
export interface YamlProblem {
  readonly offset: number;
  readonly message: Words;
  /** The fix; its characters are counted in the YAML text. */
  readonly fix?: TextEdit | undefined;
  /** Whether the lines below it cannot be read either, so that nothing is to be said of their form. */
  readonly isStructural?: boolean;
  /** Whether nothing at all is to be said of them. */
  readonly isLast?: boolean;
}

/** The edit that writes a text in the place of some characters, or in front of one. */
export function edit(start: number, replacement: string, end = start): TextEdit {
  return { span: { start, end }, replacement };
}

/** Where the line of a character begins. */
export function lineStartOf(text: string, offset: number): number {
  // A search from before the first character would look at that one.
  return offset <= 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
}

/** Where it ends, without its line break. */
export function lineEndOf(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end < 0 ? text.length : end;
}

/** The value that a line holds behind its hyphens and its field's name. */
export interface LineValue {
  readonly start: number;
  readonly text: string;
}

const BEFORE = /^[ \t]*(?:- +)*(?:[\w-]+[ \t]*:[ \t]+)?/;

/** The value on the line of `offset`. */
export function valueOnLine(text: string, offset: number): LineValue {
  const start = lineStartOf(text, offset);
  const line = text.slice(start, lineEndOf(text, start));
  const [before] = BEFORE.exec(line)!;
  return { start: start + before.length, text: line.slice(before.length).trimEnd() };
}

/** Puts quotes around a value; undefined where a part of it may be a comment, or other quotes are meant as such. */
export function quotesAround({ start, text }: LineValue): TextEdit | undefined {
  if (text === "" || / #|^[“”„‘’＂＇]/.test(text)) return undefined;
  return edit(start, JSON.stringify(text), start + text.length);
}
