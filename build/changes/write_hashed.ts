import type { HashedItem, HashedList } from "../../src/changes/hashed_items.ts";
import type { Span } from "../../src/model/pack.ts";
import type { Blob } from "../emit/blob.ts";
import { addPage, addRuns, type Pages } from "../emit/pages.ts";

/** 32 items a page: their hashes are short. */
const CUT_BITS = 5;

/** Writes lists as pages of the pack, each a {@linkcode HashedList} of some items. */
export function hashedPages(lists: readonly HashedList[], pages: Pages): Span[] {
  return lists.flatMap(({ items, ...list }) => {
    const kind = {
      name: `hashed ${list.kind}`,
      idOf: ({ id }: HashedItem) => id,
      cutBits: CUT_BITS,
    };
    const write = (items: readonly HashedItem[], blob: Blob) =>
      blob.add(JSON.stringify({ ...list, items }));
    return items.length > 0
      ? addRuns(pages, items, kind, write)
      : [addPage(pages, `${kind.name} `, (blob) => write([], blob))];
  });
}
