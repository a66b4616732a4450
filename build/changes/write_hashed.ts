import type { HashedItem, HashedList } from "../../src/changes/hashed_items.ts";
import type { Span } from "../../src/model/pack.ts";
import { createRemember, type MadeMemory, REPORTS_NOTHING } from "../cache/remember.ts";
import { makePage, type PackPage } from "../emit/blob.ts";
import type { PageList } from "../emit/page_list.ts";
import { runsOf } from "../emit/runs.ts";

const writeAllOnce = createRemember<readonly (readonly [PackPage, Span])[]>();
const writeOnce = createRemember<readonly [PackPage, Span]>();

/** Writes lists as pages of the pack, each a {@linkcode HashedList} of some items. */
export function hashedPages(lists: readonly HashedList[], pages: PageList): Span[] {
  return lists.flatMap((list) => {
    const { items, group, kind, fields } = list;
    const deps = [pages.pages.length, group, kind, fields.join()];
    const written = writeAllOnce(pages.memory, items, deps, REPORTS_NOTHING, () => {
      const runs = runsOf(items, ({ id }) => id);
      return (runs.length === 0 ? [[]] : runs).map((items, place) =>
        writePage(list, items, pages.pages.length + place, pages.memory)
      );
    });
    for (const [page] of written) pages.pages.push(page);
    return written.map(([, span]) => span);
  });
}

function writePage(
  list: HashedList,
  items: readonly HashedItem[],
  number: number,
  memory: MadeMemory,
): readonly [PackPage, Span] {
  const write = () => makePage(number, (blob) => blob.add(JSON.stringify({ ...list, items })));
  const { group, kind, fields } = list;
  const [first] = items;
  const deps = [number, group, kind, fields.join(), ...items];
  return first === undefined ? write() : writeOnce(memory, first, deps, REPORTS_NOTHING, write);
}
