import { AssertionError } from "node:assert";
import { inspect } from "node:util";

/** Which test a failure is of. */
export interface FailedTest {
  readonly name: string;
  /** The path of its file from the project's folder. */
  readonly file: string;
}

/** How many characters a value, or a message, has at most. */
const MAX_LENGTH = 160;

/** Comparisons whose two values say what was expected and what came. */
const COMPARED: Readonly<Record<string, string>> = {
  strictEqual: "expected",
  deepStrictEqual: "expected",
  partialDeepStrictEqual: "expected",
  notStrictEqual: "expected anything but",
  notDeepStrictEqual: "expected anything but",
  match: "expected a match of",
  doesNotMatch: "expected no match of",
  "==": "expected",
};

/** One line on a failure: what was expected, what came, and the command that runs the test alone. */
export function failureLine(error: Error, { name, file }: FailedTest): string {
  return `${whatCame(error)} (alone: deno test -A ${file} --filter ${quoted(name)})`;
}

function whatCame(error: Error): string {
  const [first = ""] = error.message.split("\n");
  if (!(error instanceof AssertionError)) return shortened(first);
  const expected = COMPARED[error.operator];
  if (expected === undefined) return shortened(first);
  const compared = `${expected} ${shown(error.expected)}, got ${shown(error.actual)}`;
  return error.generatedMessage ? compared : `${shortened(first)}: ${compared}`;
}

/** A value on one line. */
function shown(value: unknown): string {
  return shortened(
    inspect(value, { breakLength: Infinity, depth: 4 }).replaceAll(/\s*\n\s*/g, " "),
  );
}

function shortened(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

/** A word for a shell. */
function quoted(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
