import { namesOf, plainKey } from "./field_names.ts";
import type { RecordField } from "./flatten.ts";

/** Their field to ours, as {@linkcode plainKey} writes both; `-` leaves it out on purpose. */
export type FieldMap = ReadonlyMap<string, string>;

/** What fields may be called. */
export interface FieldNaming {
  /** The kind whose names of fields hold. */
  readonly kind: string;
  readonly map: FieldMap;
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
    .flatMap((name) => free.filter(({ keys }) => keys.includes(name)));
  return [...new Set([...mapped, ...named])];
}
