import { hash } from "node:crypto";
import { FIELD_HASH_LENGTH, NO_FIELD_HASH } from "../../src/changes/hashed_items.ts";

/** The hashes of an item's fields, one behind the other. An empty list is as good as none. */
export function hashFields(
  fields: readonly string[],
  values: Readonly<Record<string, unknown>>,
): string {
  return fields.map((field) => hashValue(values[field])).join("");
}

function hashValue(value: unknown): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return NO_FIELD_HASH;
  return typeof value === "string" ? hashText(value) : hashJson(value);
}

/** Names, venues and times come back in item after item. */
const known = new Map<string, string>();

/** So many are remembered, and texts of so many letters at most. */
const MAX_KNOWN = 10_000;
const MAX_LENGTH = 400;

/** The hash of a text, as that of a field which says it. */
export function hashText(text: string): string {
  const found = known.get(text);
  if (found !== undefined) return found;
  const hash = hashJson(text);
  if (known.size === MAX_KNOWN) known.clear();
  if (text.length <= MAX_LENGTH) known.set(text, hash);
  return hash;
}

function hashJson(value: unknown): string {
  return hash("sha256", JSON.stringify(value), "base64url").slice(0, FIELD_HASH_LENGTH);
}
