import { type Celebrant, renderZonedBirthday } from "../../catalog/birthdays.ts";
import type { Catalog, Group } from "../../catalog/catalog.ts";
import { itemParts, joinParts, spanAt } from "../../catalog/phases.ts";
import type { EventKind, LogEntry } from "../../events/event.ts";
import type { ComparedItem, ContentItem } from "../../model/content_items.ts";
import type {
  CancelledShowItem,
  ChangedShowItem,
  TicketSaleItem,
} from "../../model/item/logged_event.ts";
import type { EventItem, ShowItem } from "../../model/item/occasions.ts";
import type { EventRow, Row, ShowRow, Span } from "../../model/pack.ts";
import { localDay } from "../../time/local_day.ts";
import { offsetTimestamp } from "../../time/wall_clock.ts";

/** What an entry of the log is made from: the content that is served, and the present instant. */
export interface ContentAt {
  readonly catalog: Catalog;
  /** Epoch ms. */
  readonly now: number;
}

const decoder = new TextDecoder();

/** A row's item, as lists have it now; undefined if it is not published. */
function itemAt({ catalog, now }: ContentAt, row: Row): Record<string, unknown> | undefined {
  if (spanAt(row.open, now) === undefined) return undefined;
  return JSON.parse(decoder.decode(joinParts(itemParts(catalog.pack, row, now))));
}

/** The further fields of a row that begin with a comma. */
export function moreOf({ catalog }: ContentAt, more: Span): Record<string, unknown> {
  return JSON.parse(`{"_":0${decoder.decode(catalog.pack.bytes(more))}}`);
}

/** Makes an entry of the log; the subject is what the event is about. */
export function makeEntry(
  { now }: ContentAt,
  { type, group, id, members = [] }: {
    readonly type: EventKind;
    readonly group: Pick<Group, "slug">;
    readonly id: string;
    readonly members?: readonly string[];
  },
  data: unknown,
): LogEntry {
  const at = new Date(now).toISOString();
  return { type, group: group.slug, at, data, subject: id, members };
}
/** A show that was changed, or does not take place any more; none if its day is over. */
export function showChanged(
  at: ContentAt,
  group: Group,
  row: ShowRow,
  { fields: changed, before }: Pick<ComparedItem, "fields" | "before">,
): LogEntry[] {
  const item = itemAt(at, row) as ShowItem | undefined;
  if (item === undefined || isOver(at, group, row.date)) return [];
  const members = [...new Set([...row.members, ...membersOf(before!)])];
  const about = { group, id: row.id, members };
  if (row.state === "cancelled" && changed.includes("state")) {
    const { id, title, date, start_at, venue } = item;
    const data: CancelledShowItem = { id, title, date, start_at, venue, state: "cancelled" };
    return [makeEntry(at, { ...about, type: "show.cancelled" }, data)];
  }
  const former: ChangedShowItem["former"] = Object.fromEntries(
    Object.entries(occasionOf(before!, group))
      .filter(([name, value]) => item[name as keyof ShowItem] !== value),
  );
  const data: ChangedShowItem = {
    ...item,
    changed: [...changed],
    ...(Object.keys(former).length > 0 && { former }),
  };
  return [makeEntry(at, { ...about, type: "show.changed" }, data)];
}

/** The line-up of a show that is compared. */
function membersOf({ fields: { members = "[]" } }: ContentItem): string[] {
  return JSON.parse(String(members));
}

/** When and where a show that is compared takes place, as lists say it. */
function occasionOf({ fields }: ContentItem, { timezone }: PlacedGroup) {
  const { title, date, time = "", venue = "", start_at } = fields as Record<string, string>;
  return {
    title: title!,
    date: date!,
    time,
    venue,
    start_at: offsetTimestamp(Number(start_at), timezone),
  };
}

/** A show with which members reach a round number of shows; none if nobody does now. */
export function showMilestone(at: ContentAt, group: Group, row: ShowRow): LogEntry[] {
  const milestones = group.showCounts(at.now).milestonesOf(row);
  const item = itemAt(at, row);
  if (milestones.length === 0 || item === undefined) return [];
  const members = [...new Set(milestones.map(({ id }) => id))];
  const about = { type: "show.milestone", group, id: row.id, members } as const;
  return [makeEntry(at, about, { ...item, milestones })];
}

/** The sale of a show's or an event's tickets that begins at `saleAt` (epoch ms). */
export function ticketSale(
  at: ContentAt,
  group: Group,
  kind: TicketSaleItem["kind"],
  row: ShowRow | EventRow,
  saleAt: number,
): LogEntry[] {
  const item = itemAt(at, row) as ShowItem | EventItem | undefined;
  if (item === undefined || item.state !== "scheduled") return [];
  const { id, title, venue, tickets = [], url } = item;
  const sold = tickets.filter(({ sale_from }) => sale_from && Date.parse(sale_from) === saleAt);
  const data: TicketSaleItem = {
    kind,
    id,
    title,
    start_at: offsetTimestamp(row.start, group.timezone),
    venue,
    sale_from: offsetTimestamp(saleAt, group.timezone),
    tickets: sold,
    ...(url && { url }),
  };
  return [makeEntry(at, { type: "ticket.sale", group, id, members: row.members }, data)];
}

/** A group as far as what is gone needs it. */
export type PlacedGroup = Pick<Group, "slug" | "timezone">;

/** A show that is gone; none if its day is over, or it was cancelled before. */
export function showRemoved(at: ContentAt, group: PlacedGroup, gone: ContentItem): LogEntry[] {
  const { title, date, start_at, venue } = occasionOf(gone, group);
  if (gone.fields.state === "cancelled" || isOver(at, group, date)) return [];
  const data: CancelledShowItem = { id: gone.id, title, date, start_at, venue, state: "cancelled" };
  const about = { type: "show.cancelled", group, id: gone.id, members: membersOf(gone) } as const;
  return [makeEntry(at, about, data)];
}

/** A birthday, as it is seen from its own day. */
export function birthdayToday(at: ContentAt, celebrant: Celebrant): LogEntry {
  const { group, member: { id } } = celebrant;
  const about = { type: "birthday.today", group, id, members: [id] } as const;
  return makeEntry(at, about, renderZonedBirthday(celebrant));
}

export function isOlder({ now }: ContentAt, date: string | undefined, ageMs: number): boolean {
  return date !== undefined && Date.parse(date) < now - ageMs;
}

export function isOver({ now }: ContentAt, { timezone }: PlacedGroup, date: string): boolean {
  return date < localDay(now, timezone);
}

/** The entry that has a row's item as it is; none if it is not published. */
export function itemEntry(
  at: ContentAt,
  group: Group,
  row: Row,
  type: EventKind,
  members: readonly string[],
): LogEntry[] {
  const item = itemAt(at, row);
  return item === undefined ? [] : [makeEntry(at, { type, group, id: row.id, members }, item)];
}
