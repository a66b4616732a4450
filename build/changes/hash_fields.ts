import { hash } from "node:crypto";
import { FIELD_HASH_LENGTH, NO_FIELD_HASH } from "../../src/changes/hashed_items.ts";
import { hashShortText, MAX_SHORT_TEXT } from "./hash_short_text.ts";

/** The hashes of an item's fields, one behind the other. An empty list is as good as none. */
export function hashFields(
  fields: readonly string[],
  values: Readonly<Record<string, unknown>>,
): string {
  return fields.map((field) => hashValue(values[field])).join("");
}

function hashValue(value: unknown): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return NO_FIELD_HASH;
  const json = JSON.stringify(value);
  return json.length <= MAX_SHORT_TEXT
    ? hashShortText(json)
    : hash("sha256", json, "base64url").slice(0, FIELD_HASH_LENGTH);
}
