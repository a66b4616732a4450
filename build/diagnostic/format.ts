import type { Diagnostic, SourceLocation } from "./diagnostic.ts";
import { errorsFirst } from "./errors_first.ts";
import { excerpt, harmless } from "./excerpt.ts";

/** How many further places of the same problem are named. */
const NAMED_PLACES = 3;

/**
 * Renders problems for people: the same problem once, its line with a caret, and where else it is.
 * Errors come first.
 */
export function formatDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const groups = new Map<string, Diagnostic[]>();
  for (const diagnostic of errorsFirst(diagnostics)) {
    const key = `${diagnostic.severity} ${diagnostic.message}`;
    const same = groups.get(key);
    if (same === undefined) groups.set(key, [diagnostic]);
    else same.push(diagnostic);
  }
  return [...groups.values()].map(formatGroup).join("\n");
}

function formatGroup(same: readonly Diagnostic[]): string {
  const [first] = same as [Diagnostic];
  const { place } = first;
  const lines = [formatLine(first)];
  if (place.text !== undefined && place.text.trim() !== "") {
    lines.push(...excerpt(place.text, place.column).map((line) => `  ${line}`));
  }
  const others = same.slice(1).map((other) => address(other.place));
  if (others.length > 0) {
    const more = others.length > NAMED_PLACES ? ` and ${others.length - NAMED_PLACES} more` : "";
    lines.push(`  also at ${others.slice(0, NAMED_PLACES).join(", ")}${more}`);
  }
  return lines.join("\n") + "\n";
}

/** One problem in one line, without the text that it is about. */
export function formatLine({ severity, message, place }: Diagnostic): string {
  return `${address(place)}: ${severity}: ${harmless(message)}`;
}

function address({ file, line, column }: SourceLocation): string {
  return `${harmless(file)}:${line}:${column}`;
}

/** `3 errors, 1 warning`; `no problems`. */
export function countDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const counts = (["error", "warning"] as const).map((severity) => {
    const count = diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
    return count === 0 ? undefined : `${count} ${severity}${count === 1 ? "" : "s"}`;
  }).filter((words) => words !== undefined);
  return counts.join(", ") || "no problems";
}
