import type { Diagnostic, SourceLocation } from "./diagnostic.ts";
import { excerpt, harmless } from "./excerpt.ts";
import { type Problem, problemsOf } from "./problem.ts";
import { say, speakingIn } from "../words/say.ts";

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

const COUNTS = {
  error: (count: number) => count === 1 ? say`1 error` : say`${count} errors`,
  warning: (count: number) => count === 1 ? say`1 warning` : say`${count} warnings`,
};

/** One problem in one line, without the text that it is about. */
export function formatLine({ severity, message, place, language }: Diagnostic): string {
  const word = speakingIn(language, SEVERITIES[severity]);
  return `${formatPlace(place)}: ${word}: ${harmless(message)}`;
}

/** `also at a.yaml:1:1, b.yaml:2:1 and 3 more`. */
export function formatOthers(others: readonly SourceLocation[]): string {
  const named = others.slice(0, NAMED_PLACES).map(formatPlace);
  const rest = others.length - named.length;
  return say`also at ${named.join(", ")}${rest > 0 ? say` and ${rest} more` : ""}`;
}

/** `content/site.yaml:1:1`. */
export function formatPlace({ file, line, column }: SourceLocation): string {
  return `${harmless(file)}:${line}:${column}`;
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
