import { hash } from "node:crypto";
import { FIELD_HASH_LENGTH, NO_FIELD_HASH } from "../../src/changes/hashed_items.ts";
import { createMemo } from "../../src/toolbox/memo.ts";

/** The hashes of an item's fields, one behind the other. An empty list is as good as none. */
export function hashFields(
  fields: readonly string[],
  values: Readonly<Record<string, unknown>>,
): string {
  return fields.map((field) => hashValue(values[field])).join("");
}

/** Short values come again and again: venues, states, times. In UTF-16 units of their JSON. */
const MAX_SHORT = 64;

const known = createMemo<string, string>({ maxEntries: 5000 });

function hashValue(value: unknown): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return NO_FIELD_HASH;
  const json = JSON.stringify(value);
  if (json.length > MAX_SHORT) return hashJson(json);
  let hashed = known.get(json);
  if (hashed === undefined) known.set(json, hashed = hashJson(json));
  return hashed;
}

function hashJson(json: string): string {
  return hash("sha256", json, "base64url").slice(0, FIELD_HASH_LENGTH);
}
