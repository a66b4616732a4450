import type { HashedItem } from "../../src/changes/hashed_items.ts";
import type { Span } from "../../src/model/pack.ts";
import { createRemember, type MadeMemory, REPORTS_NOTHING } from "../cache/remember.ts";
import { makePage, type PackPage } from "../emit/blob.ts";
import { type PlacedPage, placePage } from "../emit/known_pages.ts";
import type { PageList } from "../emit/page_list.ts";
import type { HashableList, HashableRun } from "./hash_group.ts";

const writeAllOnce = createRemember<readonly PlacedPage[]>();
const writeOnce = createRemember<readonly [PackPage, Span]>();

/** Writes lists as pages of the pack, each a {@linkcode HashedList} of some items. */
export function hashedPages(lists: readonly HashableList[], pages: PageList): Span[] {
  return lists.flatMap((list) => {
    const first = pages.pages.length;
    const { entries, deps, group, kind } = list;
    const all = [first, group, kind, ...deps];
    const write = () => writeList(list, first, pages);
    const written = writeAllOnce(pages.memory, entries, all, REPORTS_NOTHING, write);
    for (const { page } of written) pages.pages.push(page);
    return written.map(({ spans }) => spans[0]!);
  });
}

const NO_ITEMS: HashableRun = { keys: () => [], items: () => [] };

function writeList(
  list: HashableList,
  first: number,
  { memory, known }: PageList,
): PlacedPage[] {
  const runs = list.runs();
  return (runs.length === 0 ? [NO_ITEMS] : runs).map((run, place) => {
    const number = first + place;
    const sourcesOf = () => [`hashed ${list.kind}`, `${number}`, ...run.keys()];
    return placePage(known, sourcesOf, () => {
      const [page, span] = writePage(list, run.items(), number, memory);
      return { page, spans: [span] };
    });
  });
}

function writePage(
  { group, kind, fields }: HashableList,
  items: readonly HashedItem[],
  number: number,
  memory: MadeMemory,
): readonly [PackPage, Span] {
  const json = () => JSON.stringify({ group, kind, fields, items });
  const write = () => makePage(number, (blob) => blob.add(json()));
  const [first] = items;
  const deps = [number, group, kind, fields.join(), ...items];
  return first === undefined ? write() : writeOnce(memory, first, deps, REPORTS_NOTHING, write);
}
