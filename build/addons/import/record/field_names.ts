import { BOOKKEEPING, DERIVED, DUMP_FIELDS } from "../../../words/field_words.ts";
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

const ASIDE = new Set(BOOKKEEPING.split(" ").map(plainKey));

/** By kind: the field of each name, of which the first that has it counts; names of parts; what follows. */
const KEYS = Object.fromEntries(
  Object.entries(DUMP_FIELDS).map(([kind, fields]) => {
    const named = Object.keys(fields).toReversed()
      .flatMap((field) => namesOf(kind, field).map((name) => [name, field] as const));
    const parts = Object.values(fields).join(" ").split(" ").filter((name) => name.includes("."));
    return [kind, {
      fields: new Map(named),
      parts: new Set(parts.map(plainKey)),
      derived: new Set(DERIVED[kind]?.split(" ").map(plainKey)),
    }];
  }),
);

/** A name as it is compared: `birthDate`, `birth_date`, `birth-date` and `Birth Date` are one. */
export function plainKey(name: string): string {
  return name.normalize("NFKC").replace(/[_\-\s.()]/g, "").toLowerCase() || name;
}

/** All names of a field in the order in which they count, as {@linkcode plainKey} writes them. */
export function namesOf(kind: string, field: string): readonly string[] {
  return [field, ...DUMP_FIELDS[kind]?.[field]?.split(" ") ?? []].filter(Boolean).map(plainKey);
}

/** The field of a kind that has one of these names. */
export function fieldCalled(kind: string, keys: readonly string[]): string | undefined {
  return keys.map((key) => KEYS[kind]?.fields.get(key)).find((field) => field !== undefined);
}

/** Whether a field that is not read is no loss: `--map` names it so, or it follows from others. */
export function isLeftAside({ kind, map }: FieldNaming, keys: readonly string[]): boolean {
  return keys.some((key) => map.get(key) === "-" || ASIDE.has(key) || KEYS[kind]?.derived.has(key));
}

/** Whether a field is known by one of these names. */
export function isKnownName({ kind, map }: FieldNaming, keys: readonly string[]): boolean {
  return fieldCalled(kind, keys) !== undefined ||
    keys.some((key) => map.has(key) || KEYS[kind]?.derived.has(key));
}

/**
 * The known fields of a record. A field that holds fields is taken apart, unless its own name is a
 * known one, and none of its parts has a name of its own: `graduation: {isGraduated: true}`.
 */
export function flattenRecord(
  fields: RawRecord["fields"],
  naming: FieldNaming,
  above: readonly string[] = [],
): RecordField[] {
  return Object.entries(fields).filter(([, value]) => isKnown(value)).flatMap(([key, value]) => {
    const path = [...above, key];
    const field = { path: path.join("."), keys: keysOf(path), value };
    const isWhole = typeof value !== "object" || Array.isArray(value) || path.length > MAX_DEPTH ||
      // `{"$oid": "…"}` and `{"$date": …}` of MongoDB's Extended JSON.
      Object.keys(value ?? {}).every((key) => key.startsWith("$")) ||
      (isKnownName(naming, field.keys) && !hasParts(field, naming));
    return isWhole ? [field] : flattenRecord(value as RawRecord["fields"], naming, path);
  });
}

function hasParts({ keys, value }: RecordField, { kind, map }: FieldNaming): boolean {
  return !keys.some((key) => map.has(key)) && Object.keys(value as object)
    .some((part) => keys.some((key) => KEYS[kind]?.parts.has(key + plainKey(part))));
}

/** `profile.birth.date` is `birthdate`, then `profilebirthdate`. */
function keysOf(path: readonly string[]): string[] {
  const own = path.slice(0, -1).findIndex((part) => !SAME_THING.has(plainKey(part)));
  const inner = path.slice(own < 0 ? path.length - 1 : own);
  return [...new Set([inner, path].map((parts) => plainKey(parts.join(""))))];
}

/** The fields that have a name of ours; those of `--map` come first. */
export function findFields(
  known: readonly RecordField[],
  field: string,
  { kind, map }: FieldNaming,
): RecordField[] {
  const ours = plainKey(field);
  const mapped = known.filter(({ keys }) => keys.some((key) => map.get(key) === ours));
  const free = known.filter(({ keys }) => !keys.some((key) => map.has(key)));
  const named = namesOf(kind, field)
    .flatMap((name) => free.filter(({ keys }) => keys.includes(name)));
  return [...new Set([...mapped, ...named])];
}

/** A record with a value for a field of which it says nothing itself. */
export function withDefault(
  fields: RawRecord["fields"],
  field: string,
  value: unknown,
  naming: FieldNaming,
): RawRecord["fields"] {
  const isSaid = findFields(flattenRecord(fields, naming), field, naming).length > 0;
  return isSaid ? fields : { ...fields, [field]: value };
}
