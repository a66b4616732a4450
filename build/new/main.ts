import { readSettings, SettingsError } from "../../src/platform/settings.ts";
import { suggestion } from "../diagnostic/nearest.ts";
import { ImportError } from "../import/import_error.ts";
import { writeTexts } from "../import/content/write_texts.ts";
import { KINDS, makeFiles, NewError } from "./make_file.ts";

const HELP = `Makes a content file to fill in, and prints where it is.

  deno task new <kind> <group> <name>

  deno task new member groupa "Nadindra Pramesti"
  deno task new show groupa "2026-07-04 Jendela Pagi"      a setlist's name, or a title
  deno task new news groupa "2026-07-04 Jadwal Agustus"
  deno task new event groupa "2026-07-04 Jabat Tangan"
  deno task new release groupb "Second Light"
  deno task new videocall groupa 2026-07-04
  deno task new group groupc "Nama Grup"

Without a day in front of the name it is today. A file that is there is never overwritten.`;

try {
  Deno.exitCode = run(Deno.args);
} catch (error) {
  const isTold = [NewError, ImportError, SettingsError].some((type) => error instanceof type);
  if (!isTold) throw error;
  console.error((error as Error).message);
  Deno.exitCode = 1;
}

function run(args: readonly string[]): number {
  if (args.includes("--help") || args.includes("-h")) {
    console.log(HELP);
    return 0;
  }
  const [kind = "", group = "", ...words] = args;
  const name = words.join(" ").trim() || (kind === "group" ? group : "");
  const problem = callProblem(kind, group, name);
  if (problem !== undefined) {
    console.error(`${problem}\n\n  deno task new <kind> <group> <name>\n\n--help tells more`);
    return 2;
  }
  const { CONTENT_DIR: root } = readSettings((variable) => Deno.env.get(variable));
  const files = makeFiles({ root, kind, group, name, now: Date.now() });
  writeTexts(files);
  console.log([...files.keys()].at(-1));
  return 0;
}

function callProblem(kind: string, group: string, name: string): string | undefined {
  if (kind === "" || group === "" || name === "") return "Expected a kind, a group and a name";
  if (KINDS.includes(kind)) return undefined;
  return `Cannot make "${kind}": expected one of ${KINDS.join(", ")}${suggestion(kind, KINDS)}`;
}
