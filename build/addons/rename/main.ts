import { forCaller } from "../../../src/platform/caller_paths.ts";
import { suggestion } from "../../diagnostic/wording.ts";
import { writeAndPrint } from "../../files/write_texts.ts";
import { commandReader, textOption } from "../../task/command_line.ts";
import { taskOf } from "../../task/run_task.ts";
import { DONE } from "../../task/task_error.ts";
import { settingsWithContent } from "../../task/task_settings.ts";
import { phrase, say } from "../../words/say.ts";
import { planRenaming, RENAMED_KINDS, type RenameOrder } from "./rename.ts";

const USAGE = 'deno task rename <kind> <group> <old> "<new name>"';

const HELP = `Renames an item: its file, the name in it, and what names it.

  ${USAGE} [--address <address>]

  deno task rename member groupa nadindra-pramesti "Nadindra Ayu"
  deno task rename setlist groupa "Jendela Pagi" "Jendela Senja"
  deno task rename show groupa 2026-07-04-jendela-pagi "Malam Pertama"

The kinds are ${RENAMED_KINDS.join(", ")}. <old> is the name of the file, without its ending, or the
name that is in it. The earlier address goes into former_slugs, so that links keep working. A member
keeps her earlier name as a nickname, so that line-ups still mean her; the shows and counts that name
a setlist get its new name.

  --address         what the file is called, behind its day, if it is not to follow from the name

It prints the files that it changed. git diff shows what it did; deno task check looks for mistakes.

Exit codes: 0 renamed; 1 it cannot be, and nothing is written; 2 a wrong call.`;

const readOrder = commandReader({
  options: { address: textOption(phrase`small letters, digits and hyphens`) },
  read([word = "", group, old, ...words], { address }): Omit<RenameOrder, "root"> | string {
    const kind = RENAMED_KINDS.find((one) => one === word);
    const name = words.join(" ").trim();
    if (kind === undefined && word !== "") {
      return say`Cannot rename "${word}": expected one of ${RENAMED_KINDS.join(", ")}${
        suggestion(word, RENAMED_KINDS)
      }`;
    }
    if (kind === undefined || group === undefined || old === undefined || name === "") {
      return say`Expected a kind, a group, what it is called now, and its new name`;
    }
    return { kind, group, old, name, address };
  },
});

export const task = taskOf({
  usage: USAGE,
  help: HELP,
  readCall: readOrder,
  run(order) {
    const { CONTENT_DIR: root } = settingsWithContent();
    const { texts, from, to } = planRenaming({ ...order, root });
    writeAndPrint(texts);
    if (from === to) return DONE;
    Deno.renameSync(from, to);
    console.log(`${forCaller(from)} → ${forCaller(to)}`);
    return DONE;
  },
});
