import { forCaller } from "../../../src/platform/caller_paths.ts";
import { suggestion } from "../../diagnostic/wording.ts";
import { writeTexts } from "../../files/write_texts.ts";
import { commandReader, textOption } from "../../task/command_line.ts";
import { taskOf } from "../../task/run_task.ts";
import { DONE } from "../../task/task_error.ts";
import { taskSettings } from "../../task/task_settings.ts";
import { phrase, say } from "../../words/say.ts";
import { GROUP_OPTIONS, groupFields } from "./group_options.ts";
import { makeFiles, NEW_KINDS, type Order } from "./make_file.ts";

const USAGE = "deno task new <kind> <group> <name>";

const HELP = `Makes a content file to fill in, and prints where it is.

  deno task new <kind> <group> <name> [--address <address>]
  deno task new site [<title>]

  deno task new site "Nama Layanan"                        site.yaml, plans.yaml and schemas
  deno task new group groupc "Nama Grup" --family wrapped
  deno task new member groupa "Nadindra Pramesti"
  deno task new setlist groupa "Jendela Pagi"
  deno task new show groupa "2026-07-04 Jendela Pagi"      a setlist's name, or a title
  deno task new news groupa "2026-07-04 Jadwal Agustus"
  deno task new event groupa "2026-07-04 Jabat Tangan"
  deno task new release groupb "Second Light"
  deno task new videocall groupa 2026-07-04
  deno task new service ../hanabi                          a repository of its own: see its --help

  --address         what the file is called, behind its day, where the name has no Latin letters:
                    deno task new member groupb "前田 敦子" --address maeda-atsuko
  --family          bare or wrapped: how the group's answers look (bare if left out)
  --timezone        the group's time zone (Asia/Jakarta)
  --language        the language by which its names are sorted (id)
  --leap-day        when those born on 29 February celebrate: feb28 or mar1 (feb28)

Options may be anywhere, with = or a space before their value. A day may be written as
"4 Juli 2026", with an hour behind it. Without a day in front of the name, or behind it, it is today.
A file that is there is never overwritten.

Exit codes: 0 made; 1 it cannot be made, and nothing is written; 2 a wrong call.`;

/** Groups and days of video calls are called by the word that makes them. */
const UNADDRESSED = ["site", "group", "videocall"];

export const task = taskOf({
  usage: USAGE,
  help: HELP,
  hasOwnLanguage: true,
  readCall: commandReader({
    options: { ...GROUP_OPTIONS, address: textOption(phrase`small letters, digits and hyphens`) },
    read([word = "", group = "", ...words], { address, ...given }) {
      const kind = NEW_KINDS.find((one) => one === word);
      if (kind === undefined && word !== "") {
        return say`Cannot make "${word}": expected one of ${NEW_KINDS.join(", ")}${
          suggestion(word, NEW_KINDS)
        }`;
      }
      const name = words.join(" ").trim() || (kind === "group" ? group : "");
      const isSite = kind === "site";
      if (kind === undefined || !isSite && (group === "" || name === "")) {
        return say`Expected a kind, a group and a name`;
      }
      const fields = groupFields(given);
      const [option] = Object.keys(fields);
      if (option !== undefined && kind !== "group") {
        const written = `--${option.replace("_", "-")}`;
        return say`Cannot use ${written} with "${kind}": it is an option of groups`;
      }
      if (address !== undefined && UNADDRESSED.includes(kind)) {
        return say`Cannot use --address with "${kind}": it is for members, setlists, shows, news, events and releases`;
      }
      return isSite
        ? { kind, group: "", name: [group, ...words].join(" ").trim() }
        : { kind, group, name, fields, address };
    },
  }),
  run(order: Omit<Order, "root" | "now">) {
    const { CONTENT_DIR: root } = taskSettings();
    const files = makeFiles({ ...order, root, now: Date.now() });
    writeTexts(files);
    console.log(forCaller([...files.keys()].at(-1)!));
    return DONE;
  },
});
