import { choiceText, wholeNumberText } from "../toolbox/text_reader.ts";
import { isCivilDate } from "../time/civil_date.ts";
import type { JsonSchema } from "./json_schema.ts";
import type { Parameter } from "./parameter.ts";

/** A parameter that need not be there. */
export type Optional<T> = Parameter<T | undefined>;

/** Makes a parameter that need not be there, of a kind that is not below. */
export function optional<T>(
  description: string,
  schema: JsonSchema,
  read: (text: string) => T | undefined,
): Optional<T> {
  return { description, schema, read, absent: undefined, required: false };
}

/** The same parameter, not to be left out. */
export function required<T>(parameter: Optional<T>): Parameter<T> {
  return { ...parameter, required: true } as Parameter<T>;
}

/** The same parameter, with a value for when it is left out. */
export function otherwise<T>(parameter: Optional<T>, absent: T): Parameter<T> {
  return { ...parameter, absent } as Parameter<T>;
}

/** The same parameter, taken under a second name too. */
export function alsoNamed<T>(parameter: Parameter<T>, alias: string): Parameter<T> {
  return { ...parameter, alias };
}

const SAYS_SOMETHING = /[^\s\p{M}]/u;

/**
 * A text that is more than spaces, in tokens that the expressions of all languages have: what else is
 * no text, such as stray accents, the reader refuses.
 */
const TEXT: JsonSchema = { type: "string", minLength: 1, pattern: "\\S" };

/** Any text that is more than spaces and stray accents. */
export function anyText(description: string): Optional<string> {
  return optional(
    description,
    TEXT,
    (text) => SAYS_SOMETHING.test(text.normalize("NFKD")) ? text : undefined,
  );
}

/** Texts separated by commas. */
export const NAMES: JsonSchema = { ...TEXT, format: "names" };

/**
 * Up to `most` names, separated by commas or repeated: each as `fold` spells it, once, sorted, so that
 * what means the same is one value.
 */
export function nameList(
  description: string,
  most: number,
  fold: (name: string) => string,
): Optional<readonly string[]> {
  const readAll = (texts: readonly string[]) => {
    const parts = texts.flatMap((text) => text.split(","));
    if (!parts.every((part) => SAYS_SOMETHING.test(part.normalize("NFKD")))) return undefined;
    const names = [...new Set(parts.map(fold))].sort();
    return names.length <= most ? names : undefined;
  };
  return { ...optional(description, NAMES, (text) => readAll([text])), readAll };
}

/** A whole number between two bounds, in plain digits. */
export function wholeNumber(least: number, most: number): Optional<number> {
  const schema = { type: "integer", minimum: least, maximum: most };
  return { ...wholeNumberText(least, most), schema, absent: undefined, required: false };
}

/** A whole number from 1 up, in plain digits; one above `most` is read as `most`. */
export function countingNumber(most: number): Optional<number> {
  const schema = { type: "integer", minimum: 1 };
  return optional("a whole number from 1 up", schema, (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : 0;
    return value >= 1 ? Math.min(value, most) : undefined;
  });
}

/** One of a few words. */
export function oneOf<const T extends string>(...words: T[]): Optional<T> {
  const schema = { type: "string", enum: words };
  return { ...choiceText(words, words.join(", ")), schema, absent: undefined, required: false };
}

/** `true` or `false`. */
export function trueOrFalse(): Optional<boolean> {
  return optional(
    "true or false",
    { type: "boolean" },
    (text) => text === "true" ? true : text === "false" ? false : undefined,
  );
}

/** A day such as `2026-07-04`. */
export function civilDate(): Optional<string> {
  const schema = { type: "string", format: "date" };
  return optional(
    "a date such as 2026-07-04",
    schema,
    (text) => isCivilDate(text) ? text : undefined,
  );
}
