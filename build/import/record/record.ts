/**
 * This room reads the fields of a record by any of their names.
 *
 * @module
 */

import type { AmbiguousDate, DumpDate } from "../dates/read_moment.ts";
import { DATE_FORMS, type DateOptions, isUnknownDate, readDumpDate } from "../dates/read_moment.ts";
import { readYearlessDay } from "../dates/yearless_day.ts";
import type { RawRecord } from "../dump/read_dump.ts";
import type { FieldFate } from "../report/field_log.ts";
import type { Where } from "../report/notes.ts";
import type { FieldNaming } from "./find_fields.ts";
import type { RecordField } from "./flatten.ts";
import { onlyOne } from "./known_value.ts";
import {
  dateIn,
  readAddress,
  readCount,
  readFlag,
  readItems,
  readText,
  readTexts,
  readTime,
} from "./read_value.ts";
import { FieldFates } from "./field_fates.ts";
import { partsBeside } from "./values_beside.ts";
import { phrase } from "../../words/say.ts";

/**
 * Reads a record field by field. A field is found by any of its names in any spelling
 * (`birthDate`, `birth_date`, `tanggal_lahir`); `null`, empty text and empty lists are unknown, which
 * is `undefined`. What becomes of each field is kept.
 */
export interface RecordReader {
  readonly where: Where;
  /** The first known value, as it is written there. */
  take(...names: string[]): unknown;
  text(...names: string[]): string | undefined;
  /** Text of an address, in which spaces are written as `%20`. */
  address(...names: string[]): string | undefined;
  /** A whole number above 0. */
  count(name: string): number | undefined;
  flag(name: string): boolean | undefined;
  /** A day as people write it, `YYYY-MM-DD` in the group's zone. */
  day(...names: string[]): string | undefined;
  /** The day of a birth, `YYYY-MM-DD`, or `--MM-DD` where the year is not known. */
  birthDate(...names: string[]): string | undefined;
  /** A field's value, which stays unused. */
  peek(name: string): unknown;
  /** A day with the time that is written with it. */
  moment(...names: string[]): DumpDate | undefined;
  /** A time as people write it, `HH:MM` or `HH:MM:SS`. */
  time(name: string): string | undefined;
  /** The texts of all fields that have one of the field's names. */
  texts(name: string): string[] | undefined;
  /** The entries of a list that are fields; text becomes `{name}`. */
  items(name: string): Record<string, unknown>[] | undefined;
  /** Marks fields that follow from others, so that nobody misses them. */
  pass(...names: string[]): void;
  /** Marks all fields: the record belongs to another kind. */
  passOver(): void;
  /** Takes back that a field was filled; `*` means all of them. */
  lose(field: string, reason: string, value?: unknown): void;
  /** Marks what the entries of a list hold beside the facts that are taken. */
  loseBeside(field: string, rest: Readonly<Record<string, unknown>>): void;
  /** What became of every known field so far; what nobody has asked for is lost. */
  fates(): FieldFate[];
}

/** What a record is read with. */
export interface RecordOptions extends DateOptions, FieldNaming {
  /** Takes a date that may be several days. */
  onAmbiguous(field: string, text: string, date: AmbiguousDate): void;
}

/** A record of a dump, and what became of each of its fields. */
class DumpRecord implements RecordReader {
  readonly where: Where;
  readonly #fields: FieldFates;
  readonly #reading: RecordOptions;

  constructor(raw: RawRecord, name: string, reading: RecordOptions) {
    this.where = { record: raw.number, name };
    this.#reading = reading;
    this.#fields = new FieldFates(raw, reading);
  }

  take(...names: string[]): unknown {
    return this.#readOne(names, phrase`something`, (value) => value);
  }

  text(...names: string[]): string | undefined {
    return this.#readPart(names, phrase`text`, readText);
  }

  address(...names: string[]): string | undefined {
    return this.#readPart(names, phrase`an address`, readAddress);
  }

  count(name: string): number | undefined {
    return this.#readOne([name], phrase`a whole number above 0`, readCount) || undefined;
  }

  flag(name: string): boolean | undefined {
    return this.#readOne([name], phrase`true or false`, readFlag);
  }

  day(...names: string[]): string | undefined {
    return this.moment(...names)?.day;
  }

  birthDate(...names: string[]): string | undefined {
    const dayOf = (field: RecordField, value: unknown) =>
      readYearlessDay(value) ?? this.#readMoment(field, value)?.day;
    return this.#readDate(names, "birth_date", dayOf);
  }

  peek(name: string): unknown {
    return this.#fields.find([name])[0]?.value;
  }

  moment(...names: string[]): DumpDate | undefined {
    return this.#readDate(names, names[0]!, (field, value) => this.#readMoment(field, value));
  }

  time(name: string): string | undefined {
    return this.#readOne([name], phrase`a time such as "19:00"`, readTime);
  }

  texts(name: string): string[] | undefined {
    const all = this.#fields.find([name])
      .flatMap((field) => this.#convert(field, name, phrase`a list of texts`, readTexts) ?? []);
    return all.length === 0 ? undefined : [...new Set(all)];
  }

  items(name: string): Record<string, unknown>[] | undefined {
    return this.#readOne([name], phrase`a list`, readItems);
  }

  pass(...names: string[]): void {
    this.#fields.pass(names);
  }

  passOver(): void {
    this.#fields.passOver();
  }

  lose(ours: string, reason: string, value?: unknown): void {
    this.#fields.lose(ours, reason, value);
  }

  loseBeside(field: string, rest: Readonly<Record<string, unknown>>): void {
    this.#fields.loseParts(field, partsBeside(rest, false));
  }

  fates(): FieldFate[] {
    return this.#fields.fates();
  }

  /** A date that nobody knows is no loss. */
  #readDate<T>(
    names: readonly string[],
    ours: string,
    read: (field: RecordField, value: unknown) => T | undefined,
  ): T | undefined {
    const [field] = this.#fields.find(names);
    if (field === undefined) return undefined;
    if (!isUnknownDate(field.value)) {
      return this.#convert(field, ours, DATE_FORMS, (value) => read(field, value));
    }
    this.#fields.derive(field, names[0]);
    return undefined;
  }

  #readMoment({ path }: RecordField, value: unknown): DumpDate | undefined {
    const found = readDumpDate(dateIn(value), this.#reading);
    if (found === undefined || "day" in found) return found;
    this.#reading.onAmbiguous(path, String(value), found);
    return undefined;
  }

  #readOne<T>(
    names: readonly string[],
    expected: string,
    read: (value: unknown) => T | undefined,
  ): T | undefined {
    const [field] = this.#fields.find(names);
    return field && this.#convert(field, names[0]!, expected, read);
  }

  /** The parts beside the one text or address that is taken are lost. */
  #readPart(
    names: readonly string[],
    expected: string,
    read: (value: unknown) => string | undefined,
  ): string | undefined {
    const [field] = this.#fields.find(names);
    if (field === undefined) return undefined;
    this.#fields.loseParts(field.path, partsBeside(field.value, read === readAddress));
    return this.#convert(field, names[0]!, expected, read);
  }

  #convert<T>(
    field: RecordField,
    ours: string,
    expected: string,
    read: (value: unknown) => T | undefined,
  ): T | undefined {
    const made = read(field.value) ?? read(onlyOne(field.value));
    if (made !== undefined) this.#fields.fill(field, ours);
    else this.#fields.miss(field, ours, expected);
    return made;
  }
}

/** Makes the reader of one record. */
export function createRecord(raw: RawRecord, name: string, reading: RecordOptions): RecordReader {
  return new DumpRecord(raw, name, reading);
}
