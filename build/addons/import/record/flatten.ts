import { isFieldName, isPartName, namesOf, plainKey } from "./field_names.ts";
import { isKnown } from "./values.ts";

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

/** What fields may be called. */
export interface FieldNaming {
  /** The kind whose names of fields hold. */
  readonly kind: string;
  /** Their field to ours, as {@linkcode plainKey} writes both; `-` leaves it out on purpose. */
  readonly map: ReadonlyMap<string, string>;
}

/** Records within a record that say more of the same thing; others are things of their own. */
const SAME_THING = new Set(
  ("profile profil data attributes info details detail biodata personal member person idol user " +
    "properties fields acf meta about basic general vitals physical body images photos media")
    .split(" "),
);

/** Deeper records are no fields of the outer one. */
const MAX_DEPTH = 4;

/** Whether a field is known by this name. */
export function isKnownName({ kind, map }: FieldNaming, key: string): boolean {
  return map.has(key) || isFieldName(kind, key);
}

/**
 * The known fields of a record. A field that holds fields is taken apart, unless its own name is a
 * known one, and none of its parts has a name of its own: `graduation: {isGraduated: true}`.
 */
export function flattenRecord(
  fields: Readonly<Record<string, unknown>>,
  naming: FieldNaming,
  above: readonly string[] = [],
): RecordField[] {
  return Object.entries(fields).filter(([, value]) => isKnown(value)).flatMap(([key, value]) => {
    const path = [...above, key];
    const field = { path: path.join("."), keys: keysOf(path), value };
    const isWhole = typeof value !== "object" || Array.isArray(value) || path.length > MAX_DEPTH ||
      isMachineValue(value) ||
      (field.keys.some((key) => isKnownName(naming, key)) && !hasParts(field, naming));
    return isWhole ? [field] : flattenRecord(value as RawRecord["fields"], naming, path);
  });
}

function hasParts({ keys, value }: RecordField, { kind, map }: FieldNaming): boolean {
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

/** The fields that have one of these names; those of `--map` come first, then our own names. */
export function findFields(
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

/** Fields found by the beginning of their names hold things of several sorts: only days have a year. */
function isCalled({ keys, value }: RecordField, name: string): boolean {
  if (!name.endsWith("*")) return keys.includes(name);
  const isDay = typeof value === "string" && /\b(?:19|20)\d{2}\b/.test(value);
  return isDay && keys.some((key) => key.startsWith(name.slice(0, -1)));
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
