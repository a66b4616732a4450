import { readSettings, SettingsError } from "../../src/platform/settings.ts";
import { harmless } from "../diagnostic/excerpt.ts";
import { suggestion } from "../diagnostic/nearest.ts";
import { importDump } from "./import_dump.ts";
import { ImportError } from "./import_error.ts";
import { KINDS } from "./kinds.ts";
import { writeTexts } from "./content/write_texts.ts";

const HELP = `Takes over a dump of a running service.

  deno task import <group> <kind> <file.json>

  group   a folder under content; it is made if it is not there
  kind    ${Object.keys(KINDS).join(", ")}
  file    JSON as the service answers it: a list, an object that holds one in "data" or in a
          field such as "theater", or a single record; - reads standard input

Records are merged into the files that are there: by id, then by name. Only what differs is
changed; comments and order stay, and what a dump does not know is never erased. Line-ups are
resolved among the group's members, so import members first. The same dump a second time
changes no file.

Dates may be days (2026-07-04), instants (read in the group's time zone), or written out
(26 Januari 2025, March 10, 2025). A new group is in Asia/Jakarta: where that is wrong, make
it first with deno task new group <group> and set its timezone.

What could not be resolved is told with its record; the exit code is 0 all the same. It is 1
where the dump or the content cannot be read, and then nothing is written; 2 for a wrong call.`;

try {
  Deno.exitCode = await run(Deno.args);
} catch (error) {
  const isTold = error instanceof SettingsError || error instanceof ImportError ||
    // What the system says: no space, no permission.
    (error instanceof Error && "code" in error);
  if (!isTold) throw error;
  print(error.message);
  Deno.exitCode = 1;
}

function run(args: readonly string[]): number | Promise<number> {
  if (args.includes("--help") || args.includes("-h")) {
    console.log(HELP);
    return 0;
  }
  const [group, kind, path] = args;
  const problem = callProblem(args);
  if (problem !== undefined || !group || !kind || !path) {
    console.error(
      `${problem}\n\n  deno task import <group> <kind> <file.json>\n\n--help tells more`,
    );
    return 2;
  }
  const { CONTENT_DIR: root } = readSettings((name) => Deno.env.get(name));
  return importFile(root, group, kind, path);
}

/** What comes from a dump may hold what would move a terminal's cursor. */
function print(lines: string): void {
  console.error(lines.split("\n").map(harmless).join("\n"));
}

function callProblem(args: readonly string[]): string | undefined {
  const kind = args[1];
  if (args.length !== 3) return `Expected a group, a kind and a file; found ${args.length} words`;
  if (kind === undefined || Object.hasOwn(KINDS, kind)) return undefined;
  const kinds = Object.keys(KINDS);
  return `Cannot import "${kind}": expected one of ${kinds.join(", ")}${suggestion(kind, kinds)}`;
}

async function importFile(
  root: string,
  group: string,
  kind: string,
  path: string,
): Promise<number> {
  const name = path === "-" ? "standard input" : path.slice(path.lastIndexOf("/") + 1);
  const text = await readText(path);
  const { outcome, notes, records } = inDump(name, () => importDump({ root, group, kind, text }));
  writeTexts(outcome.texts);
  const told = notes.format(name).trimEnd();
  if (told !== "") print(told);
  const { made, changed, kept } = outcome.counts;
  console.log(
    `Imported ${name} into ${root}/${group}: ${counted(records, "record")}; ` +
      `${counted(made, "file")} made, ${changed} changed, ${kept} left as ` +
      (kept === 1 ? "it was" : "they were"),
  );
  return 0;
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}

/** Says which dump a problem is in. */
function inDump<T>(name: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    throw new ImportError(`${name}: ${error.message}\nNothing was written`);
  }
}

async function readText(path: string): Promise<string> {
  try {
    const bytes = path === "-"
      ? await new Response(Deno.stdin.readable).bytes()
      : Deno.readFileSync(path);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new ImportError(`Cannot read ${path}: ${reasonOf(error)}`);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof Deno.errors.NotFound) return "there is no such file";
  if (error instanceof Deno.errors.NotCapable) {
    return "the command may read the project's folder alone; give the dump on standard input, with - for its name";
  }
  if (error instanceof Deno.errors.IsADirectory) return "it is a folder; name a file in it";
  if (error instanceof TypeError) return "it is not UTF-8";
  return error instanceof Error ? error.message : String(error);
}
