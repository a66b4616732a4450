import { isAbsolute, relative, resolve } from "node:path";
import { type Diagnostic, type Problem, problemsOf } from "../diagnostic/diagnostic.ts";
import { countDiagnostics, formatLine, formatOthers, harmless } from "../diagnostic/format.ts";
import { say, wordsOf } from "../words/say.ts";
import type { Change } from "../fix/fix_content.ts";

/** GitHub shows ten annotations of a kind for each step; more would push others away. */
const MAX_ANNOTATIONS = 10;

/** GitHub drops the summary of a step that is above 1 MiB; some room is left for other writers. */
const MAX_SUMMARY_BYTES = 1_000_000;

/** Where GitHub Actions runs a check. */
export interface GithubPlace {
  /** The folder of the repository, absolute; undefined elsewhere. */
  readonly workspace: string | undefined;
  /** The folder from which the paths of problems lead. */
  readonly folder: string;
}

/**
 * Workflow commands of GitHub Actions that show the first problems beside their lines, errors first:
 * `::error file=…,line=…,col=…::message`, one a line. Paths lead from the repository's folder.
 */
export function githubAnnotations(
  diagnostics: readonly Diagnostic[],
  place?: GithubPlace,
): string[] {
  return problemsOf(diagnostics).slice(0, MAX_ANNOTATIONS)
    .map(({ severity, message, first: { place: { file, line, column } }, others }) => {
      const more = others.length === 0
        ? ""
        : ` (${formatOthers(others.map(({ place }) => place))})`;
      return `::${severity} file=${property(pathIn(file, place))},line=${line},col=${column}::${
        data(wordsOf(message) + more)
      }`;
    });
}

/** All problems and all their places, errors first, in Markdown for the summary of a step. */
export function githubSummary(diagnostics: readonly Diagnostic[]): string {
  const lines = problemsOf(diagnostics).flatMap(({ first, others }) => [
    formatLine(first),
    ...others.map(({ place }) => `  ${formatOthers([place])}`),
  ]);
  const heading = `### ${say`Content: ${countDiagnostics(diagnostics)}`}\n`;
  if (lines.length === 0) return heading;
  const kept = linesWithin(lines, MAX_SUMMARY_BYTES);
  if (kept.length < lines.length) kept.push(say`and ${lines.length - kept.length} more`);
  const text = kept.join("\n");
  // A fence ends at a line of as many backticks as it began with.
  const fence = "`".repeat(
    Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)),
  );
  return `${heading}\n${fence}text\n${text}\n${fence}\n`;
}

function linesWithin(lines: readonly string[], bytes: number): string[] {
  const encoder = new TextEncoder();
  let left = bytes;
  const end = lines.findIndex((line) => (left -= encoder.encode(line).length + 1) < 0);
  return lines.slice(0, end < 0 ? lines.length : end);
}

/** The path from the repository's folder; as it is where it leads elsewhere. */
function pathIn(file: string, place: GithubPlace | undefined): string {
  if (place?.workspace === undefined) return file;
  const way = relative(place.workspace, resolve(place.folder, file)).replaceAll("\\", "/");
  return way.startsWith("../") || isAbsolute(way) ? file : way;
}

/** The message of a workflow command: percent signs and line ends are escaped. */
function data(text: string): string {
  return harmless(text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A"));
}

/** A property of a workflow command: colons and commas are escaped too. */
function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/**
 * Adds Markdown to the summary of a step; returns why not, where there is no file for it or the system
 * refuses.
 */
export function writeSummary(path: string | undefined, markdown: string): string | undefined {
  if (path === undefined || path === "") {
    return say`Cannot write the summary: GITHUB_STEP_SUMMARY names no file. All problems:`;
  }
  try {
    Deno.writeTextFileSync(path, markdown, { append: true });
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return say`Cannot write the summary: ${reason}. All problems:`;
  }
}

/**
 * All problems as one JSON value, errors first. `fix` is what has one answer: the characters
 * (UTF-16 units, from `start` to before `end`) and what replaces them, the two
 * paths of a move, or the picture out of which metadata is taken.
 */
export function jsonReport(
  root: string,
  diagnostics: readonly Diagnostic[],
  changes: readonly Change[] | undefined,
): string {
  const problems = problemsOf(diagnostics);
  const count = (kind: Diagnostic["severity"]) =>
    problems.filter(({ severity }) => severity === kind).length;
  const report = {
    content: root,
    errors: count("error"),
    warnings: count("warning"),
    ...(changes && { fixed: changes.map(changeValue) }),
    problems: problems.map(problemValue),
  };
  return JSON.stringify(report, null, 2);
}

function problemValue({ severity, message, first, others }: Problem) {
  const { file, line, column, fix } = placeValue(first);
  return {
    severity,
    file,
    line,
    column,
    message: wordsOf(message),
    fix,
    also: others.map(placeValue),
  };
}

function placeValue({ place: { file, line, column }, fix }: Diagnostic) {
  const mend = fix && ("span" in fix ? { ...fix.span, replacement: fix.replacement } : fix);
  return { file, line, column, fix: mend };
}

function changeValue(change: Change) {
  if ("from" in change || "bared" in change) return change;
  const { place: { file, line, column }, before, after } = change;
  return { file, line, column, before, after };
}
