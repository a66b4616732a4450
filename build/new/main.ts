import { writeTexts } from "../files/write_texts.ts";
import { offerNames } from "../completion/completion_files.ts";
import { makeFromIssue } from "./from_issue.ts";
import { makeFiles, NEW_KINDS, type Order } from "./make_file.ts";
import { suggestion } from "../diagnostic/nearest.ts";
import { commandReader, textOption } from "../task/command_line.ts";
import { runTask } from "../task/run_task.ts";
import { DONE } from "../task/task_error.ts";
import { taskSettings } from "../task/task_settings.ts";
import { helpTexts } from "../words/help_in_indonesian.ts";
import { phrase, say } from "../words/say.ts";

const USAGE = "deno task new <kind> <group> <name>";

const HELP = `Makes a content file to fill in, and prints where it is.

  deno task new <kind> <group> <name> [--like <file>] [--address <address>]
  deno task new site [<title>]
  deno task new --from-issue <file>

  deno task new site "Nama Layanan"                        site.yaml, plans.yaml and schemas
  deno task new group groupc "Nama Grup" --family wrapped
  deno task new member groupa "Nadindra Pramesti"
  deno task new setlist groupa "Jendela Pagi"
  deno task new show groupa "2026-07-04 Jendela Pagi"      a setlist's name, or a title
  deno task new news groupa "2026-07-04 Jadwal Agustus"
  deno task new event groupa "2026-07-04 Jabat Tangan"
  deno task new release groupb "Second Light"
  deno task new videocall groupa 2026-07-04

  --like <file>     copies a file of the same kind, comments too, under the new name; ids, former
                    addresses and accounts stay behind. A mere day as the name keeps the title:
                    deno task new show groupa 2026-08-01 --like content/groupa/shows/….yaml
  --address         what the file is called, behind its day, where the name has no Latin letters:
                    deno task new member groupb "前田 敦子" --address maeda-atsuko
  --from-issue <file>
                    makes what somebody filled in on GitHub (deno task editor --issues), from a file
                    with the text of the issue
  --family          bare or wrapped: how the group's answers look (bare if left out)
  --timezone        the group's time zone (Asia/Jakarta)
  --language        the language by which its names are sorted (id)
  --leap-day        when those born on 29 February celebrate: feb28 or mar1 (feb28)

Options may be anywhere, with = or a space before their value. Without a day in front of the name,
or behind it, it is today. A file that is there is never overwritten.

Exit codes: 0 made; 1 it cannot be made, and nothing is written; 2 a wrong call.`;

/** Groups and days of video calls are called by the word that makes them. */
const UNADDRESSED = ["site", "group", "videocall"];

const GROUP_OPTIONS = ["family", "timezone", "language", "leap-day"];

/** The file that the words of a call ask for; a text explains what is wrong with them. */
const readOrder = commandReader({
  options: {
    family: textOption(phrase`bare or wrapped`),
    timezone: textOption(phrase`a time zone such as Asia/Tokyo`),
    language: textOption(phrase`a language such as id, en or ja`),
    "leap-day": textOption(phrase`feb28 or mar1`),
    like: textOption(phrase`a file to copy`),
    address: textOption(phrase`small letters, digits and hyphens`),
    "from-issue": textOption(phrase`a file with the text of an issue`),
  },
  read([kind = "", group = "", ...words], given): Omit<Order, "root" | "now"> | string {
    const { "from-issue": issue, like, address } = given;
    const written = Object.entries(given).filter(([, value]) => value !== undefined);
    if (issue !== undefined) {
      return kind === "" && written.length === 1
        ? { kind: "", group: "", name: "", issue }
        : say`Cannot use --from-issue with other words: the issue says them`;
    }
    const isSite = kind === "site";
    const name = words.join(" ").trim() || (kind === "group" || isSite ? group : "");
    if (kind !== "" && !NEW_KINDS.includes(kind)) {
      return say`Cannot make "${kind}": expected one of ${NEW_KINDS.join(", ")}${
        suggestion(kind, NEW_KINDS)
      }`;
    }
    if (!isSite && (group === "" || name === "")) return say`Expected a kind, a group and a name`;
    const unfit = written.map(([option]) => option).find((option) => !fits(option, kind));
    if (unfit !== undefined) {
      return say`Cannot use ${`--${unfit}`} with "${kind}": ${unfitReason(unfit)}`;
    }
    const fields = Object.fromEntries(
      written.filter(([option]) => GROUP_OPTIONS.includes(option))
        .map(([option, value]) => [option.replace("-", "_"), value!]),
    );
    const title = isSite ? [group, ...words].join(" ").trim() : name;
    return { kind, group: isSite ? "" : group, name: title, fields, like, address };
  },
});

Deno.exitCode = await runTask({
  usage: USAGE,
  help: helpTexts("new", HELP),
  readCall: readOrder,
  run,
});

function run(order: Omit<Order, "root" | "now">): number {
  const { CONTENT_DIR: root } = taskSettings();
  if (order.issue !== undefined) {
    console.log(makeFromIssue(root, order.issue));
    return DONE;
  }
  const files = makeFiles({ ...order, root, now: Date.now() });
  writeTexts(files);
  if (order.group !== "") offerNames(root, order.group);
  console.log([...files.keys()].at(-1));
  return DONE;
}

function fits(option: string, kind: string): boolean {
  if (option === "address") return !UNADDRESSED.includes(kind);
  return GROUP_OPTIONS.includes(option) ? kind === "group" : kind !== "site";
}

function unfitReason(option: string): string {
  if (option === "address") {
    return say`it is for members, setlists, shows, news, events and releases`;
  }
  return option === "like"
    ? say`it copies files of groups, members, setlists, shows, news, events, releases and video calls`
    : say`it is an option of groups`;
}
