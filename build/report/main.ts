/**
 * This room reports the problems of the content to people and to programs: `deno task check`.
 *
 * @module
 */

import { taskOf } from "../task/run_task.ts";
import { taskSettings } from "../task/task_settings.ts";
import { foldersOfCaller } from "./check_scope.ts";
import { type CheckCall, readCheckCall, runCheck } from "./run_check.ts";
import { writeSummary } from "./report_texts.ts";
import { emptiedFolders, firstCommitOf } from "./last_commit.ts";
import { createProgress } from "../task/progress.ts";

const USAGE =
  "deno task check [path…] [--format=text|github|json] [--fix] [--strict] [--language=id|en]";

const HELP = `Looks for mistakes in the content folder, CONTENT_DIR (content). Errors come first.

  ${USAGE}

  path…             reports these files and folders alone; names in them are looked up in all content
  --format=text     for people, on standard error (the default)
  --format=github   for GitHub Actions: the first ten problems as annotations, all of them in the
                    summary of the step (GITHUB_STEP_SUMMARY)
  --format=json     one JSON value: {content, errors, warnings, problems: [{severity, file, line,
                    column, message, fix, also: [{file, line, column, fix}]}]}, also being further
                    places of the same problem; with --fix fixed: [{file, line, column, before,
                    after}] or [{from, to}], too. A fix is {start, end, replacement} in
                    UTF-16 units, or {from, to}
  --fix             changes form alone: case, width, dashes, blanks, quotes, signs between members,
                    dates and times, words of a fixed table. It prints what it changed, and looks
                    again until nothing changes; all other bytes stay as they are. It guesses no
                    spelling, drops no fact, leaves to you which of two that contradict is right and
                    whom a name means, and changes no more than 3 files for one slip
  --strict          ends with 1 if there are warnings, too
  --language=id|en  the language of the messages; without it the terminal's (LC_ALL, LC_MESSAGES, LANG)

Without --fix no content is written.

Exit codes
  0   no errors; there may be warnings
  1   errors, or with --strict warnings; or a folder or file that cannot be read or written
  2   a wrong call, or a path that is not in the content folder`;

export const task = taskOf({
  usage: USAGE,
  help: HELP,
  readCall: readCheckCall,
  run,
});

function run(call: CheckCall): number {
  const { CONTENT_DIR: root } = taskSettings();
  const progress = createProgress();
  const report = runCheck(root, call, {
    from: foldersOfCaller(),
    github: { workspace: Deno.env.get("GITHUB_WORKSPACE") || undefined, folder: Deno.cwd() },
    firstCommitOf,
    emptiedFolders,
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

function write(stream: typeof Deno.stdout | typeof Deno.stderr, text: string): void {
  const bytes = new TextEncoder().encode(text);
  for (let done = 0; done < bytes.length;) done += stream.writeSync(bytes.subarray(done));
}
