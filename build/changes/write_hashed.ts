import type { HashedList } from "../../src/changes/hashed_items.ts";
import type { Span } from "../../src/model/pack.ts";
import type { Blob } from "../emit/blob.ts";

/** Items that are written together: so many are parsed in 1 or 2 ms. */
const ITEMS = 500;

/** Writes lists as bodies of the pack, each a {@linkcode HashedList} of some items. */
export function writeHashed(lists: readonly HashedList[], blob: Blob): Span[] {
  return lists.flatMap((list) => {
    const parts = Math.max(1, Math.ceil(list.items.length / ITEMS));
    return Array.from({ length: parts }, (_, n) => {
      const items = list.items.slice(n * ITEMS, (n + 1) * ITEMS);
      return blob.add(JSON.stringify({ ...list, items }));
    });
  });
}
