import type { ValuePath } from "./source.ts";

/**
 * Leaves out fields without a value, since unknown is not a value; their paths join `blanks`. Half
 * characters, which no JSON may hold, are replaced by the sign for what is lost.
 */
export function withoutNulls(
  value: unknown,
  path: ValuePath = [],
  blanks: ValuePath[] = [],
): unknown {
  if (Array.isArray(value)) {
    return value.map((entry, at) => withoutNulls(entry, [...path, at], blanks));
  }
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).flatMap(([written, inner]) => {
    const name = written.toWellFormed();
    const place = [...path, name];
    if (inner !== null) return [[name, withoutNulls(inner, place, blanks)]];
    blanks.push(place);
    return [];
  });
  return Object.fromEntries(fields);
}
