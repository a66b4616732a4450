import type { Span } from "../../src/model/pack.ts";
import { createRemember, REPORTS_NOTHING } from "../cache/remember.ts";
import { type Blob, makePage, type PackPage } from "./blob.ts";
import { type PlacedPage, placePage } from "./known_pages.ts";
import { numberFor, type PageList } from "./page_list.ts";
import { runsOf } from "./runs.ts";
import { createItemWriter, type WrittenItems, type WrittenKind } from "./written_items.ts";

/** The places of a table's pieces. */
export interface PagedTable {
  readonly count: number;
  readonly pieces: readonly Span[];
  readonly calendars: readonly Span[];
  /** Stay the same objects where nothing has changed. */
  readonly pages: readonly PackPage[];
}

/** How some items become pages. */
export interface PagedKind<Item, Row> extends WrittenKind<Item, Row> {
  readonly items: readonly Item[];
  idOf(item: Item): string;
  /** Names the kind, and what an item is made of beside what all of the group's are. */
  readonly name: string;
  keyOf(item: Item): string;
}

/**
 * Eight items a page: somebody who is renamed is in one show of twenty, and their pages are few. Of long
 * lists 32: each page costs whoever opens the pack something.
 */
function cutBitsOf({ length }: readonly unknown[]): number {
  return length > 10_000 ? 5 : 3;
}

/**
 * Makes what writes one kind of items, page by page. A page whose items are the same objects as before
 * is not written again.
 */
export function createPaging<Item extends object, Row>() {
  const runsOnce = createRemember<readonly (readonly Item[])[]>();
  const makeOnce = createRemember<PlacedPage>();
  const writeItems = createItemWriter<Item, Row>();
  return (list: PageList, { items, idOf, ...kind }: PagedKind<Item, Row>): PagedTable => {
    const { pages, memory, known } = list;
    const runs = runsOnce(
      memory,
      items,
      [],
      REPORTS_NOTHING,
      () => runsOf(items, idOf, cutBitsOf(items)),
    );
    const placed = runs.map((run) => {
      const first = run[0]!;
      const number = numberFor(`${kind.name} ${idOf(first)}`, list);
      const deps = [number, ...kind.deps, ...run];
      const sourcesOf = () => [
        ...[kind.name, `${number}`],
        ...run.map((item) => kind.keyOf(item)),
      ];
      const write = () => writePageOf(number, (blob) => writeItems(run, kind, blob, memory));
      const make = () => placePage(known, sourcesOf, write);
      const one = makeOnce(memory, first, deps, REPORTS_NOTHING, make);
      pages.set(number, one.page);
      return one;
    });
    return tableOf(placed, items.length);
  };
}

function tableOf(placed: readonly PlacedPage[], count: number): PagedTable {
  return {
    count,
    pieces: placed.map(({ spans }) => spans[0]!),
    calendars: placed.flatMap(({ spans }) => spans.slice(1)),
    pages: placed.map(({ page }) => page),
  };
}

/** Its places: that of the rows, and that of the calendar, where there is one. */
function writePageOf<Row>(
  number: number,
  write: (blob: Blob) => WrittenItems<Row>,
): PlacedPage {
  const [page, { spans, keep }] = makePage(number, (blob) => {
    const { items, keep } = write(blob);
    const piece = blob.add(JSON.stringify(items.map(({ row }) => row)));
    const calendar = items.map(({ calendar }) => calendar);
    const hasNone = calendar[0] === undefined;
    return { spans: hasNone ? [piece] : [piece, blob.add(JSON.stringify(calendar))], keep };
  });
  keep(page);
  return { page, spans };
}
