import { hash } from "node:crypto";
import type { Entry } from "./content.ts";

const known = new WeakMap<object, string>();

/** Names all that an entry says: equal keys, equal slugs, fields and texts. */
export function entryKey(entry: Entry<object>): string {
  const found = known.get(entry);
  if (found !== undefined) return found;
  const { slug, file, source: { body } } = entry;
  const key = hash("sha256", JSON.stringify([slug, file]) + body, "base64url");
  known.set(entry, key);
  return key;
}
