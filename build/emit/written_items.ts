import { PAGE_SPACE, type Phases, type Span } from "../../src/model/pack.ts";
import { createRemember, type MadeMemory, REPORTS_NOTHING } from "../cache/remember.ts";
import type { Blob, PackPage } from "./blob.ts";

/** What a page says of an item. */
export interface PagedItem<Row> {
  readonly row: Row;
  /** What calendars say; left out where they say nothing of the kind. */
  readonly calendar?: Span | null | undefined;
}

/** How items of one kind are written. */
export interface WrittenKind<Item, Row> {
  /** What else is said of an item depends on. */
  readonly deps: readonly unknown[];
  /** Adds what is said of an item, one thing behind the other. */
  write(item: Item, blob: Blob): PagedItem<Row>;
  /** The row of an item whose bytes lie `by` further on; left out where copying them does not pay. */
  move?(row: Row, by: number): Row;
}

/** What was written of an item, and where. */
interface WrittenItem<Row> extends PagedItem<Row> {
  /** The address of its first byte, and of what follows its last. */
  readonly start: number;
  readonly end: number;
}

/** The last page that an item is in. */
interface Home<Row> {
  page?: PackPage;
  written?: WrittenItem<Row>;
}

/** Items that are being written into a page. */
export interface WrittenItems<Row> {
  readonly items: readonly PagedItem<Row>[];
  /** Says which page it has become: the next one copies from it. */
  keep(page: PackPage): void;
}

/**
 * Makes what writes one kind of items. What was written before of the same item is copied: most items of
 * a page stay as they are when one of them changes.
 */
export function createItemWriter<Item extends object, Row>() {
  const homeOnce = createRemember<Home<Row>>();
  return (
    items: readonly Item[],
    kind: WrittenKind<Item, Row>,
    blob: Blob,
    memory: MadeMemory,
  ): WrittenItems<Row> => {
    const homes = items.map((item) =>
      homeOnce(memory, item, kind.deps, REPORTS_NOTHING, () => ({}))
    );
    const written = items.map((item, place) => {
      const start = blob.address;
      const one = copied(homes[place]!, kind, blob) ?? kind.write(item, blob);
      return { ...one, start, end: blob.address };
    });
    const keep = (page: PackPage) =>
      homes.forEach((home, place) => Object.assign(home, { page, written: written[place] }));
    return { items: written, keep: kind.move === undefined ? () => {} : keep };
  };
}

/** Undefined where there is nothing to copy. */
function copied<Row>(
  { page, written }: Home<Row>,
  { move }: Pick<WrittenKind<never, Row>, "move">,
  blob: Blob,
): PagedItem<Row> | undefined {
  if (move === undefined || page === undefined || written === undefined) return undefined;
  const { row, calendar, start, end } = written;
  const by = blob.address - start;
  blob.copy(page.bytes.subarray(start % PAGE_SPACE, end % PAGE_SPACE));
  return { row: move(row, by), calendar: calendar && movedSpan(calendar, by) };
}

/** The same bytes, so far further on. */
export function movedSpan([address, length]: Span, by: number): Span {
  return [address + by, length];
}

/** The same texts from the same instants on, so far further on; where there is none, there stays none. */
export function movedPhases(phases: Phases, by: number): Phases {
  return phases.map((value, place) =>
    place % 3 === 0 && phases[place + 1]! > 0 ? value + by : value
  );
}
