import { quote, shorten } from "../../diagnostic/wording.ts";
import { type Message, messageOf, phrase, type Words } from "../../words/say.ts";
import type { ValuePath } from "../../read/source.ts";
import type { z } from "zod";
import type { Remedy } from "../../schema/content/remedies.ts";

/** A value of a file: what it is read as, and how it is written there. */
export interface FoundValue {
  readonly value: unknown;
  readonly written: string | undefined;
  /** Whether the file would miss it, were it left out. */
  readonly isNeeded: () => boolean;
  /** The fields that name it, where it has to have fields, and a line with each. */
  readonly neededFields: readonly string[];
  readonly neededLines: readonly string[];
  /** The one that it needs, where it needs no other. */
  readonly onlyField: string | undefined;
  /** What is said of it beyond its schema. */
  readonly remedy: Remedy;
  /** Whether its entries may be text, or fields of which they need one alone. */
  readonly takesText: boolean;
  /** The same of its entries, where it has to be a list of such. */
  readonly entryFields: readonly string[];
  readonly entryLines: readonly string[];
  /** Whether it is an entry of a list. */
  readonly isEntry: boolean;
  /** Whether a note stands on its line, right behind the field's name. */
  readonly isNote: () => boolean;
  /** Whether the content builds without the file. */
  readonly mayComeLater: boolean;
}

/** What the schemas' types are called in messages. */
export const TYPE_NAMES: Readonly<Record<string, Message>> = {
  string: phrase`text`,
  number: phrase`a number`,
  int: phrase`a whole number`,
  boolean: phrase`true or false`,
  array: phrase`a list, with a hyphen and a space before each entry`,
  object: phrase`fields, each with a colon`,
  record: phrase`fields, each with a colon`,
};

export function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

/** Names a value in a message, shortened where it is long. */
export function describe({ value, written }: Pick<FoundValue, "value" | "written">): Words {
  if (isNothing(value)) return phrase`nothing`;
  if (Array.isArray(value)) return phrase`a list`;
  if (typeof value === "object") return phrase`fields`;
  if (typeof value === "string") return JSON.stringify(shorten(value)).replaceAll("\\\\", "\\");
  return typeof value === "number"
    ? phrase`the number ${shorten(written ?? String(value))}`
    : String(value);
}

/** `"socials[1].url"`; in a file that is a list, `entry 2` and `"name" of entry 2`. */
export function placeName([first, ...rest]: ValuePath): Words {
  if (typeof first !== "number") return quote(pathName([first!, ...rest]));
  const entry = phrase`entry ${first + 1}`;
  return rest.length === 0 ? entry : phrase`${quote(pathName(rest))} of ${entry}`;
}

/** `socials[1].url`. */
export function pathName(path: ValuePath): string {
  return path.map((part, place) =>
    typeof part === "number" ? `[${part + 1}]` : place === 0 ? part : `.${part}`
  ).join("");
}

/** What a schema says of a value; what has values of its own is beside its English words. */
export function schemaWords(issue: z.core.$ZodIssue): Message {
  const said = issue.code === "custom" ? issue.params?.["said"] : undefined;
  return said === undefined ? messageOf(issue.message) : said as Message;
}
