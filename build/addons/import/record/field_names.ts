import { BOOKKEEPING, DERIVED, DUMP_FIELDS } from "../../../words/field_words.ts";
import { isKnown } from "./values.ts";

/** The fields of a record of a dump, or of a record within it. */
export type RawFields = Readonly<Record<string, unknown>>;

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

const ASIDE = plainKeys(BOOKKEEPING);

/** What the fields of a kind may be called in a dump. */
export class FieldNames {
  /** The field of each name, of which the first that has it counts. */
  readonly #fields: ReadonlyMap<string, string>;
  /** Names of fields within fields: `birth.date`. */
  readonly #parts: ReadonlySet<string>;
  /** What follows from other fields. */
  readonly #derived: ReadonlySet<string>;
  /** Their field to ours; `-` leaves it out on purpose. */
  readonly #map: ReadonlyMap<string, string>;
  readonly #words: Readonly<Record<string, string>>;

  constructor(kind: string, map: Readonly<Record<string, string>>) {
    this.#words = DUMP_FIELDS[kind]!;
    this.#map = new Map(
      Object.entries(map).map(([theirs, ours]) => [plainKey(theirs), plainKey(ours)]),
    );
    this.#fields = new Map(
      Object.keys(this.#words).toReversed()
        .flatMap((field) => this.#namesOf(field).map((name) => [name, field] as const)),
    );
    const all = Object.values(this.#words).join(" ").split(" ");
    this.#parts = plainKeys(all.filter((name) => name.includes(".")).join(" "));
    this.#derived = plainKeys(DERIVED[kind] ?? "");
  }

  /** All names of a field in the order in which they count. */
  #namesOf(field: string): readonly string[] {
    return [field, ...this.#words[field]?.split(" ") ?? []].filter(Boolean).map(plainKey);
  }

  /** The field that has one of these names. */
  fieldOf(keys: readonly string[]): string | undefined {
    return keys.map((key) => this.#fields.get(key)).find((field) => field !== undefined);
  }

  /** Whether a field that is not read is no loss: it is left out on purpose, or follows from others. */
  isAside(keys: readonly string[]): boolean {
    return keys.some((key) =>
      this.#map.get(key) === "-" || ASIDE.has(key) || this.#derived.has(key)
    );
  }

  /** Whether a field is known by one of these names. */
  isKnown(keys: readonly string[]): boolean {
    return this.fieldOf(keys) !== undefined ||
      keys.some((key) => this.#map.has(key) || this.#derived.has(key));
  }

  /**
   * The known fields of a record. A field that holds fields is taken apart, unless its own name is a
   * known one, and none of its parts has a name of its own: `graduation: {isGraduated: true}`.
   */
  flatten(fields: RawFields, above: readonly string[] = []): RecordField[] {
    return Object.entries(fields).filter(([, value]) => isKnown(value)).flatMap(([key, value]) => {
      const path = [...above, key];
      const field = { path: path.join("."), keys: keysOf(path), value };
      const isWhole = typeof value !== "object" || Array.isArray(value) ||
        path.length > MAX_DEPTH ||
        // `{"$oid": "…"}` and `{"$date": …}` of MongoDB's Extended JSON.
        Object.keys(value ?? {}).every((key) => key.startsWith("$")) ||
        (this.isKnown(field.keys) && !this.#hasParts(field));
      return isWhole ? [field] : this.flatten(value as RawFields, path);
    });
  }

  #hasParts({ keys, value }: RecordField): boolean {
    return !keys.some((key) => this.#map.has(key)) && Object.keys(value as object)
      .some((part) => keys.some((key) => this.#parts.has(key + plainKey(part))));
  }

  /** The fields that have a name of ours; those of `--map` come first. */
  find(known: readonly RecordField[], field: string): RecordField[] {
    const ours = plainKey(field);
    const mapped = known.filter(({ keys }) => keys.some((key) => this.#map.get(key) === ours));
    const free = known.filter(({ keys }) => !keys.some((key) => this.#map.has(key)));
    const named = this.#namesOf(field)
      .flatMap((name) => free.filter(({ keys }) => keys.includes(name)));
    return [...new Set([...mapped, ...named])];
  }

  /** A record with a value for a field of which it says nothing itself. */
  withDefault(fields: RawFields, field: string, value: unknown): RawFields {
    return this.find(this.flatten(fields), field).length > 0
      ? fields
      : { ...fields, [field]: value };
  }
}

/** A name as it is compared: `birthDate`, `birth_date`, `birth-date` and `Birth Date` are one. */
export function plainKey(name: string): string {
  return name.normalize("NFKC").replace(/[_\-\s.()]/g, "").toLowerCase() || name;
}

function plainKeys(names: string): ReadonlySet<string> {
  return new Set(names.split(" ").filter(Boolean).map(plainKey));
}

/** `profile.birth.date` is `birthdate`, then `profilebirthdate`. */
function keysOf(path: readonly string[]): string[] {
  const own = path.slice(0, -1).findIndex((part) => !SAME_THING.has(plainKey(part)));
  const inner = path.slice(own < 0 ? path.length - 1 : own);
  return [...new Set([inner, path].map((parts) => plainKey(parts.join(""))))];
}
