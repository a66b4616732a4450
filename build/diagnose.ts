import { checkContent } from "./check/check_content.ts";
import type { CheckedContent } from "./check/content.ts";
import { reportNames } from "./derive/names.ts";
import type { Diagnostic } from "./diagnostic/diagnostic.ts";
import { lintContent } from "./lint/lint_content.ts";

/**
 * The diagnostics of a content folder: the same, in the same order, as compiling it has, and nothing is
 * rendered. `now` (epoch ms) decides some warnings.
 */
export function diagnose(root: string, now = Date.now()): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic) => void diagnostics.push(diagnostic);
  const content = checkContent(root, report);
  diagnostics.push(...suspicions(content, diagnostics, now));
  for (const group of content.groups) reportNames(group, report);
  return diagnostics;
}

/** Warns of valid but suspicious content, but not in files with errors among those that were found so far. */
export function suspicions(
  content: CheckedContent,
  checked: readonly Diagnostic[],
  now: number,
): Diagnostic[] {
  const broken = new Set(checked.map(({ severity, place }) => severity === "error" && place.file));
  const warnings: Diagnostic[] = [];
  const report = (warning: Diagnostic) => !broken.has(warning.place.file) && warnings.push(warning);
  lintContent(content, report, now);
  return warnings;
}
