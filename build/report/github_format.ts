import { isAbsolute, relative, resolve } from "node:path";
import type { Diagnostic } from "../diagnostic/diagnostic.ts";
import { harmless } from "../diagnostic/excerpt.ts";
import { countDiagnostics, formatLine, formatOthers } from "../diagnostic/format.ts";
import { problemsOf } from "../diagnostic/problem.ts";
import { say } from "../words/say.ts";

/** GitHub shows ten annotations of a kind for each step; more would push others away. */
export const MAX_ANNOTATIONS = 10;

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
        data(message + more)
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
  return harmless(
    text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A"),
  );
}

/** A property of a workflow command: colons and commas are escaped too. */
function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
