import { arrayOf, type PageCounts, type Part } from "../catalog/phases.ts";

/** An item, or a part of one, as ready JSON. */
export type Item = readonly Part[];

/** A list with fields of its own: bare groups put them before the items, wrapped ones behind. */
export interface ListReport {
  readonly items: readonly Item[];
  readonly name: string;
  /** The bare fields before the items, in order. */
  readonly head: Readonly<Record<string, unknown>>;
  /** The wrapped fields behind `message`, in order. */
  readonly tail: Readonly<Record<string, unknown>>;
}

/** How a family words its answers. */
export interface Envelope {
  /** Whether a list that comes whole holds its items as full as a page does. */
  readonly hasFullItems: boolean;
  list(items: readonly Item[]): Part[];
  /** One page of the list that the bare family calls `name`. */
  page(name: string, items: readonly Item[], counts: PageCounts): Part[];
  one(item: Item): Part[];
  report(report: ListReport): Part[];
}

/** Arrays and objects as they are. */
export const BARE_ENVELOPE: Envelope = {
  hasFullItems: false,
  list: arrayOf,
  page: (name, items, counts) => [
    `{${JSON.stringify(name)}:`,
    ...arrayOf(items),
    ...fields(counts),
    "}",
  ],
  one: (item) => [...item],
  report: ({ items, name, head }) => [
    `${JSON.stringify(head).slice(0, -1)},${JSON.stringify(name)}:`,
    ...arrayOf(items),
    "}",
  ],
};

/** `{success, total, data, message}`: `data` is always an array, `total` its length. */
export const WRAPPED_ENVELOPE: Envelope = {
  hasFullItems: true,
  list: (items) => wrap(items, {}),
  page: (_name, items, counts) => wrap(items, counts),
  one: (item) => wrap([item], {}),
  report: ({ items, tail }) => wrap(items, tail),
};

function wrap(items: readonly Item[], tail: object): Part[] {
  const head = `{"success":true,"total":${items.length},"data":`;
  return [head, ...arrayOf(items), `,"message":"OK"`, ...fields(tail), "}"];
}

/** The fields of an object behind others. */
function fields(further: object): Part[] {
  const inner = JSON.stringify(further).slice(1, -1);
  return inner === "" ? [] : [`,${inner}`];
}
