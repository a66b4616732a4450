import type { Group } from "../catalog/catalog.ts";
import type { ShowReference } from "../model/item/member.ts";
import type { ShowRow } from "../model/pack.ts";
import { idOf, type Lookup, timesOf, timesText } from "./lookup.ts";

/** A line of a text: what it is about, and what there is to say; what is empty is left out. */
export type Line = readonly [
  label: string,
  value: string | number | undefined | readonly (string | undefined)[],
];

/** All about an item. */
export interface Item {
  /** Names it within its group and kind. */
  readonly id: string;
  readonly title: string;
  readonly lines: readonly Line[];
  /** Lines that may be long. */
  readonly longLines?: readonly Line[];
  /** Text behind the lines. */
  readonly body?: string;
  readonly metadata?: object;
  /** The setlist that it is, or is in, by its id. */
  readonly setlist?: string | undefined;
  /** When it begins, epoch ms. */
  readonly start?: number;
}

/** A show as others name it. */
export function showText({ ctx }: Lookup, group: Group, row: ShowRow): string {
  const { name, date } = ctx.catalog.pack.json<ShowReference>(row.reference);
  return `${name}, ${timesText(timesOf(row, date))}, ${idOf(group, "show", row.id)}`;
}

/** How many of the most frequent are named. */
export const NAMED = 5;

/** Of what is counted: the days of the first and the last, and since when it is. */
export function daysText(first?: string, last?: string, since?: string) {
  return [
    first && `the first on ${first}`,
    last && `the last on ${last}`,
    since && `counted since ${since}`,
  ];
}
