import { readWrittenDate } from "../../../src/time/civil_date.ts";
import { isKnown, textOf } from "./known_value.ts";
import type { Tell, Where } from "../report/notes.ts";
import type { RawRecord } from "../dump/read_dump.ts";

/**
 * Reads a record field by field. Names are found in any spelling (`birthDate`, `birth_date`); `null`,
 * empty text and empty lists are unknown, which is `undefined`. What cannot be used is told.
 */
export interface RecordReader {
  readonly where: Where;
  /** The first known value. */
  take(...names: string[]): unknown;
  text(...names: string[]): string | undefined;
  /** Text of an address, in which spaces are written as `%20`. */
  address(...names: string[]): string | undefined;
  /** A whole number above 0. */
  count(name: string): number | undefined;
  flag(name: string): boolean | undefined;
  /** A day as people write it, `YYYY-MM-DD` in the group's zone. */
  day(...names: string[]): string | undefined;
  /** A time as people write it, `HH:MM` or `HH:MM:SS`. */
  time(name: string): string | undefined;
  texts(name: string): string[] | undefined;
  /** The entries of a list that are fields; text becomes `{name}`. */
  items(name: string): Record<string, unknown>[] | undefined;
  /** Marks fields that follow from others, so that nobody misses them. */
  pass(...names: string[]): void;
  /** Marks all fields: the record is passed over. */
  passOver(): void;
  /** The known fields that nobody has asked for. */
  unused(): string[];
}

/** What a record is read with. */
export interface Reading {
  readonly zone: string;
  readonly tell: Tell;
}

export function createRecord(
  { number, fields }: RawRecord,
  name: string,
  { zone, tell }: Reading,
): RecordReader {
  const where = { record: number, name };
  const known = new Map(
    Object.entries(fields).filter(([, value]) => isKnown(value))
      .map(([key, value]) => [plainKey(key), { key, value }] as const),
  );
  const used = new Set<string>();
  const take = (...names: string[]): unknown => {
    const keys = names.map(plainKey);
    for (const key of keys) used.add(key);
    return known.get(keys.find((key) => known.has(key)) ?? "")?.value;
  };
  const refuse = (names: readonly string[], expected: string, value: unknown) =>
    tell(`"${names[0]}" is left out: expected ${expected}, found ${shown(value)}`, where);
  const read = <T>(
    names: readonly string[],
    expected: string,
    convert: (value: unknown) => T | undefined,
  ): T | undefined => {
    const value = take(...names);
    if (value === undefined) return undefined;
    const made = convert(value);
    if (made === undefined) refuse(names, expected, value);
    return made;
  };
  return {
    where,
    take,
    text: (...names) => read(names, "text", textOf),
    address: (...names) =>
      read(names, "an address", (value) => textOf(value)?.replace(/\s/g, "%20")),
    count: (name) => read([name], "a whole number above 0", countOf) || undefined,
    flag: (name) => read([name], "true or false", flagOf),
    day: (...names) => read(names, DATE_FORMS, (value) => dayOf(value, zone)),
    time: (name) => read([name], 'a time such as "19:00"', timeOf),
    texts: (name) => read([name], "a list of texts", textsOf),
    items: (name) => read([name], "a list", itemsOf),
    pass: (...names) => void take(...names),
    passOver: () => known.forEach((_, key) => used.add(key)),
    unused: () => [...known].filter(([key]) => !used.has(key)).map(([, { key }]) => key),
  };
}

const DATE_FORMS = "a date such as 2026-07-04, 26 Januari 2025 or March 10, 2025";

/** `birthDate`, `birth_date` and `birthdate` are one field. */
function plainKey(key: string): string {
  return key.replace(/[_-]/g, "").toLowerCase();
}

/** 0 stands for unknown. */
function countOf(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) && (number as number) >= 0 ? number as number : undefined;
}

function flagOf(value: unknown): boolean | undefined {
  if (value === 1 || value === "true") return true;
  if (value === 0 || value === "false") return false;
  return typeof value === "boolean" ? value : undefined;
}

/** A day as people write it; undefined where it is none. */
export function dayOf(value: unknown, zone: string): string | undefined {
  try {
    return typeof value === "string" ? readWrittenDate(value, zone) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const TIME = /^(?<hour>[01]?\d|2[0-3])[:.](?<rest>[0-5]\d(?:[:.][0-5]\d)?)(?:\s*[A-Z]{3,4})?$/i;

function timeOf(value: unknown): string | undefined {
  const match = typeof value === "string" ? TIME.exec(value.trim()) : null;
  const { hour, rest } = match?.groups ?? {};
  return hour && rest && `${hour.padStart(2, "0")}:${rest.replace(".", ":")}`;
}

function textsOf(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) {
    const text = textOf(value);
    return text === undefined ? undefined : [text];
  }
  const texts = value.filter(isKnown).map(textOf);
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

function itemsOf(value: unknown): Record<string, unknown>[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.filter(isKnown).map((item) =>
    typeof item === "object" ? item as Record<string, unknown> : { name: item }
  );
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? "nothing").slice(0, 60);
}
