import { type BuildCache, NO_CACHE } from "./cache/build_cache.ts";
import { type BuildMemory, NO_MEMORY } from "./cache/file_memory.ts";
import { lazyModule } from "./cache/lazy_module.ts";
import { checkContent } from "./check/check_content.ts";
import type { CheckedContent } from "./check/content.ts";
import { reportNames } from "./derive/names.ts";
import type { Diagnostic, ReportDiagnostic } from "./diagnostic/diagnostic.ts";
import { lintContent } from "./lint/lint_content.ts";
import { speakingOf } from "./read/group_language.ts";
import { formsFilesOf } from "./read/repository_root.ts";
import { exists } from "./read/there.ts";
import type { Progress } from "./task/progress.ts";

// Only where forms are in use, since it loads a parser of YAML.
const forms = lazyModule<typeof import("./lint/dropped_comments.ts")>(
  "./lint/dropped_comments.ts",
  import.meta.url,
);

/** What was made of content before, in this process and by others. It changes nothing but the time. */
export interface MadeBefore {
  readonly memory?: BuildMemory | undefined;
  readonly cache?: BuildCache | undefined;
}

/**
 * The diagnostics of a content folder: the same, in the same order, as compiling it has, and nothing is
 * rendered. `now` (epoch ms) decides some warnings.
 */
export function diagnose(
  root: string,
  progress: Progress = () => {},
  now: number = Date.now(),
): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic) => void diagnostics.push(diagnostic);
  const content = checkContent(root, report, { progress });
  warnOf(content, root, diagnostics, now);
  for (const group of content.groups) {
    speakingOf(group.folder, () => reportNames(group, report, NO_MEMORY));
  }
  return diagnostics;
}

/** Adds to the diagnostics of checked content what is hardly meant in it. */
export function warnOf(
  content: CheckedContent,
  root: string,
  diagnostics: Diagnostic[],
  now: number,
  { memory = NO_MEMORY, cache = NO_CACHE }: MadeBefore = {},
): void {
  const broken = new Set(
    diagnostics.map(({ severity, place }) => severity === "error" && place.file),
  );
  const lint: ReportDiagnostic = (warning) =>
    !broken.has(warning.place.file) && diagnostics.push(warning);
  lintContent(content, lint, now, { cache, memory });
  const hasForms = formsFilesOf(root).some(exists);
  for (const group of hasForms ? content.groups : []) {
    speakingOf(group.folder, () => forms().warnDroppedComments(group, lint));
  }
}
