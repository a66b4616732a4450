/**
 * This room lists gaps in the content, which are not mistakes: `deno task doctor`.
 *
 * @module
 */

import { checkContent } from "../../check/check_content.ts";
import { type Diagnostic, warningAt } from "../../diagnostic/diagnostic.ts";
import { createScope, foldersOfCaller } from "../../report/check_scope.ts";
import { commandReader, flag, oneOf } from "../../task/command_line.ts";
import { taskOf } from "../../task/run_task.ts";
import { DONE, FAILED } from "../../task/task_error.ts";
import { settingsWithContent } from "../../task/task_settings.ts";
import { DAYS_AHEAD } from "../../lint/hints.ts";
import { doctorJson, type DoctorReport, doctorText, findGaps } from "./report.ts";

const USAGE = "deno task doctor [path…] [--format=text|json] [--all] [--strict] [--language=id|en]";

const HELP = `Lists the gaps in the content folder, CONTENT_DIR (content): missing, not wrong.

  ${USAGE}

  path…           reports these files and folders alone
  --format=text   for people (the default)
  --format=json   one JSON value: {content, errors, total, data: [{kind, group, file, line, column,
                  name, graduated, message}]}; kind is birth_date, img, name_reading,
                  members, time, twice, guest or unused
  --all           names members who have graduated, too; else they are counted
  --strict        exit code 3 if something is missing
  --language=id|en  the language of the messages; without it the terminal's (LC_ALL, LC_MESSAGES,
                  LANG)

It looks for members without a birth date or a picture, shows of the next ${DAYS_AHEAD} days without a
line-up or a time, members of one birth date who share a full name or a nickname, and names of
guests that look like a member's. Drafts are left out. deno task check
reports mistakes. It writes nothing.

Exit codes
  0   done, whether or not something is missing
  1   the content has errors, so that some of it could not be looked at, or cannot be read
  2   a wrong call, or a path that is not in the content folder
  3   with --strict: something is missing`;

/** What `deno task doctor` was asked to do. */
interface DoctorCall {
  /** Files and folders as they were written; none: the whole content folder. */
  readonly paths: readonly string[];
  readonly format: "text" | "json";
  /** Whether members who have graduated are named, too. */
  readonly all: boolean;
  /** Whether a gap is a failure. */
  readonly strict: boolean;
}

/** The exit code of `--strict` where something is missing. */
const MISSING = 3;

export const task = taskOf({
  usage: USAGE,
  help: HELP,
  readCall: commandReader({
    takesPaths: true,
    options: {
      format: oneOf(["text", "json"]),
      all: flag,
      strict: flag,
    },
    read: (paths, given): DoctorCall => ({ paths, ...given }),
  }),
  run,
});

async function run(call: DoctorCall): Promise<number> {
  const root = settingsWithContent().CONTENT_DIR;
  const report = examine(root, call);
  const text = call.format === "json" ? doctorJson(report) : doctorText(report);
  await Deno.stdout.write(new TextEncoder().encode(text));
  if (report.errors > 0) return FAILED;
  const isMissing = report.gaps.some(({ isGraduate }) => call.all || !isGraduate);
  return call.strict && isMissing ? MISSING : DONE;
}

function examine(root: string, { paths, all: isAll }: DoctorCall): DoctorReport {
  const scope = createScope(root, paths, foldersOfCaller());
  const diagnostics: Diagnostic[] = [];
  const now = Date.now();
  const report = (diagnostic: Diagnostic) => void diagnostics.push(diagnostic);
  const content = checkContent(root, report);
  const gaps = findGaps(content, now).filter(({ place }) => scope.has(warningAt(place, "")));
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  return { name: scope.name, gaps, isAll, errors };
}
