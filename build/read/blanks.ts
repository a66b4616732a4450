import type { ValuePath } from "./source.ts";

/** Leaves out fields without a value, since unknown is not a value; their paths join `blanks`. */
export function withoutNulls(value: unknown, path: ValuePath, blanks: ValuePath[]): unknown {
  if (Array.isArray(value)) {
    return value.map((entry, at) => withoutNulls(entry, [...path, at], blanks));
  }
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).flatMap(([name, inner]) => {
    const place = [...path, name];
    if (inner !== null) return [[name, withoutNulls(inner, place, blanks)]];
    blanks.push(place);
    return [];
  });
  return Object.fromEntries(fields);
}
