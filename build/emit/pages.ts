import { PAGE_NUMBERS, type Span } from "../../src/model/pack.ts";
import type { Memory } from "../memory.ts";
import { type Blob, makePage, type PackPage } from "./blob.ts";

/** The pages of a pack so far, by their numbers, in the order in which they are in the file. */
export type Pages = Map<number, PackPage>;

/** Adds a page; returns what `write` made of its spans. */
export function addPage<Made>(pages: Pages, name: string, write: (blob: Blob) => Made): Made {
  const number = numberFor(name, pages);
  const [page, made] = makePage(number, write);
  pages.set(number, page);
  return made;
}

/**
 * The number of the next page. It is made of a name: whatever comes or goes before a page, its addresses
 * stay. If another page has that number, it is the next one that is free.
 */
function numberFor(name: string, pages: Pages): number {
  let number = hashName(name) % PAGE_NUMBERS;
  while (pages.has(number)) number = (number + 1) % PAGE_NUMBERS;
  return number;
}

/** How a list of items is divided into pages. */
interface RunsKind<Item> {
  /** Names the pages. */
  readonly name: string;
  idOf(item: Item): string;
  /** A page usually has 2 to the power of this many items. */
  readonly cutBits: number;
}

/** A run has so many times as many items as usual at most. */
const MOST = 4;

/**
 * Divides a list into runs by the ids of its items: where an item comes or goes, the runs around it
 * change, and all others stay as they are. A run ends behind an id of which `cutBits` bits of its hash
 * are 0.
 */
function runsOf<Item>(
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
function hashName(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) {
    hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}

/** The places of a table's pieces. */
export interface PagedTable {
  readonly count: number;
  readonly pieces: readonly Span[];
  readonly calendars: readonly Span[];
}

/** How items of one kind are written. */
export interface TableKind<Item, Row> extends Omit<RunsKind<Item>, "cutBits"> {
  /** All that `write` looks at, but for what all items of the group are made of. */
  madeOf(item: Item): string;
  /** Adds what is said of an item. */
  write(item: Item, blob: Blob): WrittenItem<Row>;
}

/** What a page says of an item. */
interface WrittenItem<Row> {
  readonly row: Row;
  /** What calendars say; left out if they say nothing of the kind. */
  readonly calendar?: Span | null | undefined;
}

/** Where the pages of a group come. */
export interface TableContext {
  readonly pages: Pages;
  readonly memory: Memory;
  /** What all items of the group are made of. */
  readonly madeOf: string;
}

/** Writes items of one kind, page by page; a page of which all is as before is not written again. */
export function addTable<Item, Row>(
  items: readonly Item[],
  { name, idOf, madeOf, write }: TableKind<Item, Row>,
  context: TableContext,
): PagedTable {
  const { pages, memory } = context;
  // Of long lists, each page costs who opens the pack.
  const cutBits = items.length > 10_000 ? 5 : 3;
  const written = runsOf(items, idOf, cutBits).map((run) => {
    const number = numberFor(`${name} ${idOf(run[0]!)}`, pages);
    const inputs = () => [name, context.madeOf, ...run.map(madeOf)].join("\n");
    const make = () => makePage(number, (blob) => writeRun(run, write, blob));
    const [page, made] = memory.item(`page ${number}`, inputs, make);
    pages.set(number, page);
    return made;
  });
  return {
    count: items.length,
    pieces: written.map(({ piece }) => piece),
    calendars: written.flatMap(({ calendars }) => calendars),
  };
}

/** Writes the items of a page, and behind them the rows and what calendars say. */
function writeRun<Item, Row>(
  run: readonly Item[],
  write: TableKind<Item, Row>["write"],
  blob: Blob,
): { readonly piece: Span; readonly calendars: readonly Span[] } {
  const items = run.map((item) => write(item, blob));
  const piece = blob.add(JSON.stringify(items.map(({ row }) => row)));
  const calendars = items.map(({ calendar }) => calendar);
  const hasNone = calendars[0] === undefined;
  return { piece, calendars: hasNone ? [] : [blob.add(JSON.stringify(calendars))] };
}
