/**
 * This room shows what answers change between two builds, in an editor's words: `deno task diff`.
 *
 * @module
 */

import { commandReader, oneOf } from "../../task/command_line.ts";
import { taskOf } from "../../task/run_task.ts";
import { DONE } from "../../task/task_error.ts";
import { settingsWithOutput } from "../../task/task_settings.ts";
import { compiledPack, openBase } from "./base.ts";
import { comparePacks } from "./compare_packs.ts";
import { jsonDifferences, markdownReport, textReport } from "./difference_report.ts";
import { say } from "../../words/say.ts";

const USAGE = "deno task diff [base] [--format=text|markdown|json] [--language=id|en]";

const HELP = `Shows which answers change with the content folder, CONTENT_DIR (content).

  ${USAGE}

  base               what to compare with: a folder of content, a pack, a folder with a pack, or a git
                     revision of the content folder, such as main or HEAD~1; without one, the
                     served pack in OUT_DIR (build/out)
  --format=text      for people (the default)
  --format=markdown  a comment for a pull request, at most 60 KiB; it leaves out items that are
                     not published yet, since others read it
  --format=json      one JSON value: {base, total, data: [{group, kind, id, change, fields, former_id,
                     follows, title, words, before, after}]}; follows: it only says what others changed
  --language=id|en   the language of the words; without it the terminal's (LC_ALL, LC_MESSAGES, LANG)

Text and JSON name items of a later publication, too: they are for this machine. Drafts are in no answer.

Exit codes
  0   done, whether or not an answer changes
  1   content with errors, or something that cannot be read
  2   a wrong call, or a base that is not there`;

interface DiffCall {
  /** What to compare with; undefined: what is served. */
  readonly base: string | undefined;
  readonly format: keyof typeof FORMATS;
}

const FORMATS = { text: textReport, markdown: markdownReport, json: jsonDifferences };

export const task = taskOf({
  usage: USAGE,
  help: HELP,
  readCall: commandReader({
    takesPaths: true,
    options: { format: oneOf(["text", "markdown", "json"]) },
    read: (bases, { format }): DiffCall | string =>
      bases.length > 1
        ? say`Expected one base, found ${bases.length}: ${bases.join(" ")}`
        : { base: bases[0], format },
  }),
  run,
});

async function run(call: DiffCall): Promise<number> {
  const { CONTENT_DIR: root, OUT_DIR: out } = settingsWithOutput();
  const from = Deno.env.get("INIT_CWD") ?? Deno.cwd();
  const base = openBase(call.base, { root, out, from });
  const now = Date.now();
  const isPublic = call.format === "markdown";
  const differences = comparePacks(base.pack, compiledPack(root, root), { now, isPublic });
  const report = FORMATS[call.format]({ base: base.name, differences, now });
  await Deno.stdout.write(new TextEncoder().encode(report));
  return DONE;
}
