import type { Entry } from "./content.ts";

/** Names all that an entry says: equal keys, equal names and texts of files. */
export function entryKey({ slug, source: { yaml, body } }: Entry<object>): string {
  return `${slug}\n${yaml.length}\n${yaml}${body}`;
}
