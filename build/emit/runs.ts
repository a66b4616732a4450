/** A run has so many times as many items as usual at most. */
const MOST = 4;

/**
 * Divides a list into runs by the ids of its items: where an item comes or goes, the runs around it
 * change, and all others stay as they are. A run ends behind an id of which `cutBits` bits of its hash
 * are 0: it usually has 2 to the power of that many items.
 */
export function runsOf<Item>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  cutBits: number,
): readonly (readonly Item[])[] {
  const most = MOST << cutBits;
  const runs: Item[][] = [];
  let run: Item[] = [];
  for (const item of items) {
    run.push(item);
    if (run.length < most && !isCut(idOf(item), cutBits)) continue;
    runs.push(run);
    run = [];
  }
  return run.length === 0 ? runs : [...runs, run];
}

/** The upper bits of the hash are the best mixed. */
function isCut(id: string, cutBits: number): boolean {
  return hashName(id) >>> (32 - cutBits) === 0;
}

/** FNV-1a of 32 bits. */
export function hashName(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) {
    hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}
