/** A run ends behind an id of which so many bits of its hash are 0: one of 32 on average. */
const CUT_BITS = 5;

/** The most items of a run. */
const MAX_ITEMS = 128;

/**
 * Divides a list into runs by the ids of its items: where an item comes or goes, the runs around it
 * change, and all others stay as they are.
 */
export function runsOf<Item>(
  items: readonly Item[],
  idOf: (item: Item) => string,
): readonly (readonly Item[])[] {
  const runs: Item[][] = [];
  let run: Item[] = [];
  for (const item of items) {
    run.push(item);
    if (run.length < MAX_ITEMS && !isCut(idOf(item))) continue;
    runs.push(run);
    run = [];
  }
  return run.length === 0 ? runs : [...runs, run];
}

/** The upper bits of the hash are the best mixed. */
function isCut(id: string): boolean {
  return hashName(id) >>> (32 - CUT_BITS) === 0;
}

/** FNV-1a of 32 bits. */
export function hashName(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) {
    hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}
