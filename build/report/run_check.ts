import { diagnose } from "../diagnose.ts";
import { type Diagnostic, errorAt, topOf } from "../diagnostic/diagnostic.ts";
import { countDiagnostics, formatDiagnostics } from "../diagnostic/format.ts";
import { describeChange } from "../fix/describe_change.ts";
import { type Change, fixContent } from "../fix/fix_content.ts";
import type { Progress } from "../task/progress.ts";
import { missingContentFolder } from "../read/content_folder.ts";
import type { CheckCall } from "./check_call.ts";
import { type CheckScope, createScope } from "./check_scope.ts";
import { githubAnnotations, type GithubPlace, githubSummary } from "./github_format.ts";
import { jsonReport } from "./json_format.ts";
import { say } from "../words/say.ts";

/** What a check prints, and how it ends. */
export interface CheckReport {
  /** For programs: annotations, or one JSON value; empty in text. */
  readonly stdout: string;
  /** For people. */
  readonly stderr: string;
  /** Markdown for the summary of a step of GitHub Actions. */
  readonly summary?: string;
  /** 1 where there are errors. */
  readonly exitCode: 0 | 1;
}

/** What was found, in the files that were asked for and elsewhere. */
interface Findings {
  readonly root: string;
  readonly scope: CheckScope;
  readonly diagnostics: readonly Diagnostic[];
  readonly elsewhere: readonly Diagnostic[];
  /** Undefined where nothing was to be fixed. */
  readonly changes: readonly Change[] | undefined;
}

/** Where a check is called. */
export interface CheckOptions {
  /** Folders from which paths may be written. */
  readonly from?: readonly string[];
  readonly github?: GithubPlace;
  readonly progress?: Progress;
}

/**
 * Checks a content folder. Without `--fix` it writes nothing.
 *
 * @throws {TaskError} where a path is not in the content folder
 */
export function runCheck(
  root: string,
  call: CheckCall,
  { from = [], github, progress }: CheckOptions = {},
): CheckReport {
  const missing = missingContentFolder(root);
  const findings = missing === undefined
    ? findProblems(root, call, from, progress)
    : noFolder(root, missing);
  const exitCode = findings.diagnostics.some(({ severity }) => severity === "error") ? 1 : 0;
  const told = missing === undefined ? {} : { stderr: `${missing}\n` };
  return { ...REPORTS[call.format](findings, github), ...told, exitCode };
}

function findProblems(
  root: string,
  { paths, isFixing }: CheckCall,
  from: readonly string[],
  progress?: Progress,
): Findings {
  const scope = createScope(root, paths, from);
  let elsewhere: readonly Diagnostic[] = [];
  const check = () => {
    const diagnostics = diagnose(root, progress);
    elsewhere = diagnostics.filter((diagnostic) => !scope.has(diagnostic));
    return diagnostics.filter((diagnostic) => scope.has(diagnostic));
  };
  const { diagnostics, changes } = isFixing
    ? fixContent(check)
    : { diagnostics: check(), changes: undefined };
  return { root, scope, diagnostics, elsewhere, changes };
}

function noFolder(root: string, message: string): Findings {
  const diagnostics = [errorAt(topOf(root), message)];
  const scope = { name: root, has: () => true };
  return { root, scope, diagnostics, elsewhere: [], changes: undefined };
}

const REPORTS = {
  text: (findings: Findings) => ({
    stdout: "",
    stderr: changesText(findings) + problemsText(findings) + closingLine(findings),
  }),
  json: ({ root, diagnostics, changes }: Findings) => ({
    stdout: `${jsonReport(root, diagnostics, changes)}\n`,
    stderr: "",
  }),
  github: (findings: Findings, place?: GithubPlace) => ({
    stdout: githubAnnotations(findings.diagnostics, place).map((line) => `${line}\n`).join(""),
    stderr: changesText(findings) + closingLine(findings),
    summary: githubSummary(findings.diagnostics),
  }),
};

function problemsText({ diagnostics }: Findings): string {
  return diagnostics.length === 0 ? "" : `${formatDiagnostics(diagnostics)}\n`;
}

function changesText({ changes = [] }: Findings): string {
  if (changes.length === 0) return "";
  const count = changes.length === 1 ? say`1 change` : say`${changes.length} changes`;
  const closing = say`Fixed what has one answer: ${count}`;
  return `${changes.map(describeChange).join("\n")}\n${closing}\n\n`;
}

function closingLine({ scope, diagnostics, elsewhere }: Findings): string {
  const others = elsewhere.length === 0 ? "" : say`; elsewhere: ${countDiagnostics(elsewhere)}`;
  return `${say`Checked ${scope.name}: ${countDiagnostics(diagnostics)}${others}`}\n`;
}
