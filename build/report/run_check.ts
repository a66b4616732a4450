import { commandReader, flag, oneOf } from "../task/command_line.ts";
import { say, wordsOf } from "../words/say.ts";
import { diagnose } from "../compile.ts";
import { type Diagnostic, errorAt, topOf } from "../diagnostic/diagnostic.ts";
import { countDiagnostics, formatDiagnostics } from "../diagnostic/format.ts";
import { forCaller } from "../../src/platform/caller_paths.ts";
import { type Change, describeChange, fixContent } from "../fix/fix_content.ts";
import type { Progress } from "../task/progress.ts";
import { missingContentFolder } from "../read/repository_root.ts";
import { createScope } from "./check_scope.ts";
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
  { paths, format, isFixing, isStrict }: CheckCall,
  options: CheckOptions = {},
): CheckReport {
  const missing = missingContentFolder(root);
  const { from = [], firstCommitOf = () => 0, emptiedFolders = () => [], progress } = options;
  const scope = missing === undefined ? createScope(root, paths, from) : undefined;
  let elsewhere: readonly Diagnostic[] = [];
  const check = (): readonly Diagnostic[] => {
    if (scope === undefined) return [errorAt(topOf(root), missing!)];
    const found = diagnose(root, { progress }).map((one) =>
      one.ofOther !== undefined &&
        firstCommitOf(one.ofOther.place.file) > firstCommitOf(one.place.file)
        ? one.ofOther
        : one
    );
    const all = Map.groupBy([...emptiedFolders(root), ...found], scope.has);
    elsewhere = all.get(false) ?? [];
    return all.get(true) ?? [];
  };
  const { diagnostics, changes } = isFixing && scope !== undefined
    ? fixContent(check)
    : { diagnostics: check(), changes: undefined };
  const hasFailed = diagnostics.some(({ severity }) => isStrict || severity === "error");
  const others = elsewhere.length === 0 ? "" : say`; elsewhere: ${countDiagnostics(elsewhere)}`;
  const name = forCaller(scope?.name ?? root);
  const closing = `${say`Checked ${name}: ${countDiagnostics(diagnostics)}${others}`}\n`;
  const problems = diagnostics.length === 0 ? "" : `${formatDiagnostics(diagnostics)}\n`;
  const changed = changesText(changes ?? []);
  const annotations = () => githubAnnotations(diagnostics, options.github);
  const reports = {
    text: () => ({ stdout: "", stderr: changed + problems + closing }),
    json: () => ({ stdout: `${jsonReport(root, diagnostics, changes)}\n`, stderr: "" }),
    github: () => ({
      stdout: annotations().map((line) => `${line}\n`).join(""),
      stderr: changed + closing,
      summary: githubSummary(diagnostics),
    }),
  };
  return {
    ...reports[format](),
    ...(missing && { stderr: `${wordsOf(missing)}\n` }),
    exitCode: hasFailed ? 1 : 0,
  };
}

function changesText(changes: readonly Change[]): string {
  if (changes.length === 0) return "";
  const count = changes.length === 1 ? say`1 change` : say`${changes.length} changes`;
  const lines = changes.map(describeChange);
  return `${lines.join("\n")}\n${say`Fixed what has one answer: ${count}`}\n\n`;
}
