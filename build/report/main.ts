/**
 * This room tells the problems of the content to people and to programs: `deno task check`.
 *
 * @module
 */

import { readSettings, SettingsError } from "../../src/platform/settings.ts";
import { createProgress } from "../task/progress.ts";
import { readCheckCall } from "./check_call.ts";
import { ScopeError } from "./check_scope.ts";
import { runCheck } from "./run_check.ts";
import { writeSummary } from "./write_summary.ts";

const USAGE = "deno task check [path…] [--format=text|github|json] [--fix]";

const HELP = `Looks for mistakes in the content folder, CONTENT_DIR (content). Errors come first.

  ${USAGE}

  path…             tells of these files and folders alone; names in them are looked up in all content
  --format=text     for people, on standard error (what is done without --format)
  --format=github   for GitHub Actions: the first ten problems as annotations, all of them in the
                    summary of the step (GITHUB_STEP_SUMMARY)
  --format=json     one JSON value: {content, errors, warnings, problems: [{severity, file, line,
                    column, message, fix}]}, with --fix also fixed: [{file, line, column, before,
                    after}] or [{from, to}]
  --fix             does what the messages propose wherever that is one thing alone, prints what it
                    changed, and looks again until nothing changes; all other bytes stay as they are

Without --fix it writes nothing.

Exit codes
  0   no errors; there may be warnings
  1   errors, or a folder or file that cannot be read or written
  2   a wrong call, or a path that is not in the content folder`;

const [DONE, FAILED, WRONG_CALL] = [0, 1, 2];

try {
  Deno.exitCode = run(Deno.args);
} catch (error) {
  if (!(error instanceof SettingsError || error instanceof ScopeError)) throw error;
  console.error(error.message);
  Deno.exitCode = error instanceof ScopeError ? WRONG_CALL : FAILED;
}

function run(args: readonly string[]): number {
  if (args.some((word) => ["--help", "-h", "help"].includes(word))) {
    console.log(HELP);
    return DONE;
  }
  const call = readCheckCall(args);
  if (typeof call === "string") {
    console.error(`${call}\n\n  ${USAGE}\n\n--help tells more`);
    return WRONG_CALL;
  }
  const { CONTENT_DIR: root } = readSettings((name) => Deno.env.get(name));
  const progress = createProgress();
  const report = runCheck(root, call, {
    from: foldersOfCaller(),
    github: { workspace: Deno.env.get("GITHUB_WORKSPACE") || undefined, folder: Deno.cwd() },
    progress: progress.step,
  });
  progress.end();
  write(Deno.stdout, report.stdout);
  write(Deno.stderr, report.stderr);
  if (report.summary !== undefined) {
    const problem = writeSummary(Deno.env.get("GITHUB_STEP_SUMMARY"), report.summary);
    if (problem !== undefined) write(Deno.stderr, `${problem}\n${report.summary}`);
  }
  return report.exitCode;
}

/** Tasks run in the project's folder, whatever folder they are called from. */
function foldersOfCaller(): string[] {
  return [Deno.env.get("INIT_CWD"), Deno.cwd()].filter((folder) => folder !== undefined);
}

function write(stream: typeof Deno.stdout | typeof Deno.stderr, text: string): void {
  const bytes = new TextEncoder().encode(text);
  for (let done = 0; done < bytes.length;) done += stream.writeSync(bytes.subarray(done));
}
