import type { Catalog, Group } from "../catalog/catalog.ts";
import { itemParts, joinParts, spanAt } from "../catalog/phases.ts";
import type { EventKind, LogEntry } from "../events/event.ts";
import type { Row, Span } from "../model/pack.ts";

/** What an entry of the log is made from: the content that is served, and the present instant. */
export interface ContentAt {
  readonly catalog: Catalog;
  /** Epoch ms. */
  readonly now: number;
}

const decoder = new TextDecoder();

/** A row's item, as lists have it now; undefined where it is not published. */
export function itemAt({ catalog, now }: ContentAt, row: Row): Record<string, unknown> | undefined {
  if (spanAt(row.open, now) === undefined) return undefined;
  return JSON.parse(decoder.decode(joinParts(itemParts(catalog.pack, row, now))));
}

/** The further fields of a row that begin with a comma. */
export function moreOf({ catalog }: ContentAt, more: Span): Record<string, unknown> {
  return JSON.parse(`{"_":0${decoder.decode(catalog.pack.bytes(more))}}`);
}

/** When a row is published, in epoch ms; undefined where it always was. */
export function publishedAt({ open }: Row): number | undefined {
  return open[1] === 0 ? open[2] : undefined;
}

/** What an event is about. */
export interface EventSubject {
  readonly type: EventKind;
  readonly group: Pick<Group, "slug">;
  readonly id: string;
  readonly members: readonly string[];
}

/** Makes an entry of the log. */
export function makeEntry(
  { now }: ContentAt,
  { type, group, id, members }: EventSubject,
  data: unknown,
): LogEntry {
  const at = new Date(now).toISOString();
  return { type, group: group.slug, at, data, subject: id, members };
}
