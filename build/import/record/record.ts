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
import { isFieldName, isLeftAside, namesOf, plainKey } from "./field_names.ts";
import { flattenRecord, type RecordField } from "./flatten.ts";
import { isKnown, textOf } from "./known_value.ts";
import {
  readAddress,
  readCount,
  readFlag,
  readItems,
  readText,
  readTexts,
  readTime,
} from "./read_value.ts";
import { partsBeside } from "./values_beside.ts";

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

/** Their field to ours, as {@linkcode plainKey} writes both; `-` leaves it out on purpose. */
export type FieldMap = ReadonlyMap<string, string>;

/** What a record is read with. */
export interface RecordOptions extends DateOptions {
  /** The kind whose names of fields hold. */
  readonly kind: string;
  readonly map: FieldMap;
  /** Takes a date that may be several days. */
  onAmbiguous(field: string, text: string, date: AmbiguousDate): void;
}

const NOT_ASKED = "content files have no such field; --map gives it one";

/** A record of a dump, and what became of each of its fields. */
class DumpRecord implements RecordReader {
  readonly where: Where;
  readonly #known: readonly RecordField[];
  readonly #reading: RecordOptions;
  /** By path. */
  readonly #fates = new Map<string, FieldFate>();

  constructor({ number, fields }: RawRecord, name: string, reading: RecordOptions) {
    this.where = { record: number, name };
    this.#reading = reading;
    this.#known = flattenRecord(
      fields,
      (key) => reading.map.has(key) || isFieldName(reading.kind, key),
    );
  }

  take(...names: string[]): unknown {
    return this.#readOne(names, "something", (value) => value);
  }

  text(...names: string[]): string | undefined {
    return this.#readPart(names, "text", readText);
  }

  address(...names: string[]): string | undefined {
    return this.#readPart(names, "an address", readAddress);
  }

  count(name: string): number | undefined {
    return this.#readOne([name], "a whole number above 0", readCount) || undefined;
  }

  flag(name: string): boolean | undefined {
    return this.#readOne([name], "true or false", readFlag);
  }

  day(...names: string[]): string | undefined {
    return this.moment(...names)?.day;
  }

  birthDate(...names: string[]): string | undefined {
    const field = this.#findDate(names);
    return field &&
      this.#convert(
        field,
        "birth_date",
        DATE_FORMS,
        (value) => readYearlessDay(value) ?? this.#readMoment(field, value)?.day,
      );
  }

  peek(name: string): unknown {
    return this.#find([name])[0]?.value;
  }

  moment(...names: string[]): DumpDate | undefined {
    const field = this.#findDate(names);
    return field &&
      this.#convert(field, names[0]!, DATE_FORMS, (value) => this.#readMoment(field, value));
  }

  /** A date that nobody knows is no loss. */
  #findDate(names: readonly string[]): RecordField | undefined {
    const [field] = this.#find(names);
    if (!isUnknownDate(field?.value)) return field;
    this.#mark(field!, "derived", names[0]);
    return undefined;
  }

  #readMoment({ path }: RecordField, value: unknown): DumpDate | undefined {
    const found = readDumpDate(dateIn(value), this.#reading);
    if (found === undefined || "day" in found) return found;
    this.#reading.onAmbiguous(path, String(value), found);
    return undefined;
  }

  time(name: string): string | undefined {
    return this.#readOne([name], 'a time such as "19:00"', readTime);
  }

  texts(name: string): string[] | undefined {
    const all = this.#find([name])
      .flatMap((field) => this.#convert(field, name, "a list of texts", readTexts) ?? []);
    return all.length === 0 ? undefined : [...new Set(all)];
  }

  items(name: string): Record<string, unknown>[] | undefined {
    return this.#readOne([name], "a list", readItems);
  }

  pass(...names: string[]): void {
    for (const field of this.#find(names)) {
      if (!this.#fates.has(field.path)) this.#mark(field, "derived");
    }
  }

  passOver(): void {
    for (const field of this.#known) this.#mark(field, "derived");
  }

  lose(ours: string, reason: string, value?: unknown): void {
    for (const [path, fate] of this.#fates) {
      const isMeant = ours === "*" ? fate.fate === "filled" : fate.ours === ours;
      if (!isMeant) continue;
      this.#fates.set(path, { ...fate, fate: "lost", reason, value: value ?? fate.value });
    }
  }

  loseBeside(field: string, rest: Readonly<Record<string, unknown>>): void {
    for (const [path, value] of partsBeside(rest, false)) {
      this.#mark({ path: field + path, keys: [], value }, "lost", undefined, NOT_ASKED);
    }
  }

  fates(): FieldFate[] {
    const { kind, map } = this.#reading;
    for (const field of this.#known.filter(({ path }) => !this.#fates.has(path))) {
      const isAside = field.keys.some((key) => isLeftAside(kind, key, map));
      if (isAside) this.#mark(field, "derived");
      else this.#mark(field, "lost", undefined, NOT_ASKED);
    }
    const places = new Map(this.#known.map(({ path }, place) => [path, place]));
    const placeOf = ({ theirs }: FieldFate) => places.get(theirs) ?? places.size;
    return [...this.#fates.values()].sort((one, other) => placeOf(one) - placeOf(other));
  }

  #find(names: readonly string[]): RecordField[] {
    return findFields(this.#known, names, this.#reading);
  }

  #mark(
    { path, value }: RecordField,
    fate: FieldFate["fate"],
    ours?: string,
    reason?: string,
  ): void {
    const { record } = this.where;
    this.#fates.set(path, { theirs: path, ours, fate, value, reason, record });
  }

  #readOne<T>(
    names: readonly string[],
    expected: string,
    read: (value: unknown) => T | undefined,
  ): T | undefined {
    const [field] = this.#find(names);
    return field && this.#convert(field, names[0]!, expected, read);
  }

  /** The parts beside the one text or address that is taken are lost. */
  #readPart(
    names: readonly string[],
    expected: string,
    read: (value: unknown) => string | undefined,
  ): string | undefined {
    const [field] = this.#find(names);
    if (field === undefined) return undefined;
    for (const [path, value] of partsBeside(field.value, read === readAddress)) {
      this.#mark({ ...field, path: field.path + path, value }, "lost", undefined, NOT_ASKED);
    }
    return this.#convert(field, names[0]!, expected, read);
  }

  #convert<T>(
    field: RecordField,
    ours: string,
    expected: string,
    read: (value: unknown) => T | undefined,
  ): T | undefined {
    const made = read(field.value) ?? read(onlyOne(field.value));
    const isFilled = this.#fates.get(field.path)?.fate === "filled";
    if (made !== undefined) this.#fill(field, ours);
    else if (!isFilled) this.#mark(field, "lost", ours, `expected ${expected}`);
    return made;
  }

  /** Another field of the same meaning and value is no loss. */
  #fill(field: RecordField, ours: string): void {
    this.#mark(field, "filled", ours);
    for (const other of this.#find([ours])) {
      const isNew = !this.#fates.has(other.path);
      if (isNew && isSame(other.value, field.value)) this.#mark(other, "derived", ours);
    }
  }
}

/** Makes the reader of one record. */
export function createRecord(raw: RawRecord, name: string, reading: RecordOptions): RecordReader {
  return new DumpRecord(raw, name, reading);
}

/** The fields that have one of these names; those of `--map` come first, then our own names. */
function findFields(
  known: readonly RecordField[],
  fields: readonly string[],
  { kind, map }: RecordOptions,
): RecordField[] {
  const mapped = known.filter(({ keys }) =>
    keys.some((key) => fields.some((field) => map.get(key) === plainKey(field)))
  );
  const free = known.filter(({ keys }) => !keys.some((key) => map.has(key)));
  const named = fields.flatMap((field) => namesOf(kind, field))
    .flatMap((name) => free.filter(({ keys }) => keys.includes(name)));
  return [...new Set([...mapped, ...named])];
}

/** Of a list with one entry that entry, where one value is expected. */
function onlyOne(value: unknown): unknown {
  const known = Array.isArray(value) ? value.filter(isKnown) : [];
  return known.length === 1 ? known[0] : undefined;
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || (textOf(one) !== undefined && textOf(one) === textOf(other));
}

/** The date inside `{"$date": …}` of MongoDB, or `{"date": …}`. */
function dateIn(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const { $date, date, $numberLong } = value as Record<string, unknown>;
  const inner = $date ?? date ?? $numberLong;
  return inner === undefined ? value : dateIn(inner);
}
