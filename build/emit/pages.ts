import { PAGE_NUMBERS, PAGE_SPACE, type Phases, type Span } from "../../src/model/pack.ts";
import { areSame } from "../cache/derived.ts";
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

interface WrittenRun {
  readonly number: number;
  readonly run: readonly object[];
  readonly page: PackPage;
  readonly made: unknown;
}

/** The last page that each item was in. */
const written = new WeakMap<object, WrittenRun>();

/**
 * Writes items as pages, a run of them each; returns what `write` made of each run. It looks at nothing but
 * the items, each of which is an object of this list alone: a page of the same items is not written again.
 */
export function addRuns<Item extends object, Made>(
  pages: Pages,
  items: readonly Item[],
  { name, idOf, cutBits }: RunsKind<Item>,
  write: (run: readonly Item[], blob: Blob) => Made,
): Made[] {
  return runsOf(items, idOf, cutBits).map((run) => {
    const [first] = run as [Item, ...Item[]];
    const number = numberFor(`${name} ${idOf(first)}`, pages);
    const before = written.get(first);
    const isSame = before?.number === number && areSame(before.run, run);
    const known = isSame ? before : writeRun(run, number, write);
    pages.set(number, known.page);
    return known.made as Made;
  });
}

function writeRun<Item extends object, Made>(
  run: readonly Item[],
  number: number,
  write: (run: readonly Item[], blob: Blob) => Made,
): WrittenRun {
  const [page, made] = makePage(number, (blob) => write(run, blob));
  const known = { number, run, page, made };
  for (const item of run) written.set(item, known);
  return known;
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
  /** Adds what is said of an item. */
  write(item: Item, blob: Blob): WrittenItem<Row>;
  /** The row of an item whose bytes are `by` further on; left out if copying them does not pay. */
  move?(row: Row, by: number): Row;
}

/** What a page says of an item. */
interface WrittenItem<Row> {
  readonly row: Row;
  /** What calendars say; left out if they say nothing of the kind. */
  readonly calendar?: Span | null | undefined;
}

/** An item with the place of all that its page says of it. */
interface PlacedItem<Row> extends WrittenItem<Row> {
  readonly span: Span;
}

/** What a page of a table has. */
interface TablePage<Row> {
  readonly items: readonly PlacedItem<Row>[];
  readonly piece: Span;
  readonly calendars: readonly Span[];
}

/** Writes items of one kind, page by page. */
export function addTable<Item extends object, Row>(
  pages: Pages,
  items: readonly Item[],
  { write, move, ...kind }: TableKind<Item, Row>,
): PagedTable {
  // Somebody who is renamed is in one show of twenty. Of long lists, each page costs who opens the pack.
  const cutBits = items.length > 10_000 ? 5 : 3;
  const place = (item: Item, blob: Blob): PlacedItem<Row> => {
    const start = blob.address;
    const said = move && copyItem(item, move, blob) || write(item, blob);
    return { ...said, span: [start, blob.address - start] };
  };
  const written = addRuns(pages, items, { ...kind, cutBits }, (run, blob): TablePage<Row> => {
    const items = run.map((item) => place(item, blob));
    const piece = blob.add(JSON.stringify(items.map(({ row }) => row)));
    const calendars = items.map(({ calendar }) => calendar);
    const hasNone = calendars[0] === undefined;
    return { items, piece, calendars: hasNone ? [] : [blob.add(JSON.stringify(calendars))] };
  });
  return {
    count: items.length,
    pieces: written.map(({ piece }) => piece),
    calendars: written.flatMap(({ calendars }) => calendars),
  };
}

/**
 * Copies what the last page of an item says of it, if there is one: most items of a page stay as they are
 * when one of them changes.
 */
function copyItem<Row>(
  item: object,
  move: (row: Row, by: number) => Row,
  blob: Blob,
): WrittenItem<Row> | undefined {
  const last = written.get(item);
  if (last === undefined) return undefined;
  const { items } = last.made as TablePage<Row>;
  const { row, calendar, span: [address, length] } = items[last.run.indexOf(item)]!;
  const start = address % PAGE_SPACE;
  const by = blob.address - address;
  blob.add("", last.page.bytes.subarray(start, start + length));
  return { row: move(row, by), calendar: calendar && movedSpan(calendar, by) };
}

/** The same bytes, so far further on. */
export function movedSpan([address, length]: Span, by: number): Span {
  return [address + by, length];
}

/** The same texts from the same instants on, so far further on; where there is none, there stays none. */
export function movedPhases(phases: Phases, by: number): Phases {
  return phases.map((value, at) => at % 3 === 0 && phases[at + 1]! > 0 ? value + by : value);
}
