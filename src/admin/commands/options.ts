import type { Plans } from "../../model/plans.ts";
import { Temporal } from "../../time/temporal.ts";
import { wholeNumberText } from "../../toolbox/text_reader.ts";
import { isCivilDate } from "../../time/civil_date.ts";
import { type CommandArguments, CommandError, type Option } from "../command/command.ts";
import { dayEnd } from "../../time/wall_clock.ts";
import { type AddressRange, readAddressRange } from "../../address/ip_address.ts";

const MAX_LINE = 200;
const MAX_EMAIL = 254;
const EMAIL = /^[^\s@<>()[\],;:\\"\p{Cc}]+@[^\s@<>()[\],;:\\"\p{Cc}]+$/u;
/** Characters that end a line, or turn the ones around it: they would garble tables, letters and messages. */
const NO_LINE = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** Whether a text is one line that can be shown in tables and letters. */
export function isOneLine(text: string): boolean {
  return text !== "" && text.length <= MAX_LINE && !NO_LINE.test(text);
}

/** Whether a text is an e-mail address that no header mistakes for anything else. */
export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL && EMAIL.test(text);
}

/** Reads one line of text that is not empty: a name, a reason. */
export function readLine(input: CommandArguments, name: string): string {
  const text = input.text(name)?.trim() ?? "";
  if (isOneLine(text)) return text;
  throw new CommandError(
    `Cannot use --${name}: expected one line of text of at most ${MAX_LINE} characters`,
    "words",
    name,
  );
}

/** An e-mail address: a part before the @ and one behind it, nothing that a header could mistake. */
export function readEmail(input: CommandArguments): string {
  const text = input.text("email")?.trim() ?? "";
  if (isEmail(text)) return text;
  throw new CommandError(
    `Cannot use the e-mail address "${text}": write it as sari@fans.example`,
    "words",
    "email",
  );
}

/** One of the names that there are. */
export function readKnown<N extends string>(what: string, name: string, names: readonly N[]): N {
  const known = names.find((one) => one === name);
  if (known !== undefined) return known;
  throw new CommandError(
    `Cannot use the ${what} "${name}": expected one of ${names.join(", ")}`,
    "words",
    what,
  );
}

/** A whole number between two bounds; `absent` if the option is not there, and `shown` as it is typed. */
export function readCountOption(
  input: CommandArguments,
  name: string,
  { least, most, absent, shown = `--${name}` }: {
    least: number;
    most: number;
    absent: number;
    shown?: string;
  },
): number {
  const text = input.text(name);
  if (text === undefined) return absent;
  const reader = wholeNumberText(least, most);
  const count = reader.read(text);
  if (count !== undefined) return count;
  throw new CommandError(
    `Cannot use ${shown} "${text}": expected ${reader.description}`,
    "words",
    name,
  );
}

/**
 * When something ends, in epoch ms: a day ends with its last instant in `zone`, an instant is itself.
 * Undefined for "never". `option` brought the text.
 */
export function readEnd(text: string, zone: string, option = "expires"): number | undefined {
  if (text === "never") return undefined;
  if (isCivilDate(text)) return dayEnd(text, zone);
  try {
    return Temporal.Instant.from(text).epochMilliseconds;
  } catch {
    throw new CommandError(
      `Cannot use the date "${text}": write it as 2027-01-31, or as 2027-01-31T12:00:00Z`,
      "words",
      option,
    );
  }
}

/** Which plan a key has. */
export const PLAN: Option = {
  valueName: "plan",
  description: "a plan of content/plans.yaml",
  choices: ({ plans }) => Object.keys(plans),
};

/** From where it may be used. */
export const IP: Option = {
  valueName: "address",
  description: "an address or CIDR range it may be used from",
  repeats: true,
};

/** When it ends. */
export const EXPIRES: Option = {
  valueName: "date",
  description:
    "the last day it holds, such as 2027-01-31, in the zone of the plan's quota; an instant; or never",
};

/** The time zone whose days a plan counts; UTC if it counts none. */
export function planZone(plans: Plans, name: string): string {
  const plan = Object.hasOwn(plans, name) ? plans[name] : undefined;
  return plan === undefined || plan.quota === "unlimited" ? "UTC" : plan.quota.timezone;
}

/** Most entries a key's list may have: its record must fit into one entry of the store. */
const MOST = 500;

/**
 * Addresses and CIDR ranges, each in its one spelling.
 *
 * @throws {CommandError} that names the first one that is neither
 */
export function readAddresses(texts: readonly string[]): string[] {
  return texts.map((text) => {
    try {
      return spellRange(readAddressRange(text.trim()));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw new CommandError(error.message, "words", "ip");
    }
  });
}

/** A key's list. */
export function toList(addresses: readonly string[]): string[] {
  const list = [...new Set(addresses)];
  if (list.length <= MOST) return list;
  throw new CommandError(`Cannot keep more than ${MOST} addresses for one key`, "words", "ip");
}

/** An address or a range in its one spelling. */
export function spellRange({ base, prefix }: AddressRange): string {
  const isOne = prefix === (base.version === 4 ? 32 : 128);
  return isOne ? base.text : `${base.text}/${prefix}`;
}
