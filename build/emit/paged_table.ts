import type { Span } from "../../src/model/pack.ts";
import { createRemember, type MadeMemory, REPORTS_NOTHING } from "../cache/remember.ts";
import { type Blob, makePage, type PackPage } from "./blob.ts";
import type { PageList } from "./page_list.ts";
import { runsOf } from "./runs.ts";

/** What a page says of its items, each in the place of its item. */
export interface PageRows<Row> {
  readonly rows: readonly Row[];
  /** What calendars say; left out where they say nothing of the kind. */
  readonly calendar?: readonly (Span | null)[];
}

/** The rows of a table, and the places of its pieces. */
export interface PagedTable<Row> {
  readonly rows: readonly Row[];
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
  write(run: readonly Item[], blob: Blob): PageRows<Row>;
}

interface MadePage<Row> {
  readonly page: PackPage;
  readonly rows: readonly Row[];
  readonly piece: Span;
  readonly calendar: Span | undefined;
}

/**
 * Makes what writes one kind of items, page by page. A page whose items are the same objects as before
 * is not written again.
 */
export function createPaging<Item extends object, Row>() {
  const makeOnce = createRemember<MadePage<Row>>();
  const makeAllOnce = createRemember<PagedTable<Row>>();
  const makeAll = (first: number, kind: PagedKind<Item, Row>, memory: MadeMemory) =>
    tableOf(
      runsOf(kind.items, kind.idOf).map((run, place) => {
        const number = first + place;
        const deps = [number, ...kind.deps, ...run];
        return makeOnce(memory, run[0]!, deps, REPORTS_NOTHING, () => pageOf(number, run, kind));
      }),
    );
  return ({ pages, memory }: PageList, kind: PagedKind<Item, Row>): PagedTable<Row> => {
    const first = pages.length;
    const make = () => makeAll(first, kind, memory);
    const deps = [first, ...kind.deps];
    const table = makeAllOnce(memory, kind.items, deps, REPORTS_NOTHING, make);
    for (const page of table.pages) pages.push(page);
    return table;
  };
}

function tableOf<Row>(made: readonly MadePage<Row>[]): PagedTable<Row> {
  return {
    rows: made.flatMap(({ rows }) => rows),
    pieces: made.map(({ piece }) => piece),
    calendars: made.flatMap(({ calendar }) => calendar === undefined ? [] : [calendar]),
    pages: made.map(({ page }) => page),
  };
}

function pageOf<Item, Row>(
  number: number,
  run: readonly Item[],
  { write }: PagedKind<Item, Row>,
): MadePage<Row> {
  const [page, made] = makePage(number, (blob) => {
    const { rows, calendar } = write(run, blob);
    const piece = blob.add(JSON.stringify(rows));
    return { rows, piece, calendar: calendar && blob.add(JSON.stringify(calendar)) };
  });
  return { page, ...made };
}
