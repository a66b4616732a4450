import { forCaller, fromCaller } from "../../src/platform/caller_paths.ts";
import { writeTexts } from "../files/write_texts.ts";
import { offerNames } from "../completion/completion_files.ts";
import { makeService, type ServiceOrder } from "../service/make_service.ts";
import { makeFromIssue } from "./from_issue.ts";
import { makeFiles, NEW_KINDS, type Order } from "./make_file.ts";
import { suggestion } from "../diagnostic/wording.ts";
import { commandReader, patternOption, textOption } from "../task/command_line.ts";
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
  deno task new service <folder> [--group <group>] [--title <title>]

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

  deno task new service ../hanabi --title "Hanabi"

makes a repository of its own for a group's data: content with one group to fill in, engine.ts, which
runs this program at this commit, checks for pull requests, forms, a container file. Also
  --group           the group's address; the folder's name if left out
  --licence         on what terms the data may be used: an SPDX id or an address (CC0-1.0)
  --repo            owner/name, as on GitHub, for the button of Deno Deploy
  --engine          what git fetches this program from (the origin of this clone)

Options may be anywhere, with = or a space before their value. Without a day in front of the name,
or behind it, it is today. A file that is there is never overwritten.

Exit codes: 0 made; 1 it cannot be made, and nothing is written; 2 a wrong call.`;

/** Groups and days of video calls are called by the word that makes them. */
const UNADDRESSED = ["site", "group", "videocall"];

const SERVICE = "service";

const SERVICE_OPTIONS = ["group", "title", "licence", "repo", "engine"];

const GROUP_OPTIONS = ["family", "timezone", "language", "leap-day"];

/** A file of a content folder, or a repository with one. */
type NewCall = Omit<Order, "root" | "now"> | { readonly service: ServiceOrder };

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
    group: textOption(phrase`small letters, digits and hyphens`),
    title: textOption(phrase`what the service is called`),
    licence: textOption(phrase`a licence such as CC0-1.0`),
    repo: patternOption(phrase`owner/name, as on GitHub`, /^[\w.-]+\/[\w.-]+$/),
    engine: textOption(phrase`the address of a repository`),
  },
  read([kind = "", group = "", ...words], given): NewCall | string {
    const { "from-issue": issue, like, address } = given;
    const written = Object.entries(given).filter(([, value]) => value !== undefined);
    if (issue !== undefined) {
      return kind === "" && written.length === 1
        ? { kind: "", group: "", name: "", issue }
        : say`Cannot use --from-issue with other words: the issue says them`;
    }
    const fields = Object.fromEntries(
      written.filter(([option]) => GROUP_OPTIONS.includes(option))
        .map(([option, value]) => [option.replace("-", "_"), value!]),
    );
    const isSite = kind === "site";
    const name = words.join(" ").trim() || (kind === "group" || isSite ? group : "");
    const unfit = written.map(([option]) => option).find((option) => !fits(option, kind));
    if (kind === SERVICE && unfit === undefined) {
      if (group === "" || words.length > 0) {
        return say`Expected the folder of the new repository: deno task new service <folder>`;
      }
      const { title, licence, repo: repository, engine, group: first } = given;
      return {
        service: { folder: group, group: first, title, licence, repository, engine, fields },
      };
    }
    if (kind !== "" && !NEW_KINDS.includes(kind)) {
      return say`Cannot make "${kind}": expected one of ${[...NEW_KINDS, SERVICE].join(", ")}${
        suggestion(kind, [...NEW_KINDS, SERVICE])
      }`;
    }
    if (!isSite && (group === "" || name === "")) return say`Expected a kind, a group and a name`;
    if (unfit !== undefined) {
      return say`Cannot use ${`--${unfit}`} with "${kind}": ${unfitReason(unfit)}`;
    }
    const title = isSite ? [group, ...words].join(" ").trim() : name;
    return { kind, group: isSite ? "" : group, name: title, fields, like, address };
  },
});

// Only a repository is begun with git.
if (Deno.args[0] !== SERVICE) await Deno.permissions.revoke({ name: "run" });

Deno.exitCode = await runTask({
  usage: USAGE,
  help: helpTexts("new", HELP),
  readCall: readOrder,
  run,
});

function run(order: NewCall): number {
  if ("service" in order) {
    console.log(makeService(order.service));
    return DONE;
  }
  const { CONTENT_DIR: root } = taskSettings();
  if (order.issue !== undefined) {
    console.log(forCaller(makeFromIssue(root, fromCaller(order.issue))));
    return DONE;
  }
  const like = order.like === undefined ? undefined : fromCaller(order.like);
  const files = makeFiles({ ...order, like, root, now: Date.now() });
  writeTexts(files);
  if (order.group !== "") offerNames(root, order.group);
  console.log(forCaller([...files.keys()].at(-1)!));
  return DONE;
}

function fits(option: string, kind: string): boolean {
  if (SERVICE_OPTIONS.includes(option)) return kind === SERVICE;
  if (kind === SERVICE) return GROUP_OPTIONS.includes(option);
  if (option === "address") return !UNADDRESSED.includes(kind);
  return GROUP_OPTIONS.includes(option) ? kind === "group" : kind !== "site";
}

function unfitReason(option: string): string {
  if (SERVICE_OPTIONS.includes(option)) return say`it is for a service`;
  if (option === "address") {
    return say`it is for members, setlists, shows, news, events and releases`;
  }
  return option === "like"
    ? say`it copies files of groups, members, setlists, shows, news, events, releases and video calls`
    : say`it is an option of groups`;
}
