import { forCaller } from "../../../src/platform/caller_paths.ts";
import { writeTexts } from "../../files/write_texts.ts";
import { offerNames } from "../completion/completion_files.ts";
import { makeService, type ServiceOrder } from "../service/make_service.ts";
import { makeFiles, NEW_KINDS, type Order } from "./make_file.ts";
import { suggestion } from "../../diagnostic/wording.ts";
import { commandReader, patternOption, textOption } from "../../task/command_line.ts";
import { taskOf } from "../../task/run_task.ts";
import { DONE } from "../../task/task_error.ts";
import { taskSettings } from "../../task/task_settings.ts";
import { phrase, say } from "../../words/say.ts";

const USAGE = "deno task new <kind> <group> <name>";

const HELP = `Makes a content file to fill in, and prints where it is.

  deno task new <kind> <group> <name> [--address <address>]
  deno task new site [<title>]
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

  --address         what the file is called, behind its day, where the name has no Latin letters:
                    deno task new member groupb "前田 敦子" --address maeda-atsuko
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

Options may be anywhere, with = or a space before their value. A day may be written as
"4 Juli 2026", with an hour behind it. Without a day in front of the name, or behind it, it is today.
A file that is there is never overwritten.

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
    address: textOption(phrase`small letters, digits and hyphens`),
    group: textOption(phrase`small letters, digits and hyphens`),
    title: textOption(phrase`what the service is called`),
    licence: textOption(phrase`a licence such as CC0-1.0`),
    repo: patternOption(phrase`owner/name, as on GitHub`, /^[\w.-]+\/[\w.-]+$/),
    engine: textOption(phrase`the address of a repository`),
  },
  read([kind = "", group = "", ...words], given): NewCall | string {
    const written = Object.entries(given).filter(([, value]) => value !== undefined);
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
    return { kind, group: isSite ? "" : group, name: title, fields, address: given.address };
  },
});

export const task = taskOf({
  usage: USAGE,
  help: HELP,
  hasOwnLanguage: true,
  readCall: readOrder,
  run,
});

async function run(order: NewCall): Promise<number> {
  if ("service" in order) {
    console.log(makeService(order.service));
    return DONE;
  }
  // Only a repository is begun with git.
  await Deno.permissions.revoke({ name: "run" });
  const { CONTENT_DIR: root } = taskSettings();
  const files = makeFiles({ ...order, root, now: Date.now() });
  writeTexts(files);
  if (order.group !== "") offerNames(root, order.group);
  console.log(forCaller([...files.keys()].at(-1)!));
  return DONE;
}

function fits(option: string, kind: string): boolean {
  if (SERVICE_OPTIONS.includes(option)) return kind === SERVICE;
  if (kind === SERVICE) return GROUP_OPTIONS.includes(option);
  if (option === "address") return !UNADDRESSED.includes(kind);
  return kind === "group";
}

function unfitReason(option: string): string {
  if (SERVICE_OPTIONS.includes(option)) return say`it is for a service`;
  if (option === "address") {
    return say`it is for members, setlists, shows, news, events and releases`;
  }
  return say`it is an option of groups`;
}
