import { commandReader, flag, oneOf } from "../task/command_line.ts";
import { type Message, say, wordsOf } from "../words/say.ts";
import { diagnose } from "../compile.ts";
import { type Diagnostic, errorAt, topOf } from "../diagnostic/diagnostic.ts";
import { countDiagnostics, formatDiagnostics } from "../diagnostic/format.ts";
import { forCaller } from "../../src/platform/caller_paths.ts";
import { type Change, describeChange, fixContent } from "../fix/fix_content.ts";
import type { Progress } from "../task/progress.ts";
import { missingContentFolder } from "../read/repository_root.ts";
import { type CheckScope, createScope } from "./check_scope.ts";
import { githubAnnotations, type GithubPlace, githubSummary, jsonReport } from "./report_texts.ts";

/** The form of the report: for people, for GitHub Actions, for programs. */
export const REPORT_FORMATS = ["text", "github", "json"] as const;

/** What `deno task check` was asked to do. */
export interface CheckCall {
  /** Files and folders as they were written; none: the whole content folder. */
  readonly paths: readonly string[];
  readonly format: typeof REPORT_FORMATS[number];
  readonly isFixing: boolean;
  /** Whether a warning is a failure, too. */
  readonly isStrict: boolean;
}

/** Reads the words of a call; a text explains what is wrong with them. */
export const readCheckCall = commandReader({
  takesPaths: true,
  options: { format: oneOf(REPORT_FORMATS), fix: flag, strict: flag },
  read: (paths, { format, fix: isFixing, strict: isStrict }): CheckCall => ({
    paths,
    format,
    isFixing,
    isStrict,
  }),
});

/** What a check prints, and how it ends. */
interface CheckReport {
  /** For programs: annotations, or one JSON value; empty in text. */
  readonly stdout: string;
  /** For people. */
  readonly stderr: string;
  /** Markdown for the summary of a step of GitHub Actions. */
  readonly summary?: string;
  /** 1 where there are errors, or warnings and the call is strict. */
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
interface CheckOptions {
  /** Folders from which paths may be written. */
  readonly from?: readonly string[];
  readonly github?: GithubPlace;
  /** When a file was committed first: what is said of two is said of the newer one. */
  readonly firstCommitOf?: (path: string) => number;
  /** What the last commit has and the folder has no more. */
  readonly emptiedFolders?: (root: string) => readonly Diagnostic[];
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
  options: CheckOptions = {},
): CheckReport {
  const missing = missingContentFolder(root);
  const findings = missing === undefined
    ? findProblems(root, call, options)
    : noFolder(root, missing);
  const hasFailed = findings.diagnostics.some(({ severity }) =>
    call.isStrict || severity === "error"
  );
  const told = missing === undefined ? {} : { stderr: `${wordsOf(missing)}\n` };
  return {
    ...REPORTS[call.format](findings, options.github),
    ...told,
    exitCode: hasFailed ? 1 : 0,
  };
}

function findProblems(
  root: string,
  { paths, isFixing }: CheckCall,
  { from = [], firstCommitOf = () => 0, emptiedFolders = () => [], progress }: CheckOptions,
): Findings {
  const scope = createScope(root, paths, from);
  let elsewhere: readonly Diagnostic[] = [];
  const check = () => {
    const found = diagnose(root, { progress }).map((one) =>
      one.ofOther !== undefined &&
        firstCommitOf(one.ofOther.place.file) > firstCommitOf(one.place.file)
        ? one.ofOther
        : one
    );
    const diagnostics = [...emptiedFolders(root), ...found];
    elsewhere = diagnostics.filter((diagnostic) => !scope.has(diagnostic));
    return diagnostics.filter((diagnostic) => scope.has(diagnostic));
  };
  const { diagnostics, changes } = isFixing
    ? fixContent(check)
    : { diagnostics: check(), changes: undefined };
  return { root, scope, diagnostics, elsewhere, changes };
}

function noFolder(root: string, message: Message): Findings {
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
  const lines = changes.map(describeChange);
  return `${lines.join("\n")}\n${say`Fixed what has one answer: ${count}`}\n\n`;
}

function closingLine({ scope, diagnostics, elsewhere }: Findings): string {
  const others = elsewhere.length === 0 ? "" : say`; elsewhere: ${countDiagnostics(elsewhere)}`;
  return `${say`Checked ${forCaller(scope.name)}: ${countDiagnostics(diagnostics)}${others}`}\n`;
}
