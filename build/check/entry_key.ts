import { hashTexts } from "../cache/build_cache.ts";
import type { Entry } from "./content.ts";

const known = new WeakMap<object, string>();

/** Names all that an entry says: equal keys, equal names and texts of files. */
export function entryKey(entry: Entry<object>): string {
  const found = known.get(entry);
  if (found !== undefined) return found;
  const { slug, source: { yaml, body } } = entry;
  const key = hashTexts([slug, yaml, body]);
  known.set(entry, key);
  return key;
}
