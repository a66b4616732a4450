/**
 * This room reads the fields of a record by any of their names.
 *
 * @module
 */

import { PICTURES } from "../../../picture/resolve_pictures.ts";
import { type Message, phrase, say, wordsOf } from "../../../words/say.ts";
import {
  type AmbiguousDate,
  DATE_FORMS,
  type DateOptions,
  type DumpDate,
  isUnknownDate,
  readDumpDate,
  readYearlessDay,
} from "../../../dates/read_moment.ts";
import type { FieldFate, Tell, Where } from "../report.ts";
import { fieldCalled, fileField, isLeftAside } from "./field_names.ts";
import {
  type FieldNaming,
  findFields,
  flattenRecord,
  type RawRecord,
  type RecordField,
} from "./flatten.ts";
import type { PictureSource } from "./pictures.ts";
import {
  dateIn,
  isKnown,
  isSameValue,
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

/** What a record is read with. */
export interface RecordOptions extends DateOptions, FieldNaming {
  /** Takes a date that may be several days. */
  onAmbiguous(field: string, text: string, date: AmbiguousDate): void;
  /** The pictures that are taken along; undefined: none. */
  readonly pictures?: PictureSource | undefined;
  readonly tell: Tell;
}

type Fields = Readonly<Record<string, unknown>>;

const NOT_ASKED = phrase`content files have no such field; --map gives it one`;
const NOT_READ = phrase`it could not be read`;

/** What {@linkcode dateIn} reads, and the zone that programs write beside it. */
const DATE_PARTS = /^\.(?:date|_?(?:nano)?seconds|year|month|day|timezone.*)$/;

/**
 * Reads a record field by field. A field is found by any of its names in any spelling
 * (`birthDate`, `birth_date`, `tanggal_lahir`); `null`, empty text and empty lists are unknown, which
 * is `undefined`. What becomes of each field is kept.
 */
export class RecordReader {
  readonly where: Where;
  readonly #options: RecordOptions;
  readonly #known: readonly RecordField[];
  /** What has become of fields and their parts, by path. */
  readonly #fates = new Map<string, FieldFate>();

  constructor({ number, fields }: RawRecord, name: string, options: RecordOptions) {
    this.where = { record: number, name };
    this.#options = options;
    this.#known = flattenRecord(fields, options);
  }

  /** A field's value, which stays unused. */
  peek(name: string): unknown {
    return this.#find(name)[0]?.value;
  }

  /** The first known value, as it is written there. */
  take(name: string): unknown {
    return this.#read(name, phrase`something`, (value) => value);
  }

  text(name: string): string | undefined {
    return this.#read(name, phrase`text`, readText, { isAddress: false });
  }

  /** Text of an address, in which spaces are written as `%20`. */
  address(name: string): string | undefined {
    return this.#read(name, phrase`an address`, readAddress, { isAddress: true });
  }

  /** Where a picture is: in the group's own folder if it is taken along, else at its address. */
  picture(name: string): string | undefined {
    const address = this.address(name);
    const { pictures, tell } = this.#options;
    if (address === undefined || address.startsWith(PICTURES)) return address;
    return pictures?.take(address, (message) => tell(message, this.where)) ?? address;
  }

  /** A whole number above 0, which means unknown. */
  count(name: string): number | undefined {
    const count = this.#read(name, phrase`a whole number above 0`, readCount);
    if (count === 0) this.setAside(name);
    return count || undefined;
  }

  /** Whether a field says yes; `ours` is the field that it fills, where that is another one. */
  flag(name: string, read = readFlag, ours = name): boolean | undefined {
    return this.#read(name, phrase`true or false`, read, { ours });
  }

  /** A time as people write it, `HH:MM` or `HH:MM:SS`. */
  time(name: string): string | undefined {
    return this.#read(name, phrase`a time such as "19:00"`, readTime);
  }

  /** A day as people write it, `YYYY-MM-DD` in the group's zone. */
  day(name: string): string | undefined {
    return this.moment(name)?.day;
  }

  /** A day with the time that is written with it. */
  moment(...names: string[]): DumpDate | undefined {
    return this.#readDate(names, names[0]!, (field, value) => this.#readMoment(field, value));
  }

  /** The day of a birth, `YYYY-MM-DD`, or `--MM-DD` where the year is not known. */
  birthDate(...names: string[]): string | undefined {
    const dayOf = (field: RecordField, value: unknown) =>
      readYearlessDay(value) ?? this.#readMoment(field, value)?.day;
    return this.#readDate(names, "birth_date", dayOf);
  }

  /** The texts of all fields that have one of the field's names. */
  texts(name: string): string[] | undefined {
    const all = this.#find(name).flatMap((field) => {
      this.#loseParts(field.path, partsBeside(field.value, false));
      return this.#convert(field, name, phrase`a list of texts`, readTexts) ?? [];
    });
    return all.length === 0 ? undefined : [...new Set(all)];
  }

  /** The entries of a list that are fields; text becomes `{name}`. */
  items(name: string): Record<string, unknown>[] | undefined {
    return this.#read(name, phrase`a list`, readItems);
  }

  /** What readers make of a list's entry; what it holds beside, or is not read, is lost. */
  entry(
    field: string,
    item: Fields,
    readers: Readonly<Record<string, (value: unknown) => unknown>>,
  ): Record<string, unknown> {
    const [given, rest]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}];
    for (const [key, value] of Object.entries(item)) (key in readers ? given : rest)[key] = value;
    const made = Object.entries(readers).map(([key, read]) => [key, read(given[key])] as const)
      .filter(([, value]) => value !== undefined);
    this.#loseParts(field, partsBeside(rest, false));
    this.loseUnread(field, given, Object.fromEntries(made));
    return Object.fromEntries(made);
  }

  /** Marks the fields of a list's entry that say something of which nothing was made. */
  loseUnread(field: string, given: Fields, made: Fields): void {
    const unread = Object.entries(given)
      .filter(([key, value]) => isKnown(value) && !isKnown(made[key]));
    this.#loseParts(field, unread.map(([key, value]) => [`.${key}`, value]), NOT_READ);
  }

  /** Takes back that a field was filled; `*` means all of them. */
  lose(ours: string, reason: string, value?: unknown): void {
    for (const [path, fate] of this.#fates) {
      const isMeant = ours === "*" ? fate.fate === "filled" : fate.ours === ours;
      if (!isMeant) continue;
      this.#fates.set(path, { ...fate, fate: "lost", reason, value: value ?? fate.value });
    }
  }

  /** Fields of this name of which nothing has become yet follow from others, or say nothing. */
  pass(name: string): void {
    for (const field of this.#find(name)) if (!this.#fates.has(field.path)) this.#derive(field);
  }

  /** The same for every field: the record belongs to another kind. */
  passOver(): void {
    for (const field of this.#known) this.#derive(field);
  }

  /** Takes back that a field was filled; {@linkcode fates} says why. */
  unfill(ours: string): void {
    for (const [path, fate] of this.#fates) {
      if (fate.fate === "filled" && fate.ours === ours) this.#fates.delete(path);
    }
  }

  /** The same where what it says is unknown, or said by another one. */
  setAside(ours: string, name = ours): void {
    this.unfill(ours);
    this.pass(name);
  }

  /** The same for every field that its entry says nothing of after all. */
  confirm(entry: Fields): void {
    for (const { ours = "" } of [...this.#fates.values()]) {
      const field = this.#fileField(ours);
      if (field in entry && !isKnown(entry[field])) this.unfill(ours);
    }
  }

  /** What became of every known field, in the order of the record; what no code has asked for is lost. */
  fates(): FieldFate[] {
    const { kind, map } = this.#options;
    for (const field of this.#known.filter(({ path }) => !this.#fates.has(path))) {
      if (field.keys.some((key) => isLeftAside(kind, key, map))) this.#derive(field);
      else this.#mark(field, "lost", undefined, this.#whyUnasked(field));
    }
    const places = new Map(this.#known.map(({ path }, place) => [path, place]));
    const placeOf = ({ theirs }: FieldFate) => places.get(theirs) ?? places.size;
    return [...this.#fates.values()].sort((one, other) => placeOf(one) - placeOf(other))
      .map((fate) =>
        fate.ours === undefined ? fate : { ...fate, ours: this.#fileField(fate.ours) }
      );
  }

  /** A field that another one has filled already is named with that one. */
  #whyUnasked({ keys }: RecordField): string {
    const named = keys.map((key) => fieldCalled(this.#options.kind, key))
      .find((field) => field !== undefined);
    if (named === undefined) return wordsOf(NOT_ASKED);
    const ours = this.#fileField(named);
    const filled = [...this.#fates.values()].find((fate) =>
      fate.fate === "filled" && fate.ours !== undefined && this.#fileField(fate.ours) === ours
    );
    return filled === undefined
      ? say`is "${ours}" meant? It does not read so; --map gives it a field`
      : say`is "${ours}" meant? It has ${filled.theirs} already`;
  }

  /** The fields that have one of these names, the most fitting first. */
  #find(...names: string[]): RecordField[] {
    return findFields(this.#known, names, this.#options);
  }

  #fileField(ours: string): string {
    return fileField(this.#options.kind, ours);
  }

  #derive(field: RecordField, ours?: string): void {
    this.#mark(field, "derived", ours);
  }

  #loseParts(
    path: string,
    parts: readonly (readonly [part: string, value: unknown])[],
    reason = NOT_ASKED,
  ): void {
    for (const [part, value] of parts) {
      this.#mark({ path: path + part, value }, "lost", undefined, wordsOf(reason));
    }
  }

  #mark(
    { path, value }: Pick<RecordField, "path" | "value">,
    fate: FieldFate["fate"],
    ours?: string,
    reason?: string,
  ): void {
    const { record } = this.where;
    this.#fates.set(path, { theirs: path, ours, fate, value, reason, record });
  }

  /** An unknown date is no loss. */
  #readDate<T>(
    names: string[],
    ours: string,
    read: (field: RecordField, value: unknown) => T | undefined,
  ): T | undefined {
    const [field] = this.#find(...names);
    if (field === undefined) return undefined;
    if (isUnknownDate(field.value)) return void this.#derive(field, names[0]);
    const beside = partsBeside(field.value, false).filter(([part]) => !DATE_PARTS.test(part));
    this.#loseParts(field.path, beside);
    return this.#convert(field, ours, DATE_FORMS, (value) => read(field, value));
  }

  #readMoment({ path }: RecordField, value: unknown): DumpDate | undefined {
    const found = readDumpDate(dateIn(value), this.#options);
    if (found === undefined || "day" in found) return found;
    this.#options.onAmbiguous(path, String(value), found);
    return undefined;
  }

  /** `isAddress`: one text or address is taken, and the parts beside it are lost. */
  #read<T>(
    name: string,
    expected: Message,
    read: (value: unknown) => T | undefined,
    { ours = name, isAddress }: { ours?: string; isAddress?: boolean } = {},
  ): T | undefined {
    const [field] = this.#find(name);
    if (field === undefined) return undefined;
    if (isAddress !== undefined) this.#loseParts(field.path, partsBeside(field.value, isAddress));
    return this.#convert(field, ours, expected, read);
  }

  /**
   * Another field of the same meaning and value is no loss either; one that gave no value here may have given
   * one of another kind.
   */
  #convert<T>(
    field: RecordField,
    ours: string,
    expected: Message,
    read: (value: unknown) => T | undefined,
  ): T | undefined {
    const made = read(field.value) ?? read(onlyOne(field.value));
    if (made === undefined) {
      const isFilled = this.#fates.get(field.path)?.fate === "filled";
      if (!isFilled) this.#mark(field, "lost", ours, say`expected ${wordsOf(expected)}`);
      return undefined;
    }
    this.#mark(field, "filled", ours);
    for (const other of this.#find(ours)) {
      const isNew = !this.#fates.has(other.path);
      if (isNew && isSameValue(other.value, field.value)) this.#derive(other, ours);
    }
    return made;
  }
}
