import { namesOf, plainKey } from "./field_names.ts";
import type { RecordField } from "./flatten.ts";

/** Their field to ours, as {@linkcode plainKey} writes both; `-` leaves it out on purpose. */
export type FieldMap = ReadonlyMap<string, string>;

/** Their values, folded, to ours, by field; `-` leaves a value out on purpose. */
export type ValueMap = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** What fields may be called. */
export interface FieldNaming {
  /** The kind whose names of fields hold. */
  readonly kind: string;
  readonly map: FieldMap;
  readonly values: ValueMap;
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
