import { checkContent, type ReadingOptions } from "./check/check_content.ts";
import type { CheckedContent } from "./check/content.ts";
import { reportNames } from "./derive/names.ts";
import type { Diagnostic } from "./diagnostic/diagnostic.ts";
import { lintContent } from "./lint/lint_content.ts";

/** What content is compiled with. Nothing of it but `now` changes what comes out. */
export interface CompileOptions extends ReadingOptions {
  /** Epoch ms; it decides some warnings. */
  readonly now?: number;
}

/**
 * The diagnostics of a content folder: the same, in the same order, as compiling it has, and nothing is
 * rendered.
 */
export function diagnose(root: string, options: CompileOptions = {}): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic) => void diagnostics.push(diagnostic);
  const content = checkContent(root, report, options);
  diagnostics.push(...suspicions(content, diagnostics, options));
  for (const group of content.groups) reportNames(group, report);
  return diagnostics;
}

/** Warns of valid but suspicious content, but not in files with errors among those that were found so far. */
export function suspicions(
  content: CheckedContent,
  checked: readonly Diagnostic[],
  { now = Date.now() }: CompileOptions,
): Diagnostic[] {
  const broken = new Set(checked.map(({ severity, place }) => severity === "error" && place.file));
  const warnings: Diagnostic[] = [];
  const report = (warning: Diagnostic) => !broken.has(warning.place.file) && warnings.push(warning);
  lintContent(content, report, now);
  return warnings;
}
