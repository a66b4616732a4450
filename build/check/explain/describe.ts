import { shorten } from "../../diagnostic/quote.ts";
import { phrase, say } from "../../words/say.ts";

/** A value of a file: what it is read as, and how it is written there. */
export interface FoundValue {
  readonly value: unknown;
  readonly written: string | undefined;
  /** Whether the file would miss it, were it left out. */
  readonly isNeeded: () => boolean;
  /** The fields that it needs, where it has to have fields. */
  readonly neededFields: readonly string[];
  /** The fields that its entries need, where it has to be a list of such. */
  readonly entryFields: readonly string[];
  /** Whether it is an entry of a list. */
  readonly isEntry: boolean;
  /** Whether a note stands on its line, right behind the field's name. */
  readonly isNote: () => boolean;
  /** Whether the content builds without the file. */
  readonly mayComeLater: boolean;
}

/** What the schemas' types are called in messages. */
export const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: phrase`text`,
  number: phrase`a number`,
  int: phrase`a whole number`,
  boolean: phrase`true or false`,
  array: phrase`a list, with a hyphen and a space before each entry`,
  object: phrase`fields, each with a colon`,
  record: phrase`fields, each with a colon`,
};

/** Names a value in a message, shortened where it is long. */
export function describe({ value, written }: Pick<FoundValue, "value" | "written">): string {
  if (value === undefined || value === null || value === "") return say`nothing`;
  if (Array.isArray(value)) return say`a list`;
  if (typeof value === "object") return say`fields`;
  if (typeof value === "string") return JSON.stringify(shorten(value));
  return typeof value === "number"
    ? say`the number ${shorten(written ?? String(value))}`
    : String(value);
}
