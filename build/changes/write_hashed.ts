import type { HashedItem } from "../../src/changes/hashed_items.ts";
import type { Span } from "../../src/model/pack.ts";
import { createRemember, type MadeMemory, REPORTS_NOTHING } from "../cache/remember.ts";
import { makePage, type PackPage } from "../emit/blob.ts";
import { type PlacedPage, placePage } from "../emit/known_pages.ts";
import { numberFor, type PageList } from "../emit/page_list.ts";
import type { HashableList, HashableRun } from "./hash_group.ts";

const runsOnce = createRemember<readonly HashableRun[]>();
const placeOnce = createRemember<PlacedPage>();
const writeOnce = createRemember<readonly [PackPage, Span]>();

const NO_ITEMS: HashableRun = { id: "", keys: () => [], items: () => [] };

/** Writes lists as pages of the pack, each a {@linkcode HashedList} of some items. */
export function hashedPages(lists: readonly HashableList[], pages: PageList): Span[] {
  return lists.flatMap((list) =>
    runsIn(list, pages.memory).map((run) => addPage(list, run, pages))
  );
}

/** The runs of a list, each of which is a page. */
function runsIn(list: HashableList, memory: MadeMemory): readonly HashableRun[] {
  const { entries, deps, group, kind } = list;
  const runs = runsOnce(memory, entries, [group, kind, ...deps], REPORTS_NOTHING, list.runs);
  return runs.length === 0 ? [NO_ITEMS] : runs;
}

function addPage(list: HashableList, run: HashableRun, pages: PageList): Span {
  const { group, kind } = list;
  const { memory, known } = pages;
  const number = numberFor(`hashed ${kind} ${run.id}`, pages);
  const sourcesOf = () => [`hashed ${kind}`, `${number}`, ...run.keys()];
  const place = () =>
    placePage(known, sourcesOf, () => {
      const [page, span] = writePage(list, run.items(), number, memory);
      return { page, spans: [span] };
    });
  const { page, spans } = placeOnce(memory, run, [number, group, kind], REPORTS_NOTHING, place);
  pages.pages.set(number, page);
  return spans[0]!;
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
