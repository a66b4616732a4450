import { type Diagnostic, type Problem, problemsOf, type SourceLocation } from "./diagnostic.ts";
import { forCaller } from "../../src/platform/caller_paths.ts";
import { say, wordsOf } from "../words/say.ts";

/** How many further places of a problem are named. */
const NAMED_PLACES = 3;

/** Renders problems for people: each once, its line with a caret, and where else it is. */
export function formatDiagnostics(diagnostics: readonly Diagnostic[]): string {
  return problemsOf(diagnostics).map(formatProblem).join("\n");
}

function formatProblem({ first, others }: Problem): string {
  const { place } = first;
  const lines = [formatLine(first)];
  if (place.text !== undefined && place.text.trim() !== "") {
    lines.push(...excerpt(place.text, place.column).map((line) => `  ${line}`));
  }
  if (others.length > 0) lines.push(`  ${formatOthers(others.map(({ place }) => place))}`);
  return lines.join("\n") + "\n";
}

const SEVERITIES = { error: () => say`error`, warning: () => say`warning` };

/** `1 error`, `2 warnings`. */
export const COUNTS = {
  error: (count: number) => count === 1 ? say`1 error` : say`${count} errors`,
  warning: (count: number) => count === 1 ? say`1 warning` : say`${count} warnings`,
};

/** One problem in one line, without the text that it is about. */
export function formatLine({ severity, message, place }: Diagnostic): string {
  return `${formatPlace(place)}: ${SEVERITIES[severity]()}: ${harmless(wordsOf(message))}`;
}

/** `also at a.yaml:1:1, b.yaml:2:1 and 3 more`. */
export function formatOthers(others: readonly SourceLocation[]): string {
  const named = others.slice(0, NAMED_PLACES).map(formatPlace);
  const rest = others.length - named.length;
  return say`also at ${named.join(", ")}${rest > 0 ? say` and ${rest} more` : ""}`;
}

/** `content/site.yaml:1:1`, as the caller of the task finds it. */
function formatPlace({ file, line, column }: SourceLocation): string {
  return `${harmless(forCaller(file))}:${line}:${column}`;
}

/** `3 errors, 1 warning in 12 places`; `no problems`. */
export function countDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const problems = Map.groupBy(problemsOf(diagnostics), ({ severity }) => severity);
  return [...problems].map(([severity, some]) => countOf(severity, some)).join(", ") ||
    say`no problems`;
}

function countOf(severity: Problem["severity"], problems: readonly Problem[]): string {
  const places = problems.reduce((sum, { others }) => sum + 1 + others.length, 0);
  const where = places > problems.length ? say` in ${places} places` : "";
  return `${COUNTS[severity](problems.length)}${where}`;
}

/** How much of a long line is shown on each side of the place, in characters. */
const SIDE = 60;

/** A line and, below it, a caret under the column (counted from 1); long lines are cut on both sides. */
export function excerpt(
  text: string,
  column: number,
  side = SIDE,
): [line: string, caret: string] {
  const at = column - 1;
  const from = text.length <= 2 * side ? 0 : Math.max(0, at - side);
  const until = Math.max(2 * side, at + side);
  const before = `${from > 0 ? "…" : ""}${text.slice(from, at)}`;
  const behind = `${text.slice(at, until)}${until < text.length ? "…" : ""}`;
  return [
    harmless(before + behind),
    `${harmless(before).replace(WIDE, "  ").replace(NARROW, " ")}^`,
  ];
}

/** Characters that take two columns on a terminal (Unicode Annex 11, roughly). */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60]/gu;
const NARROW = /\P{M}\p{M}*/gu;

/** Text without what would move a terminal's cursor, change its colours or turn the writing round. */
export function harmless(text: string): string {
  return text.toWellFormed().replaceAll("\t", " ")
    // deno-lint-ignore no-control-regex
    .replace(/[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g, "\ufffd");
}
