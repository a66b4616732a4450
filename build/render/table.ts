import type { Span } from "../../src/model/pack.ts";
import type { RenderContext } from "./context.ts";

/** A table's place in the pack. */
export interface WrittenTable {
  readonly rows: Span;
  /** A list of what calendars say of its items; empty if they say nothing of the kind. */
  readonly calendar: Span;
}

/** A row before it is written: fields that are undefined are left out. */
export type Loose<Row> = {
  readonly [Name in keyof Row]: Row[Name] | (object extends Pick<Row, Name> ? undefined : never);
};

/** How items of one kind are written. */
interface TableKind<Item, Texts, Row> {
  readonly name: string;
  idOf(item: Item): string;
  /** All that `tell` looks at, but for what all items of the group are made of. */
  madeOf(item: Item): string;
  /** What the pack says of an item; told once of items made of the same. */
  tell(item: Item): Texts;
  /** Adds it. `calendar`: what calendars say; left out if they say nothing of the kind. */
  write(item: Item, texts: Texts): { readonly row: Row; readonly calendar?: Span | null };
}

/** Writes items of one kind, and behind them their rows and what calendars say. */
export function writeTable<Item, Texts, Row>(
  context: RenderContext,
  items: readonly Item[],
  { name, idOf, madeOf, tell, write }: TableKind<Item, Texts, Row>,
): WrittenTable {
  const { memory, content, madeOf: ofGroup } = context;
  const written = items.map((item) => {
    const key = `${content.slug} ${name} ${idOf(item)}`;
    return write(item, memory.item(key, () => `${ofGroup}\n${madeOf(item)}`, () => tell(item)));
  });
  const calendars = written.flatMap(({ calendar }) => calendar === undefined ? [] : [calendar]);
  return writeRows(context, written.map(({ row }) => row), calendars);
}

/** Writes the rows of a table, and where it has calendars what they say. */
export function writeRows(
  { bodies }: RenderContext,
  rows: readonly unknown[],
  calendars: readonly unknown[] = [],
): WrittenTable {
  return {
    rows: bodies.add(JSON.stringify(rows)),
    calendar: bodies.add(JSON.stringify(calendars)),
  };
}
