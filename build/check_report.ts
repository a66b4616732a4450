import { compile } from "./compile.ts";
import { countDiagnostics, formatDiagnostics } from "./diagnostic/format.ts";
import type { Progress } from "./progress.ts";

/** The report of `check` on a content folder. */
export interface CheckReport {
  /** All problems and their count, in lines. */
  readonly text: string;
  /** 1 where there are errors. */
  readonly exitCode: 0 | 1;
}

/** Checks a content folder, and writes nothing. */
export function checkReport(root: string, progress?: Progress): CheckReport {
  const { diagnostics, pack } = compile(root, progress);
  const problems = diagnostics.length === 0 ? "" : `${formatDiagnostics(diagnostics)}\n`;
  return {
    text: `${problems}Checked ${root}: ${countDiagnostics(diagnostics)}\n`,
    exitCode: pack === undefined ? 1 : 0,
  };
}
