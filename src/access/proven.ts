import type { Digest } from "./digest.ts";
import type { Shelf } from "./shelf.ts";

/**
 * Finds records by their secret. A secret that was found once is known by its own text until the shelf
 * changes: asking again costs no hash, which would be a sixth of a small answer's whole time. Unknown
 * ones are not kept, so that a flood of them takes no memory.
 */
export function createProven<R>(
  shelf: Shelf<R>,
  digest: Digest,
): (secret: string) => R | undefined | Promise<R | undefined> {
  let proven = new Map<string, R>();
  let generation = shelf.generation;
  return (secret) => {
    if (shelf.generation !== generation) {
      proven = new Map();
      generation = shelf.generation;
    }
    const known = proven.get(secret);
    if (known !== undefined) return known;
    const record = shelf.find(digest(secret));
    if (record !== undefined && !(record instanceof Promise)) proven.set(secret, record);
    return record;
  };
}
