import type { Diagnostic, SourceLocation } from "./diagnostic.ts";
import { excerpt, harmless } from "./excerpt.ts";
import { type Problem, problemsOf } from "./problem.ts";

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

/** One problem in one line, without the text that it is about. */
export function formatLine({ severity, message, place }: Diagnostic): string {
  return `${formatPlace(place)}: ${severity}: ${harmless(message)}`;
}

/** `also at a.yaml:1:1, b.yaml:2:1 and 3 more`. */
export function formatOthers(others: readonly SourceLocation[]): string {
  const named = others.slice(0, NAMED_PLACES).map(formatPlace);
  const rest = others.length - named.length;
  return `also at ${named.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

/** `content/site.yaml:1:1`. */
export function formatPlace({ file, line, column }: SourceLocation): string {
  return `${harmless(file)}:${line}:${column}`;
}

/** `3 errors, 1 warning in 12 places`; `no problems`. */
export function countDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const problems = Map.groupBy(problemsOf(diagnostics), ({ severity }) => severity);
  return [...problems].map(([severity, some]) => countOf(severity, some)).join(", ") ||
    "no problems";
}

function countOf(severity: Problem["severity"], problems: readonly Problem[]): string {
  const places = problems.reduce((sum, { others }) => sum + 1 + others.length, 0);
  const where = places > problems.length ? ` in ${places} places` : "";
  return `${problems.length} ${severity}${problems.length === 1 ? "" : "s"}${where}`;
}
