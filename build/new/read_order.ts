import { suggestion } from "../diagnostic/nearest.ts";
import { NEW_KINDS } from "./make_file.ts";
import type { Order } from "./order.ts";
import { phrase, say, translated } from "../words/say.ts";

/** Options and what each takes. */
const OPTIONS: Readonly<Record<string, string>> = {
  "--family": phrase`bare or wrapped`,
  "--timezone": phrase`a time zone such as Asia/Tokyo`,
  "--language": phrase`a language such as id, en or ja`,
  "--leap-day": phrase`feb28 or mar1`,
  "--like": phrase`a file to copy`,
  "--address": phrase`small letters, digits and hyphens`,
  "--from-issue": phrase`a file with the text of an issue`,
};

/** Groups and days of video calls are called by the word that makes them. */
const UNADDRESSED = ["site", "group", "videocall"];

const GROUP_OPTIONS = ["--family", "--timezone", "--language", "--leap-day"];

/** The file that the words of a call ask for; a text explains what is wrong with them. */
export function readOrder(args: readonly string[]): Omit<Order, "root" | "now"> | string {
  const parted = partWords(args);
  if (typeof parted === "string") return parted;
  const { words: [kind = "", group = "", ...words], options } = parted;
  const { "--from-issue": issue, ...chosen } = options;
  if (issue !== undefined) {
    const isAlone = kind === "" && Object.keys(chosen).length === 0;
    return isAlone
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
  const unfit = Object.keys(options).find((option) => !fits(option, kind));
  if (unfit !== undefined) return say`Cannot use ${unfit} with "${kind}": ${unfitReason(unfit)}`;
  const { "--like": like, "--address": address, ...rest } = options;
  const fields = Object.fromEntries(
    Object.entries(rest).map(([option, value]) => [option.slice(2).replace("-", "_"), value]),
  );
  const title = isSite ? [group, ...words].join(" ").trim() : name;
  return { kind, group: isSite ? "" : group, name: title, fields, like, address };
}

function fits(option: string, kind: string): boolean {
  if (option === "--address") return !UNADDRESSED.includes(kind);
  return GROUP_OPTIONS.includes(option) ? kind === "group" : kind !== "site";
}

function unfitReason(option: string): string {
  if (option === "--address") {
    return say`it is for members, setlists, shows, news, events and releases`;
  }
  return option === "--like"
    ? say`it copies files of groups, members, setlists, shows, news, events, releases and video calls`
    : say`it is an option of groups`;
}

/** Options may be anywhere, their values behind `=` or as the next word. */
function partWords(args: readonly string[]) {
  const words: string[] = [];
  const options: Record<string, string> = {};
  for (let place = 0; place < args.length; place++) {
    const word = args[place]!;
    if (!word.startsWith("--")) {
      words.push(word);
      continue;
    }
    const [option = "", ...behind] = word.split("=");
    const known = Object.keys(OPTIONS);
    if (!known.includes(option)) {
      return say`Cannot use ${option}: expected one of ${known.join(", ")}${
        suggestion(option, known)
      }`;
    }
    const value = behind.length > 0 ? behind.join("=") : args[++place] ?? "";
    if (value === "") {
      return say`Cannot use ${option}: expected ${translated(OPTIONS[option]!)} behind it`;
    }
    options[option] = value;
  }
  return { words, options };
}
