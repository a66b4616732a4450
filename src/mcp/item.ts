import type { Group } from "../catalog/catalog.ts";
import type { ShowReference } from "../model/item/member.ts";
import type { ShowRow } from "../model/pack.ts";
import { idOf, type Lookup, timesOf, timesText } from "./lookup.ts";

/** A line of a text: what it is about, and what there is to say; an empty one is left out. */
export type Line = readonly [label: string, value: string | number | readonly string[] | undefined];

/** All about an item. */
export interface Item {
  readonly title: string;
  readonly lines: readonly Line[];
  /** Text behind the lines. */
  readonly body?: string;
  readonly metadata?: object;
  /** The setlist that it is, or is in, by its id. */
  readonly setlist?: string | undefined;
}

/** A show as others name it. */
export function showText({ ctx }: Lookup, group: Group, row: ShowRow): string {
  const { name }: ShowReference = JSON.parse(decoder.decode(ctx.catalog.pack.bytes(row.reference)));
  return `${name}, ${timesText(timesOf(row, group.timezone))}, ${idOf(group, "show", row.id)}`;
}

const decoder = new TextDecoder();

/** The title of a song, which is a text, or has further fields beside it. */
export function songTitle(song: string | { readonly title: string }): string {
  return typeof song === "string" ? song : song.title;
}
