import type { Span } from "../../src/model/pack.ts";
import type { Bodies } from "../emit/bodies.ts";
import type { RenderContext } from "./context.ts";

/** A table's place in the pack. */
export interface WrittenTable {
  readonly count: number;
  readonly rows: Span;
  /** A list of what calendars say of its items; empty if they say nothing of the kind. */
  readonly calendar: Span;
}

/** How items of one kind are written. */
export interface TableKind<Item, Texts, Row> {
  readonly name: string;
  idOf(item: Item): string;
  /** All that `tell` looks at, but for what all items of the group are made of. */
  madeOf(item: Item): string;
  /** What the pack says of an item; told once of items made of the same. */
  tell(item: Item): Texts;
  /** Adds it. */
  write(item: Item, texts: Texts, bodies: Bodies): WrittenItem<Row>;
}

interface WrittenItem<Row> {
  readonly row: Row;
  /** What calendars say; left out if they say nothing of the kind. */
  readonly calendar?: Span | null;
}

/** Writes items of one kind, and behind them their rows and what calendars say. */
export function writeTable<Item, Texts, Row>(
  items: readonly Item[],
  { name, idOf, madeOf, tell, write }: TableKind<Item, Texts, Row>,
  { bodies, memory, content, madeOf: ofGroup }: RenderContext,
): WrittenTable {
  const written = items.map((item) => {
    const key = `${content.slug} ${name} ${idOf(item)}`;
    const texts = memory.item(key, () => `${ofGroup}\n${madeOf(item)}`, () => tell(item));
    return write(item, texts, bodies);
  });
  const calendars = written.flatMap(({ calendar }) => calendar === undefined ? [] : [calendar]);
  return {
    count: items.length,
    rows: bodies.add(JSON.stringify(written.map(({ row }) => row))),
    calendar: bodies.add(JSON.stringify(calendars)),
  };
}
