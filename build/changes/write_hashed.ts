import type { HashedItem, HashedList } from "../../src/changes/hashed_items.ts";
import type { Span } from "../../src/model/pack.ts";
import { createRemember, REPORTS_NOTHING } from "../cache/remember.ts";
import { makePage, type PackPage } from "../emit/blob.ts";
import type { PageList } from "../emit/page_list.ts";
import { runsOf } from "../emit/runs.ts";

const writeOnce = createRemember<readonly [PackPage, Span]>();

/** Writes lists as pages of the pack, each a {@linkcode HashedList} of some items. */
export function hashedPages(lists: readonly HashedList[], pages: PageList): Span[] {
  return lists.flatMap((list) => {
    const runs = runsOf(list.items, ({ id }) => id);
    return (runs.length === 0 ? [[]] : runs).map((items) => writePage(list, items, pages));
  });
}

function writePage(
  list: HashedList,
  items: readonly HashedItem[],
  { pages, memory }: PageList,
): Span {
  const number = pages.length;
  const write = () => makePage(number, (blob) => blob.add(JSON.stringify({ ...list, items })));
  const { group, kind, fields } = list;
  const [first] = items;
  const deps = [number, group, kind, fields.join(), ...items];
  const [page, span] = first === undefined
    ? write()
    : writeOnce(memory, first, deps, REPORTS_NOTHING, write);
  pages.push(page);
  return span;
}
