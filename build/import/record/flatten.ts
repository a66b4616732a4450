import { isKnown } from "./known_value.ts";
import { plainKey } from "./field_names.ts";

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

/**
 * The known fields of a record. A field that holds fields is taken apart, unless its own name is one
 * that `isName` knows.
 */
export function flattenRecord(
  fields: Readonly<Record<string, unknown>>,
  isName: (key: string) => boolean,
): RecordField[] {
  return inside(fields, [], isName);
}

function inside(
  fields: object,
  above: readonly string[],
  isName: (key: string) => boolean,
): RecordField[] {
  return Object.entries(fields).filter(([, value]) => isKnown(value)).flatMap(([key, value]) => {
    const path = [...above, key];
    const field = { path: path.join("."), keys: keysOf(path), value };
    const isWhole = typeof value !== "object" || Array.isArray(value) || path.length > MAX_DEPTH ||
      isMachineValue(value) || field.keys.some(isName);
    return isWhole ? [field] : inside(value as object, path, isName);
  });
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
