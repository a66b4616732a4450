import { suggestion } from "../../diagnostic/wording.ts";
import { commandReader, flag, type TaskOption, textOption } from "../../task/command_line.ts";
import { phrase, say, type Words } from "../../words/say.ts";
import type { DateOrder } from "../../dates/written_days.ts";
import type { ImportRequest } from "./import_dump.ts";
import { IMPORT_KINDS } from "./kinds/kinds.ts";
import { DUMP_FIELDS } from "../../words/field_words.ts";
import { plainKey } from "./record/field_names.ts";

export const USAGE = "deno task import <group> <kind> <file> [options]";

/** What `--help` prints. */
export const HELP = `Takes over the data of another service.

  ${USAGE}

  group   a folder under content; it is made if it is not there
  kind    ${Object.keys(IMPORT_KINDS).join(", ")}
  file    JSON as the service answers it: a list, one that is nested anywhere, a map of records
          by key, or a single record; a line of JSON for each record (NDJSON), as deno task export
          writes them; or CSV; - reads standard input

  --dry-run               writes nothing, and says what would become of files and fields
  --map theirs=ours       their field is ours; may be given several times; theirs=- leaves it
                          out on purpose; profile.likes=hobby reaches into a field
  --set field=value       the value of one of our fields in every record that does not say it
  --dates=dmy|mdy|ymd     the order of dates that may be several days, such as 03/04/2006
  --pictures=<folder>     copies the pictures that the dump names from there into the group's
                          pictures, without place and camera
  --strict                writes nothing if something would be lost
  --theirs                takes the dump's value wherever it differs from the file's
  --language=id|en        the language of the messages; without it the terminal's (LC_ALL,
                          LC_MESSAGES, LANG)

Records are merged into the files that are there: by id, then by name, if exactly one has it on each
side. Comments and order stay, and what a dump does not know is never erased. Line-ups are resolved
among the group's members, so import members first. The same dump a second time changes no file.

What an editor changed or removed since the last import stays, and so does what no import has
written: it is reported as kept, with the file, the field, the file's value and the dump's. For that
content/<group>/import.sums has a hash of each field that import wrote: commit it with the content.

Dates may be days (2026-07-04, 20260704), instants (read in the group's time zone), epoch seconds or
milliseconds, digits (26/08/2006, 26.8.2006), or words in Indonesian, Malay, English and Japanese (Sabtu, 26 Januari 2025; March 10, 2025; 2006年8月26日). A new group is in Asia/Jakarta:
if that is wrong, make it first with deno task new group <group> and set its timezone.

The report ends in a table: their field, ours, in how many records it was filled, in how many it was
lost, and three examples of what was lost, each with the number of its record.

Exit codes
  0   done; what could not be resolved is reported with its record
  1   the dump or the content cannot be read; nothing is written
  2   a wrong call, or dates that may be several days and no --dates; nothing is written
  3   with --strict: something would be lost; nothing is written

Fields are found by these names, in any case, with or without _ and -:

${
  Object.entries(DUMP_FIELDS).map(([kind, fields]) => {
    const lines = Object.entries(fields).filter(([, names]) => names !== "")
      .map(([field, names]) => `    ${field.padEnd(17)} ${names.split(" ").join(", ")}`);
    return `  ${kind}\n${lines.join("\n")}`;
  }).join("\n")
}`;

/** What the command was asked to do. */
export interface ImportCall extends Omit<ImportRequest, "root" | "text"> {
  readonly path: string;
  readonly isDryRun: boolean;
  readonly isStrict: boolean;
}

const ORDERS: readonly string[] = ["dmy", "mdy", "ymd"];

function isDateOrder(word: string): word is DateOrder {
  return ORDERS.includes(word);
}

const texts: TaskOption<readonly string[]> = { type: "string", read: (values) => values };

/** Reads the words of a call; a text explains what is wrong with them. */
export const readCall = commandReader({
  options: {
    "dry-run": flag,
    strict: flag,
    theirs: flag,
    map: texts,
    set: texts,
    dates: texts,
    pictures: textOption(phrase`a folder`),
  },
  read(words, { map: pairs, set: constants, dates: orders, ...given }): ImportCall | string {
    const [group, kind, path] = words;
    if (!group || !kind || !path || words.length !== 3) {
      return say`Expected a group, a kind and a file; found ${words.length} words`;
    }
    if (!Object.hasOwn(IMPORT_KINDS, kind)) {
      const kinds = Object.keys(IMPORT_KINDS);
      return say`Cannot import "${kind}": expected one of ${kinds.join(", ")}${
        suggestion(kind, kinds)
      }`;
    }
    const dates = orders.at(-1);
    if (dates !== undefined && !isDateOrder(dates)) {
      return say`Cannot use --dates: expected dmy, mdy or ymd, got "${dates}"`;
    }
    const map = readPairs(kind, pairs, { form: "theirs=ours", verb: "map" });
    if (typeof map === "string") return map;
    const set = readPairs(kind, constants, { form: "field=value", verb: "set" });
    if (typeof set === "string") return set;
    const { "dry-run": isDryRun, strict: isStrict, theirs: prefersTheirs, pictures } = given;
    return { group, kind, path, dates, map, set, isDryRun, isStrict, prefersTheirs, pictures };
  },
});

/** Pairs of a word and a field of ours; a text explains what is wrong with one. */
function readPairs(
  kind: string,
  pairs: readonly string[],
  { form, verb }: { form: "theirs=ours" | "field=value"; verb: "map" | "set" },
): Record<string, string> | string {
  const read: Record<string, string> = {};
  for (const pair of pairs) {
    const at = pair.indexOf("=");
    const [left, right] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    const refused = (expected: string, hint: Words = "") =>
      say`Cannot use --${verb}: expected ${expected}, got "${pair}"${hint}`;
    if (at < 1 || right === "") return refused(form);
    const named = verb === "map" ? right : left;
    const ours = fieldsOf(kind).find((field) => plainKey(field) === plainKey(named));
    if (verb === "map" && right === "-") read[left] = right;
    else if (ours === undefined) {
      return refused(fieldsOf(kind).join(", "), suggestion(named, fieldsOf(kind)));
    } else if (verb === "map") read[left] = ours;
    else read[ours] = right;
  }
  return read;
}

function fieldsOf(kind: string): readonly string[] {
  return Object.keys(DUMP_FIELDS[kind] ?? {});
}
