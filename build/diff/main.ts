/**
 * This room tells what answers change between two builds, in an editor's words: `deno task diff`.
 *
 * @module
 */

import { readSettings, SettingsError } from "../../src/platform/settings.ts";
import { missingContentFolder } from "../read/content_folder.ts";
import { compiledPack, openBase, UnknownBaseError } from "./base.ts";
import { comparePacks } from "./compare_packs.ts";
import { readDiffCall } from "./diff_call.ts";
import { jsonDifferences, textReport } from "./difference_report.ts";
import { markdownReport } from "./markdown_report.ts";
import { TaskError } from "../task/task_error.ts";

const USAGE = "deno task diff [base] [--format=text|markdown|json]";

const HELP = `Tells what answers change with the content folder, CONTENT_DIR (content).

  ${USAGE}

  base               what to compare with: a folder of content, a pack, a folder with a pack, or a git
                     revision of the content folder, such as main or HEAD~1; without one, what is
                     served: the pack in OUT_DIR (build/out)
  --format=text      for people (what is done without --format)
  --format=markdown  a comment for a pull request, at most 60 KiB; it leaves out what is not published
                     yet, since others read it
  --format=json      one JSON value: {base, total, data: [{group, kind, id, change, fields, former_id,
                     follows, title, words, before, after}]}; follows: it only says what others changed

Text and JSON name what is published later, too: they are for this machine. Drafts are in no answer.

Exit codes
  0   it was told what changes, or that nothing does
  1   content with errors, or something that cannot be read
  2   a wrong call, or a base that is not there`;

const [DONE, FAILED, WRONG_CALL] = [0, 1, 2];

const FORMATS = { text: textReport, markdown: markdownReport, json: jsonDifferences };

try {
  Deno.exitCode = await run(Deno.args);
} catch (error) {
  const isTold = error instanceof SettingsError || error instanceof TaskError ||
    error instanceof UnknownBaseError;
  if (!isTold) throw error;
  console.error(error.message);
  Deno.exitCode = error instanceof UnknownBaseError ? WRONG_CALL : FAILED;
}

async function run(args: readonly string[]): Promise<number> {
  if (args.some((word) => ["--help", "-h", "help"].includes(word))) {
    console.log(HELP);
    return DONE;
  }
  const call = readDiffCall(args);
  if (typeof call === "string") {
    console.error(`${call}\n\n  ${USAGE}\n\n--help tells more`);
    return WRONG_CALL;
  }
  const { CONTENT_DIR: root, OUT_DIR: out } = readSettings((name) => Deno.env.get(name));
  const missing = missingContentFolder(root);
  if (missing !== undefined) throw new TaskError(missing);
  const from = Deno.env.get("INIT_CWD") ?? Deno.cwd();
  const base = await openBase(call.base, { root, out, from });
  const now = Date.now();
  const differences = comparePacks(base.pack, compiledPack(root, root, out), {
    ...{ now, isPublic: call.format === "markdown" },
  });
  const report = FORMATS[call.format]({ base: base.name, differences, now });
  await Deno.stdout.write(new TextEncoder().encode(report));
  return DONE;
}
