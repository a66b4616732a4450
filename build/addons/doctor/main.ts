/**
 * This room lists gaps in the content, which are not mistakes: `deno task doctor`.
 *
 * @module
 */

import { forCaller } from "../../../src/platform/caller_paths.ts";
import { checkContent } from "../../check/check_content.ts";
import { type SourceLocation, warningAt } from "../../diagnostic/diagnostic.ts";
import { harmless } from "../../diagnostic/format.ts";
import { DAYS_AHEAD, HINTS } from "../../lint/hints.ts";
import { applyRules, type Hint, placeOf } from "../../lint/rule.ts";
import { createScope, foldersOfCaller } from "../../report/check_scope.ts";
import { commandReader } from "../../task/command_line.ts";
import { taskOf } from "../../task/run_task.ts";
import { DONE, FAILED } from "../../task/task_error.ts";
import { settingsWithContent } from "../../task/task_settings.ts";
import { type Message, say, wordsOf } from "../../words/say.ts";

const USAGE = "deno task doctor [path…] [--language=id|en]";

const HELP = `Lists the gaps in the content folder, CONTENT_DIR (content): missing, not wrong.

  ${USAGE}

  path…             reports these files and folders alone
  --language=id|en  the language of the messages; without it the terminal's (LC_ALL, LC_MESSAGES,
                    LANG)

It looks for members without a birth date or a picture, shows of the next ${DAYS_AHEAD} days without a
line-up, and names of guests that look like a member's. Members who have graduated are counted. Drafts
are left out. deno task check
reports mistakes. It writes nothing.

Exit codes
  0   done, whether or not something is missing
  1   the content has errors, so that some of it could not be looked at, or cannot be read
  2   a wrong call, or a path that is not in the content folder`;

interface Gap {
  readonly hint: Hint;
  readonly place: SourceLocation;
  /** What it is missing of, in words: a name, a show with its day. */
  readonly name: string;
  /** What else is to be said; empty where the hint says all. */
  readonly note: Message;
  /** Of a member who has graduated: less urgent. */
  readonly isGraduate: boolean;
}

export const task = taskOf({
  usage: USAGE,
  help: HELP,
  readCall: commandReader({
    takesPaths: true,
    options: {},
    read: (paths) => ({ paths }),
  }),
  async run({ paths }) {
    const root = settingsWithContent().CONTENT_DIR;
    const scope = createScope(root, paths, foldersOfCaller());
    let errors = 0;
    const content = checkContent(root, ({ severity }) => {
      if (severity === "error") errors++;
    });
    const gaps: Gap[] = [];
    applyRules(HINTS, content, Date.now(), (hint, finding, source) => {
      const { message: note, of } = finding;
      const place = placeOf(finding, source);
      if (of === undefined || !scope.has(warningAt(place, ""))) return;
      gaps.push({ hint, place, note, ...of });
    });
    await Deno.stdout.write(new TextEncoder().encode(textReport(scope.name, gaps, errors > 0)));
    return errors > 0 ? FAILED : DONE;
  },
});

/** The report for people: by kind, with the file of each. */
function textReport(name: string, gaps: readonly Gap[], hasErrors: boolean): string {
  const urgent = gaps.filter(({ isGraduate }) => !isGraduate);
  const sections = HINTS.flatMap((hint) => {
    const named = urgent.filter((gap) => gap.hint === hint);
    const left = gaps.filter((gap) => gap.hint === hint).length - named.length;
    if (named.length + left === 0) return [];
    const graduates = left === 0 ? "" : say`; of graduates: ${left}`;
    const remedy = named.length === 0 ? [] : [`  ${wordsOf(hint.remedy)}`];
    const head = `${wordsOf(hint.heading)}: ${named.length}${graduates}`;
    return [[head, ...named.map(gapLine), ...remedy, ""].join("\n")];
  });
  const count = urgent.length;
  const things = count === 0
    ? say`nothing is missing`
    : count === 1
    ? say`1 gap`
    : say`${count} gaps`;
  const broken = hasErrors ? say`; errors keep some of it from being read: deno task check` : "";
  return [...sections, `${say`Looked through ${name}: ${things}${broken}`}\n`].join("\n");
}

function gapLine({ place: { file, line, column }, hint, name, note }: Gap): string {
  const at = hint.id === "guest" ? `:${line}:${column}` : "";
  return harmless(`  ${forCaller(file)}${at}: ${name}${wordsOf(note)}`);
}
