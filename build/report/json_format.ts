import type { Diagnostic } from "../diagnostic/diagnostic.ts";
import { type Problem, problemsOf } from "../diagnostic/problem.ts";
import type { Change } from "../fix/fix_content.ts";

/**
 * All problems as one JSON value, errors first. `fix` is what has one answer: the characters
 * (UTF-16 units, from `start` to before `end`) and what replaces them, the two
 * paths of a move, or the moves out of a folder that is removed when it is empty.
 */
export function jsonReport(
  root: string,
  diagnostics: readonly Diagnostic[],
  changes: readonly Change[] | undefined,
  previewed?: readonly Change[],
): string {
  const problems = problemsOf(diagnostics);
  const count = (kind: Diagnostic["severity"]) =>
    problems.filter(({ severity }) => severity === kind).length;
  const report = {
    content: root,
    errors: count("error"),
    warnings: count("warning"),
    ...(changes && { fixed: changes.map(changeValue) }),
    ...(previewed && { would_fix: previewed.map(changeValue) }),
    problems: problems.map(problemValue),
  };
  return JSON.stringify(report, null, 2);
}

function problemValue({ severity, message, first, others }: Problem) {
  const { file, line, column, fix } = placeValue(first);
  return { severity, file, line, column, message, fix, also: others.map(placeValue) };
}

function placeValue({ place: { file, line, column }, fix }: Diagnostic) {
  const mend = fix && ("span" in fix ? { ...fix.span, replacement: fix.replacement } : fix);
  return { file, line, column, fix: mend };
}

function changeValue(change: Change) {
  if ("from" in change) return change;
  const { place: { file, line, column }, before, after } = change;
  return { file, line, column, before, after };
}
