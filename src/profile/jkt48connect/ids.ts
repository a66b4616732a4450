/** Gives every object that has an `id` the same as `_id`, behind its other fields. */
export function withIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withIds);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, withIds(field)]);
  if ("id" in value) fields.push(["_id", value.id]);
  return Object.fromEntries(fields);
}
