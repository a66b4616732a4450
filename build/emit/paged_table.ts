import type { Span } from "../../src/model/pack.ts";
import { createRemember, REPORTS_NOTHING } from "../cache/remember.ts";
import { type Blob, makePage, type PackPage } from "./blob.ts";
import { type PlacedPage, placePage } from "./known_pages.ts";
import { numberFor, type PageList } from "./page_list.ts";
import { runsOf } from "./runs.ts";

/** What a page says of its items, each in the place of its item. */
export interface PageRows<Row> {
  readonly rows: readonly Row[];
  /** What calendars say; left out where they say nothing of the kind. */
  readonly calendar?: readonly (Span | null)[];
}

/** The places of a table's pieces. */
export interface PagedTable {
  readonly count: number;
  readonly pieces: readonly Span[];
  readonly calendars: readonly Span[];
  /** Stay the same objects where nothing has changed. */
  readonly pages: readonly PackPage[];
}

/** How some items become pages. */
export interface PagedKind<Item, Row> {
  readonly items: readonly Item[];
  idOf(item: Item): string;
  /** What else the pages depend on. */
  readonly deps: readonly unknown[];
  /** Names the kind, and what an item is made of beside what all of the group's are. */
  readonly name: string;
  keyOf(item: Item): string;
  write(run: readonly Item[], blob: Blob): PageRows<Row>;
}

/** Eight items a page: somebody who is renamed is in one show of twenty, and their pages are few. */
const CUT_BITS = 3;

/**
 * Makes what writes one kind of items, page by page. A page whose items are the same objects as before
 * is not written again.
 */
export function createPaging<Item extends object, Row>() {
  const runsOnce = createRemember<readonly (readonly Item[])[]>();
  const makeOnce = createRemember<PlacedPage>();
  return (list: PageList, { items, idOf, ...kind }: PagedKind<Item, Row>): PagedTable => {
    const { pages, memory, known } = list;
    const runs = runsOnce(memory, items, [], REPORTS_NOTHING, () => runsOf(items, idOf, CUT_BITS));
    const placed = runs.map((run) => {
      const first = run[0]!;
      const number = numberFor(`${kind.name} ${idOf(first)}`, list);
      const deps = [number, ...kind.deps, ...run];
      const sourcesOf = () => [
        ...[kind.name, `${number}`],
        ...run.map((item) => kind.keyOf(item)),
      ];
      const make = () => placePage(known, sourcesOf, () => writePageOf(number, run, kind));
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
function writePageOf<Item, Row>(
  number: number,
  run: readonly Item[],
  { write }: Pick<PagedKind<Item, Row>, "write">,
): PlacedPage {
  const [page, spans] = makePage(number, (blob) => {
    const { rows, calendar } = write(run, blob);
    const piece = blob.add(JSON.stringify(rows));
    return calendar === undefined ? [piece] : [piece, blob.add(JSON.stringify(calendar))];
  });
  return { page, spans };
}
