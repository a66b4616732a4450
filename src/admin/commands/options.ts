import { type AddressRange, readAddressRange } from "../../http/ip_address.ts";
import type { Plans } from "../../model/plans.ts";
import { isCivilDate } from "../../time/civil_date.ts";
import { Temporal } from "../../time/temporal.ts";
import { dayEnd } from "../../time/wall_clock.ts";
import { choiceText, type TextReader, wholeNumberText } from "../../toolbox/text_reader.ts";
import { type CommandEnv, CommandError, type OptionReader } from "../command/command.ts";

/** Longest line of text, in UTF-16 units. */
const MAX_LINE = 200;
const MAX_EMAIL = 254;
const ADDRESS_OF_MAIL = /^[^\s@<>()[\],;:\\"\p{Cc}]+@[^\s@<>()[\],;:\\"\p{Cc}]+$/u;
/** Characters that end a line, or turn the ones around it: they would garble tables, letters and messages. */
const NO_LINE = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** Whether a text is one line that can be shown in tables and letters. */
export function isOneLine(text: string): boolean {
  return text !== "" && text.length <= MAX_LINE && !NO_LINE.test(text);
}

/** Whether a text is an e-mail address that no header mistakes for anything else. */
export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL && ADDRESS_OF_MAIL.test(text);
}

/** One line of text that is not empty: a name, a reason. */
export const LINE: TextReader<string> = {
  description: `one line of text of at most ${MAX_LINE} characters`,
  read(text) {
    const line = text.trim();
    return isOneLine(line) ? line : undefined;
  },
};

/** Any text. */
export const TEXT: TextReader<string> = { description: "a text", read: (text) => text };

/** An e-mail address: a part before the @ and one behind it, nothing that a header could mistake. */
export const EMAIL: TextReader<string> = {
  description: "an e-mail address such as sari@fans.example",
  read(text) {
    const email = text.trim();
    return isEmail(email) ? email : undefined;
  },
};

/** One of a few words. */
export function oneOf<const T extends string>(words: readonly T[]): TextReader<T> {
  return choiceText(words, `one of ${words.join(", ")}`);
}

/** An option that has a value. */
export function optional<T>(valueName: string, description: string, reader: OptionReader<T>) {
  return { valueName, description, reader };
}

/** An option that has to be there. */
export function required<T>(valueName: string, description: string, reader: OptionReader<T>) {
  return { valueName, description, reader, required: true } as const;
}

/** An option whose value is a whole number between two bounds. */
export function count(least: number, most: number, description: string) {
  return optional("number", description, wholeNumberText(least, most));
}

/** When something ends, epoch ms, by the zone that counts its days; undefined: never. */
export type End = (zone: string) => number | undefined;

const END: TextReader<End> = {
  description: "a date such as 2027-01-31, an instant such as 2027-01-31T12:00:00Z, or never",
  read(text) {
    if (text === "never") return () => undefined;
    // A day ends with its last instant.
    if (isCivilDate(text)) return (zone) => dayEnd(text, zone);
    try {
      const { epochMilliseconds } = Temporal.Instant.from(text);
      return () => epochMilliseconds;
    } catch {
      return undefined;
    }
  },
};

/** An address or a CIDR range in its one spelling. */
const ADDRESS: TextReader<string> = {
  description: "an address or a CIDR range",
  read(text) {
    try {
      return spellRange(readAddressRange(text.trim()));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw new CommandError(`Cannot read address: ${error.message}`);
    }
  },
};

/** Which plan a key has. */
export const PLAN = required(
  "plan",
  "a plan of content/plans.yaml",
  ({ content }: CommandEnv) => oneOf(Object.keys(content().plans)),
);

/** From where it may be used. */
export const IP = {
  ...optional("address", "an address or CIDR range it may be used from", ADDRESS),
  repeats: true,
} as const;

/** When it ends. */
export const EXPIRES = optional(
  "date",
  "the last day it holds, such as 2027-01-31, in the zone of the plan's quota; an instant; or never",
  END,
);

/** The time zone whose days a plan counts; UTC if it counts none. */
export function planZone(plans: Plans, name: string): string {
  const plan = Object.hasOwn(plans, name) ? plans[name] : undefined;
  return plan === undefined || plan.quota === "unlimited" ? "UTC" : plan.quota.timezone;
}

/** Most entries a key's list may have: its record must fit into one entry of the store. */
const MOST = 500;

/** A key's list of addresses. */
export function toList(addresses: readonly string[]): string[] {
  const list = [...new Set(addresses)];
  if (list.length <= MOST) return list;
  throw new CommandError(`Cannot keep more than ${MOST} addresses for one key`);
}

/** An address or a range in its one spelling. */
export function spellRange({ base, prefix }: AddressRange): string {
  const isOne = prefix === (base.version === 4 ? 32 : 128);
  return isOne ? base.text : `${base.text}/${prefix}`;
}
