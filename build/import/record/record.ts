/**
 * This room reads the fields of a record by any of their names.
 *
 * @module
 */

import type { AmbiguousDate } from "../dates/numeric_date.ts";
import {
  DATE_FORMS,
  type DateOptions,
  type DumpDate,
  isUnknownDate,
  readDumpDate,
  readYearlessDay,
} from "../dates/read_moment.ts";
import type { Tell, Where } from "../report/outcome.ts";
import { PICTURES } from "../../picture/resolve_pictures.ts";
import type { PictureSource } from "./pictures.ts";
import { FieldFates, type FieldNaming, type RawRecord, type RecordField } from "./fields.ts";
import {
  dateIn,
  isKnown,
  onlyOne,
  partsBeside,
  readAddress,
  readCount,
  readFlag,
  readItems,
  readText,
  readTexts,
  readTime,
} from "./values.ts";
import { phrase } from "../../words/say.ts";

/** What a record is read with. */
export interface RecordOptions extends DateOptions, FieldNaming {
  /** Takes a date that may be several days. */
  onAmbiguous(field: string, text: string, date: AmbiguousDate): void;
  /** The pictures that are taken along; undefined: none. */
  readonly pictures?: PictureSource | undefined;
  readonly tell: Tell;
}

const NOT_READ = phrase`it could not be read`;

/** What {@linkcode dateIn} reads, and the zone that programs write beside it. */
const DATE_PARTS = /^\.(?:date|_?(?:nano)?seconds|year|month|day|timezone.*)$/;

/**
 * Reads a record field by field. A field is found by any of its names in any spelling
 * (`birthDate`, `birth_date`, `tanggal_lahir`); `null`, empty text and empty lists are unknown, which
 * is `undefined`. What becomes of each field is kept.
 */
export class RecordReader extends FieldFates {
  readonly where: Where;
  readonly #reading: RecordOptions;

  constructor(raw: RawRecord, name: string, reading: RecordOptions) {
    super(raw, reading);
    this.where = { record: raw.number, name };
    this.#reading = reading;
  }

  /** The first known value, as it is written there. */
  take(...names: string[]): unknown {
    return this.#readOne(names, phrase`something`, (value) => value);
  }

  text(...names: string[]): string | undefined {
    return this.#readPart(names, phrase`text`, readText);
  }

  /** Text of an address, in which spaces are written as `%20`. */
  address(...names: string[]): string | undefined {
    return this.#readPart(names, phrase`an address`, readAddress);
  }

  /** Where a picture is: in the group's own folder if it is taken along, else at its address. */
  picture(name: string): string | undefined {
    const address = this.address(name);
    const { pictures, tell } = this.#reading;
    if (address === undefined || pictures === undefined || address.startsWith(PICTURES)) {
      return address;
    }
    return pictures.take(address, (message) => tell(message, this.where)) ?? address;
  }

  /** A whole number above 0, which means unknown. */
  count(name: string): number | undefined {
    const count = this.#readOne([name], phrase`a whole number above 0`, readCount);
    if (count === 0) this.setAside(name);
    return count || undefined;
  }

  /** Whether a field says yes; `ours` is the field that it fills, where that is another one. */
  flag(name: string, read = readFlag, ours = name): boolean | undefined {
    const [field] = this.find([name]);
    return field && this.#convert(field, ours, phrase`true or false`, read);
  }

  /** A day as people write it, `YYYY-MM-DD` in the group's zone. */
  day(...names: string[]): string | undefined {
    return this.moment(...names)?.day;
  }

  /** The day of a birth, `YYYY-MM-DD`, or `--MM-DD` where the year is not known. */
  birthDate(...names: string[]): string | undefined {
    const dayOf = (field: RecordField, value: unknown) =>
      readYearlessDay(value) ?? this.#readMoment(field, value)?.day;
    return this.#readDate(names, "birth_date", dayOf);
  }

  /** A field's value, which stays unused. */
  peek(name: string): unknown {
    return this.find([name])[0]?.value;
  }

  /** A day with the time that is written with it. */
  moment(...names: string[]): DumpDate | undefined {
    return this.#readDate(names, names[0]!, (field, value) => this.#readMoment(field, value));
  }

  /** A time as people write it, `HH:MM` or `HH:MM:SS`. */
  time(name: string): string | undefined {
    return this.#readOne([name], phrase`a time such as "19:00"`, readTime);
  }

  /** The texts of all fields that have one of the field's names. */
  texts(name: string): string[] | undefined {
    const all = this.find([name]).flatMap((field) => {
      this.loseParts(field.path, partsBeside(field.value, false));
      return this.#convert(field, name, phrase`a list of texts`, readTexts) ?? [];
    });
    return all.length === 0 ? undefined : [...new Set(all)];
  }

  /** The entries of a list that are fields; text becomes `{name}`. */
  items(name: string): Record<string, unknown>[] | undefined {
    return this.#readOne([name], phrase`a list`, readItems);
  }

  /** What readers make of a list's entry; what it holds beside, or is not read, is lost. */
  entry(
    field: string,
    item: Readonly<Record<string, unknown>>,
    readers: Readonly<Record<string, (value: unknown) => unknown>>,
  ): Record<string, unknown> {
    const [given, rest]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}];
    for (const [key, value] of Object.entries(item)) (key in readers ? given : rest)[key] = value;
    const made = Object.entries(readers).map(([key, read]) => [key, read(given[key])] as const)
      .filter(([, value]) => value !== undefined);
    this.loseBeside(field, rest);
    this.loseUnread(field, given, Object.fromEntries(made));
    return Object.fromEntries(made);
  }

  /** Marks what the entries of a list hold beside the facts that are taken. */
  loseBeside(field: string, rest: Readonly<Record<string, unknown>>): void {
    this.loseParts(field, partsBeside(rest, false));
  }

  /** Marks the fields of a list's entry that say something of which nothing was made. */
  loseUnread(
    field: string,
    given: Readonly<Record<string, unknown>>,
    made: Readonly<Record<string, unknown>>,
  ): void {
    const unread = Object.entries(given).filter(([key, value]) =>
      isKnown(value) && !isKnown(made[key])
    );
    this.loseParts(field, unread.map(([key, value]) => [`.${key}`, value]), NOT_READ);
  }

  /** An unknown date is no loss. */
  #readDate<T>(
    names: readonly string[],
    ours: string,
    read: (field: RecordField, value: unknown) => T | undefined,
  ): T | undefined {
    const [field] = this.find(names);
    if (field === undefined) return undefined;
    if (!isUnknownDate(field.value)) {
      const beside = partsBeside(field.value, false).filter(([part]) => !DATE_PARTS.test(part));
      this.loseParts(field.path, beside);
      return this.#convert(field, ours, DATE_FORMS, (value) => read(field, value));
    }
    this.derive(field, names[0]);
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
    const [field] = this.find(names);
    return field && this.#convert(field, names[0]!, expected, read);
  }

  /** The parts beside the one text or address that is taken are lost. */
  #readPart(
    names: readonly string[],
    expected: string,
    read: (value: unknown) => string | undefined,
  ): string | undefined {
    const [field] = this.find(names);
    if (field === undefined) return undefined;
    this.loseParts(field.path, partsBeside(field.value, read === readAddress));
    return this.#convert(field, names[0]!, expected, read);
  }

  #convert<T>(
    field: RecordField,
    ours: string,
    expected: string,
    read: (value: unknown) => T | undefined,
  ): T | undefined {
    const made = read(field.value) ?? read(onlyOne(field.value));
    if (made !== undefined) this.fill(field, ours);
    else this.miss(field, ours, expected);
    return made;
  }
}
