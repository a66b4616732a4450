import { checkContent, type ReadingOptions } from "./check/check_content.ts";
import type { CheckedContent } from "./check/content.ts";
import { reportNames } from "./derive/names.ts";
import type { Diagnostic, ReportDiagnostic } from "./diagnostic/diagnostic.ts";
import { lintContent } from "./lint/lint_content.ts";

/** What content is compiled with. Nothing of it but `now` changes what comes out. */
export interface CompileOptions extends ReadingOptions {
  /** Epoch ms; it decides some warnings. */
  readonly now?: number;
}

/** A content folder that was read, and all that was reported of it so far. */
interface CheckedFolder {
  readonly content: CheckedContent;
  readonly diagnostics: Diagnostic[];
}

/**
 * The diagnostics of a content folder: the same, in the same order, as compiling it has, and nothing is
 * rendered.
 */
export function diagnose(root: string, options: CompileOptions = {}): Diagnostic[] {
  const { content, diagnostics } = checkFolder(root, options);
  const report = (diagnostic: Diagnostic) => void diagnostics.push(diagnostic);
  for (const group of content.groups) {
    reportNames(group, report);
  }
  return diagnostics;
}

/** Reads and checks a content folder, and warns of valid but suspicious content. */
export function checkFolder(root: string, options: CompileOptions): CheckedFolder {
  const { now = Date.now() } = options;
  const diagnostics: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic) => void diagnostics.push(diagnostic);
  const content = checkContent(root, report, options);
  const broken = new Set(
    diagnostics.map(({ severity, place }) => severity === "error" && place.file),
  );
  const lint: ReportDiagnostic = (warning) =>
    !broken.has(warning.place.file) && diagnostics.push(warning);
  lintContent(content, lint, now);
  return { content, diagnostics };
}
