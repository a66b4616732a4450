import type { Tombstone } from "../announce/announcement.ts";
import { renderZonedBirthday } from "../catalog/birthdays.ts";
import type { Celebrant } from "../catalog/birthdays.ts";
import type { Group } from "../catalog/catalog.ts";
import type { ItemChange } from "../changes/compare_items.ts";
import type { OccasionSummary } from "../changes/hashed_items.ts";
import type { LogEntry } from "../events/event.ts";
import type { CancelledShowItem, ChangedShowItem } from "../model/item/logged_event.ts";
import type { ShowItem } from "../model/item/occasions.ts";
import type { MemberRow, NewsRow, Row, ShowRow } from "../model/pack.ts";
import { localDay } from "../time/local_day.ts";
import { offsetTimestamp } from "../time/wall_clock.ts";
import { type ContentAt, itemAt, makeEntry } from "./item_data.ts";

const DAY_MS = 86_400_000;
/** News that is older when it comes is history that somebody has added. */
const NEWS_MS = 7 * DAY_MS;
const RELEASE_MS = 30 * DAY_MS;

/** A show that came; none where its day is over. */
export function showAdded(at: ContentAt, group: Group, row: ShowRow): LogEntry[] {
  const item = itemAt(at, row);
  if (item === undefined || isOver(at, group, row.date)) return [];
  return [makeEntry(at, { type: "show.added", group, id: row.id, members: row.members }, item)];
}

/** A show that was changed, or does not take place any more; none where its day is over. */
export function showChanged(
  at: ContentAt,
  group: Group,
  row: ShowRow,
  { fields: changed, former }: Pick<ItemChange, "fields" | "former">,
): LogEntry[] {
  const item = itemAt(at, row) as ShowItem | undefined;
  if (item === undefined || isOver(at, group, row.date)) return [];
  const about = { group, id: row.id, members: row.members };
  if (row.state === "cancelled" && changed.includes("state")) {
    const { id, title, date, start_at, venue } = item;
    const data: CancelledShowItem = { id, title, date, start_at, venue, state: "cancelled" };
    return [makeEntry(at, { ...about, type: "show.cancelled" }, data)];
  }
  const data: ChangedShowItem = {
    ...item,
    changed: [...changed],
    ...(former !== undefined && { former: formerValues(former, item, group) }),
  };
  return [makeEntry(at, { ...about, type: "show.changed" }, data)];
}

/** What a show was, in the fields of its item that are others now. */
function formerValues(
  { title, date, start, isUntimed, venue = "" }: OccasionSummary,
  item: ShowItem,
  { timezone }: PlacedGroup,
): ChangedShowItem["former"] {
  const start_at = offsetTimestamp(start, timezone);
  const clock = isUntimed ? "" : start_at.slice(11, 16);
  // Content may have written a time with its seconds.
  const time = item.time.startsWith(clock) && clock !== "" ? item.time : clock;
  const values = { title, date, time, venue, start_at };
  const differs = ([name, value]: [string, string]) => item[name as keyof typeof values] !== value;
  return Object.fromEntries(Object.entries(values).filter(differs));
}

/** A show that begins soon; none after it has begun. */
export function showSoon(at: ContentAt, group: Group, row: ShowRow): LogEntry[] {
  const item = itemAt(at, row);
  if (item === undefined || row.start <= at.now) return [];
  return [makeEntry(at, { type: "show.soon", group, id: row.id, members: row.members }, item)];
}

/** A group as far as what is gone needs it. */
export type PlacedGroup = Pick<Group, "slug" | "timezone">;

/** A show whose file is gone; none where its day is over. */
export function showRemoved(at: ContentAt, group: PlacedGroup, gone: Tombstone): LogEntry[] {
  if (isOver(at, group, gone.date)) return [];
  const data: CancelledShowItem = {
    id: gone.id,
    title: gone.title,
    date: gone.date,
    start_at: offsetTimestamp(gone.start, group.timezone),
    venue: gone.venue ?? "",
    state: "cancelled",
  };
  return [makeEntry(at, { type: "show.cancelled", group, id: gone.id, members: [] }, data)];
}

/** An article that came; none where it is older than a week. */
export function newsPublished(at: ContentAt, group: Group, row: NewsRow): LogEntry[] {
  const item = itemAt(at, row);
  if (item === undefined) return [];
  if (Date.parse(String(item.published_at)) < at.now - NEWS_MS) return [];
  return [makeEntry(at, { type: "news.published", group, id: row.id, members: [] }, item)];
}

/** A release that came; none where it is older than 30 days. */
export function releaseAdded(at: ContentAt, group: Group, row: Row): LogEntry[] {
  const item = itemAt(at, row);
  if (item === undefined) return [];
  const { release_date: date } = item;
  if (typeof date === "string" && Date.parse(date) < at.now - RELEASE_MS) return [];
  return [makeEntry(at, { type: "release.added", group, id: row.id, members: [] }, item)];
}

/** A member who joined or graduated. */
export function memberTurned(
  at: ContentAt,
  group: Group,
  row: MemberRow,
  type: "member.joined" | "member.graduated",
): LogEntry[] {
  const item = itemAt(at, row);
  if (item === undefined) return [];
  return [makeEntry(at, { type, group, id: row.id, members: [row.id] }, item)];
}

/** A birthday, as it is seen from its own day. */
export function birthdayToday(at: ContentAt, celebrant: Celebrant): LogEntry {
  const { group, member: { id } } = celebrant;
  const about = { type: "birthday.today", group, id, members: [id] } as const;
  return makeEntry(at, about, renderZonedBirthday(celebrant));
}

/** A day counts until its end. */
function isOver({ now }: ContentAt, { timezone }: PlacedGroup, date: string): boolean {
  return date < localDay(now, timezone);
}
