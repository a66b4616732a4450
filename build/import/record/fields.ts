import { isKnown, isSameValue } from "./values.ts";
import {
  fieldCalled,
  fileField,
  isFieldName,
  isLeftAside,
  isPartName,
  namesOf,
  plainKey,
} from "./field_names.ts";
import type { FieldFate } from "../report/format_import.ts";
import { phrase, say, translated } from "../../words/say.ts";

/** A record of a dump: its fields, and its place counted from 1. */
export interface RawRecord {
  readonly number: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A known field of a record, or of a record within it. */
export interface RecordField {
  /** Its place: `profile.birthday`. */
  readonly path: string;
  /** What it may be called, as {@linkcode plainKey} writes it; the first name is the most specific. */
  readonly keys: readonly string[];
  readonly value: unknown;
}

/** Records within a record that say more of the same thing; others are things of their own. */
const SAME_THING = new Set(
  ("profile profil data attributes info details detail biodata personal member person idol user " +
    "properties fields acf meta about basic general vitals physical body images photos media")
    .split(" "),
);

/** Deeper records are no fields of the outer one. */
const MAX_DEPTH = 4;

/** What decides which fields of a record are whole. */
type Names = Pick<FieldNaming, "kind" | "map">;

/** Whether a field is known by this name. */
export function isKnownName({ kind, map }: Names, key: string): boolean {
  return map.has(key) || isFieldName(kind, key);
}

/**
 * The known fields of a record. A field that holds fields is taken apart, unless its own name is a
 * known one, and none of its parts has a name of its own.
 */
export function flattenRecord(
  fields: Readonly<Record<string, unknown>>,
  names: Names,
): RecordField[] {
  return inside(fields, [], names);
}

function inside(fields: object, above: readonly string[], names: Names): RecordField[] {
  return Object.entries(fields).filter(([, value]) => isKnown(value)).flatMap(([key, value]) => {
    const path = [...above, key];
    const field = { path: path.join("."), keys: keysOf(path), value };
    const isWhole = typeof value !== "object" || Array.isArray(value) || path.length > MAX_DEPTH ||
      isMachineValue(value) ||
      (field.keys.some((key) => isKnownName(names, key)) && !hasParts(field, names));
    return isWhole ? [field] : inside(value as object, path, names);
  });
}

/** `graduation: {isGraduated: true}` says something of another field. */
function hasParts({ keys, value }: RecordField, { kind, map }: Names): boolean {
  return !keys.some((key) => map.has(key)) && Object.keys(value as object)
    .some((part) => keys.some((key) => isPartName(kind, key + plainKey(part))));
}

/** `profile.birth.date` is `birthdate`, then `profilebirthdate`. */
function keysOf(path: readonly string[]): string[] {
  const own = path.slice(0, -1).findIndex((part) => !SAME_THING.has(plainKey(part)));
  const inner = path.slice(own < 0 ? path.length - 1 : own);
  return [...new Set([inner, path].map((parts) => plainKey(parts.join(""))))];
}

/** `{"$oid": "…"}` and `{"$date": …}` of MongoDB's Extended JSON. */
function isMachineValue(value: object | null): boolean {
  return Object.keys(value ?? {}).every((key) => key.startsWith("$"));
}

/** Their field to ours, as {@linkcode plainKey} writes both; `-` leaves it out on purpose. */
export type FieldMap = ReadonlyMap<string, string>;

/** What fields may be called. */
export interface FieldNaming {
  /** The kind whose names of fields hold. */
  readonly kind: string;
  readonly map: FieldMap;
}

/** The fields that have one of these names; those of `--map` come first, then our own names. */
function findFields(
  known: readonly RecordField[],
  fields: readonly string[],
  { kind, map }: FieldNaming,
): RecordField[] {
  const mapped = known.filter(({ keys }) =>
    keys.some((key) => fields.some((field) => map.get(key) === plainKey(field)))
  );
  const free = known.filter(({ keys }) => !keys.some((key) => map.has(key)));
  const named = fields.flatMap((field) => namesOf(kind, field))
    .flatMap((name) => free.filter((field) => isCalled(field, name)));
  return [...new Set([...mapped, ...named])];
}

/** A record with a value for a field of which it says nothing itself. */
export function withDefault(
  fields: RawRecord["fields"],
  field: string,
  value: unknown,
  naming: FieldNaming,
): RawRecord["fields"] {
  const isSaid = findFields(flattenRecord(fields, naming), [field], naming).length > 0;
  return isSaid ? fields : { ...fields, [field]: value };
}

/** Fields found by the beginning of their names hold things of several sorts: only days have a year. */
function isCalled({ keys, value }: RecordField, name: string): boolean {
  if (!name.endsWith("*")) return keys.includes(name);
  const isDay = typeof value === "string" && /\b(?:19|20)\d{2}\b/.test(value);
  return isDay && keys.some((key) => key.startsWith(name.slice(0, -1)));
}

const NOT_ASKED = phrase`content files have no such field; --map gives it one`;

/** The known fields of a record of a dump, and what has become of each. */
export class FieldFates {
  readonly #known: readonly RecordField[];
  readonly #naming: FieldNaming;
  /** The record's place in the dump, from 1. */
  readonly #record: number;
  /** By path. */
  readonly #fates = new Map<string, FieldFate>();

  constructor({ number, fields }: RawRecord, naming: FieldNaming) {
    this.#known = flattenRecord(fields, naming);
    this.#naming = naming;
    this.#record = number;
  }

  /** The fields that have one of these names, the most fitting first. */
  protected find(names: readonly string[]): RecordField[] {
    return findFields(this.#known, names, this.#naming);
  }

  /** A field gave a value; another field of the same meaning and value is no loss. */
  protected fill(field: RecordField, ours: string): void {
    this.#mark(field, "filled", ours);
    for (const other of this.find([ours])) {
      const isNew = !this.#fates.has(other.path);
      if (isNew && isSameValue(other.value, field.value)) this.#mark(other, "derived", ours);
    }
  }

  /** A field gave no value of the kind that was expected; it may have given one of another kind. */
  protected miss(field: RecordField, ours: string, expected: string): void {
    const isFilled = this.#fates.get(field.path)?.fate === "filled";
    if (!isFilled) this.#mark(field, "lost", ours, say`expected ${translated(expected)}`);
  }

  /** A field follows from others, or says nothing. */
  protected derive(field: RecordField, ours?: string): void {
    this.#mark(field, "derived", ours);
  }

  /** The same for all fields of these names that nothing has become of yet. */
  pass(...names: string[]): void {
    for (const field of this.find(names)) {
      if (!this.#fates.has(field.path)) this.derive(field);
    }
  }

  /** The same for every field: the record belongs to another kind. */
  passOver(): void {
    for (const field of this.#known) this.derive(field);
  }

  /** Takes back that a field was filled; `*` means all of them. */
  lose(ours: string, reason: string, value?: unknown): void {
    for (const [path, fate] of this.#fates) {
      const isMeant = ours === "*" ? fate.fate === "filled" : fate.ours === ours;
      if (!isMeant) continue;
      this.#fates.set(path, { ...fate, fate: "lost", reason, value: value ?? fate.value });
    }
  }

  /** Takes back that a field was filled: what it says is unknown, or said by another one. */
  setAside(ours: string, name = ours): void {
    this.unfill(ours);
    this.pass(name);
  }

  /** Takes back that a field was filled; {@linkcode fates} says why. */
  unfill(ours: string): void {
    for (const [path, fate] of this.#fates) {
      if (fate.fate === "filled" && fate.ours === ours) this.#fates.delete(path);
    }
  }

  /** The same for every field that its entry says nothing of after all. */
  confirm(entry: Readonly<Record<string, unknown>>): void {
    for (const { ours = "" } of [...this.#fates.values()]) {
      const field = this.#fileField(ours);
      if (field in entry && !isKnown(entry[field])) this.unfill(ours);
    }
  }

  /** Loses parts of a field, by their paths behind the field's own. */
  protected loseParts(
    path: string,
    parts: readonly (readonly [part: string, value: unknown])[],
    reason = NOT_ASKED,
  ): void {
    for (const [part, value] of parts) {
      this.#mark({ path: path + part, value }, "lost", undefined, translated(reason));
    }
  }

  /** What became of every known field, in the order of the record; what no code has asked for is lost. */
  fates(): FieldFate[] {
    for (const field of this.#known.filter(({ path }) => !this.#fates.has(path))) {
      if (this.#isAside(field)) this.derive(field);
      else this.#mark(field, "lost", undefined, this.#reasonFor(field));
    }
    const places = new Map(this.#known.map(({ path }, place) => [path, place]));
    const placeOf = ({ theirs }: FieldFate) => places.get(theirs) ?? places.size;
    return [...this.#fates.values()].sort((one, other) => placeOf(one) - placeOf(other))
      .map((fate) =>
        fate.ours === undefined ? fate : { ...fate, ours: this.#fileField(fate.ours) }
      );
  }

  /** A field that another one has filled already is named with that one. */
  #reasonFor({ keys }: RecordField): string {
    const named = keys.map((key) => fieldCalled(this.#naming.kind, key))
      .find((field) => field !== undefined);
    const ours = named && this.#fileField(named);
    const filled = [...this.#fates.values()].find((fate) =>
      fate.fate === "filled" && fate.ours !== undefined && this.#fileField(fate.ours) === ours
    );
    if (ours === undefined) return translated(NOT_ASKED);
    return filled === undefined
      ? say`is "${ours}" meant? It does not read so; --map gives it a field`
      : say`is "${ours}" meant? It has ${filled.theirs} already`;
  }

  #fileField(ours: string): string {
    return fileField(this.#naming.kind, ours);
  }

  #isAside({ keys }: RecordField): boolean {
    const { kind, map } = this.#naming;
    return keys.some((key) => isLeftAside(kind, key, map));
  }

  #mark(
    { path, value }: Pick<RecordField, "path" | "value">,
    fate: FieldFate["fate"],
    ours?: string,
    reason?: string,
  ): void {
    this.#fates.set(path, { theirs: path, ours, fate, value, reason, record: this.#record });
  }
}
