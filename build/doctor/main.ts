/**
 * This room tells what is missing in the content rather than wrong: `deno task doctor`.
 *
 * @module
 */

import { readSettings, SettingsError } from "../../src/platform/settings.ts";
import { checkContent } from "../check/check_content.ts";
import { type Diagnostic, warningAt } from "../diagnostic/diagnostic.ts";
import { missingContentFolder } from "../read/content_folder.ts";
import { createScope, ScopeError } from "../report/check_scope.ts";
import { type DoctorCall, readDoctorCall } from "./doctor_call.ts";
import { doctorJson, type DoctorReport, doctorText } from "./doctor_report.ts";
import { findGaps } from "./find_gaps.ts";
import { DAYS_AHEAD } from "./gap.ts";

const USAGE = "deno task doctor [path…] [--format=text|json] [--all] [--strict]";

const HELP = `Tells what is missing in the content folder, CONTENT_DIR (content), and not wrong.

  ${USAGE}

  path…           tells of these files and folders alone
  --format=text   for people (what is done without --format)
  --format=json   one JSON value: {content, errors, total, data: [{kind, group, file, line, column,
                  name, graduated, message}]}; kind is birth_date, img, members, time or guest
  --all           names members who have graduated, too; else they are counted
  --strict        exit code 3 where something is missing

It looks for members without a birth date or a picture, shows of the next ${DAYS_AHEAD} days without a
line-up or a time, and names of guests that look like a member's. Drafts are left out. Mistakes are
told by deno task check. It writes nothing.

Exit codes
  0   it was told what is missing, or that nothing is
  1   the content has errors, so that some of it could not be looked at, or cannot be read
  2   a wrong call, or a path that is not in the content folder
  3   with --strict: something is missing`;

const [DONE, FAILED, WRONG_CALL, MISSING] = [0, 1, 2, 3];

try {
  Deno.exitCode = await run(Deno.args);
} catch (error) {
  if (!(error instanceof SettingsError || error instanceof ScopeError)) throw error;
  console.error(error.message);
  Deno.exitCode = error instanceof ScopeError ? WRONG_CALL : FAILED;
}

async function run(args: readonly string[]): Promise<number> {
  if (args.some((word) => ["--help", "-h", "help"].includes(word))) {
    console.log(HELP);
    return DONE;
  }
  const call = readDoctorCall(args);
  if (typeof call === "string") {
    console.error(`${call}\n\n  ${USAGE}\n\n--help tells more`);
    return WRONG_CALL;
  }
  const { CONTENT_DIR: root } = readSettings((name) => Deno.env.get(name));
  const missing = missingContentFolder(root);
  if (missing !== undefined) {
    console.error(missing);
    return FAILED;
  }
  const report = examine(root, call);
  const text = call.format === "json" ? doctorJson(report) : doctorText(report);
  await Deno.stdout.write(new TextEncoder().encode(text));
  if (report.errors > 0) return FAILED;
  const isMissing = report.gaps.some(({ isGraduate }) => call.isAll || !isGraduate);
  return call.isStrict && isMissing ? MISSING : DONE;
}

function examine(root: string, { paths, isAll }: DoctorCall): DoctorReport {
  const from = [Deno.env.get("INIT_CWD"), Deno.cwd()].filter((folder) => folder !== undefined);
  const scope = createScope(root, paths, from);
  const diagnostics: Diagnostic[] = [];
  const now = Date.now();
  const report = (diagnostic: Diagnostic) => void diagnostics.push(diagnostic);
  const content = checkContent(root, report, () => {});
  const gaps = findGaps(content, now).filter(({ place }) => scope.has(warningAt(place, "")));
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  return { name: scope.name, gaps, isAll, errors };
}
