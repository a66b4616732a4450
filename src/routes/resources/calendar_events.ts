import type { Group } from "../../catalog/catalog.ts";
import { keptId, listPresent, type Part, spanAt } from "../../catalog/phases.ts";
import { firstId } from "../../changes/hashed_items.ts";
import {
  calendarInstant,
  contentLine,
  occasionLines,
  textLine,
} from "../../model/calendar_lines.ts";
import type { CalendarTable, Phases, Span } from "../../model/pack.ts";
import type { Tombstone } from "../../announce/announcement.ts";
import type { RouteContext } from "../route_context.ts";
import type { MemberFilter } from "./filters.ts";

const DAY_MS = 86_400_000;
const BACK_MS = 30 * DAY_MS;
/** A year, and the day by which some are longer. */
const AHEAD_MS = 366 * DAY_MS;
/** From this instant (epoch ms) on SEQUENCE counts the seconds, so that it stays small. */
const SEQUENCE_FROM = Date.UTC(2026, 0, 1);

/** The kind of item that each table holds, as its UID and what was announced name it. */
const KINDS = { shows: "show", events: "event", members: "member" } as const;

/** Some VEVENTs, and until when (epoch ms) they are right. */
export interface CalendarEvents {
  readonly parts: readonly Part[];
  readonly validUntil: number;
}

/** The items of a table that are asked for, are published and lie in the time of calendars. */
export function presentEvents(
  ctx: RouteContext,
  table: CalendarTable,
  asked: MemberFilter,
): CalendarEvents {
  const { group, now, announced, catalog: { pack } } = ctx;
  const nameOf = eventNamer(ctx, table);
  const entries = readEntries(group, table);
  const listing = asked.limit(
    listPresent(entries, now, (entry) => isWithin(entry, now) && asked.has(entry.members)),
  );
  return {
    parts: listing.rows.flatMap(({ id, named, lines }) => [
      nameOf(named, announced.modifiedAt(group.slug, KINDS[table], id)),
      pack.bytes(lines),
      "END:VEVENT\r\n",
    ]),
    validUntil: Math.min(listing.validUntil, nextTurn(entries, now)),
  };
}

/** What was announced and is gone: it is off, and who has it in a calendar has to see that. */
export function removedEvents(ctx: RouteContext, table: CalendarTable): CalendarEvents {
  const { group, now, announced } = ctx;
  const nameOf = eventNamer(ctx, table);
  const removed = announced.removed(group.slug, KINDS[table], now);
  const present = group.table(table).filter(({ open }) => spanAt(open, now) !== undefined);
  const there = new Set(present.flatMap((row) => [row.id, keptId(row)]));
  const isThere = (gone: Tombstone) => there.has(gone.id) || there.has(firstId(gone));
  const shown = removed.filter((one) => isWithin(one, now) && !isThere(one));
  return {
    parts: shown.map(({ at, title, date, start, isUntimed, minutes, venue, ...gone }) =>
      [
        nameOf(firstId(gone), at),
        occasionLines({
          title,
          state: "cancelled",
          start: isUntimed ? date : start,
          minutes,
          venue,
        }),
        "END:VEVENT\r\n",
      ].join("")
    ),
    validUntil: Math.min(...removed.map(({ until }) => until), nextTurn(removed, now)),
  };
}

/** An item of a table, and what calendars say of it. */
interface CalendarEntry {
  readonly id: string;
  /** The id that it had first, which its UID keeps. */
  readonly named: string;
  readonly open: Phases;
  readonly members: readonly string[];
  /** Epoch ms; undefined: it comes back every year. */
  readonly start?: number;
  readonly lines: Span;
}

function readEntries(group: Group, table: CalendarTable): CalendarEntry[] {
  const spans = group.calendar(table);
  const rows: readonly Omit<CalendarEntry, "lines">[] = table === "members"
    ? group.table("members").map((row) => ({ ...row, named: keptId(row), members: [row.id] }))
    : group.table(table).map((row) => ({ ...row, named: keptId(row) }));
  return rows.flatMap(({ id, named, open, members, start }, place) => {
    const lines = spans[place];
    return lines
      ? [{ id, named, open, members, lines, ...(start !== undefined && { start }) }]
      : [];
  });
}

/** Whether an item is in the time that calendars hold: from 30 days back to a year ahead. */
function isWithin({ start }: { readonly start?: number }, now: number): boolean {
  return start === undefined || (now < start + BACK_MS && now >= start - AHEAD_MS);
}

/** When the next of some items comes into that time, or leaves it, in epoch ms. */
function nextTurn(items: readonly { readonly start?: number }[], now: number): number {
  return items.reduce((least, { start }) => {
    if (start === undefined) return least;
    const turn = [start - AHEAD_MS, start + BACK_MS].find((one) => one > now) ?? Infinity;
    return Math.min(least, turn);
  }, Infinity);
}

/**
 * Writes the lines that open a VEVENT: those that name the item in this service, and say which version
 * of it this is by when it was modified (epoch ms).
 */
function eventNamer(
  { catalog, group: { slug } }: RouteContext,
  table: CalendarTable,
): (id: string, modifiedAt: number) => string {
  const { hostname } = new URL(catalog.index.site.base_url);
  return (id, modifiedAt) => {
    const stamp = calendarInstant(modifiedAt);
    const sequence = Math.max(0, Math.floor((modifiedAt - SEQUENCE_FROM) / 1000));
    return [
      "BEGIN:VEVENT\r\n",
      textLine("UID", `${KINDS[table]}-${id}.${slug}@${hostname}`),
      contentLine("DTSTAMP", stamp),
      contentLine("LAST-MODIFIED", stamp),
      contentLine("SEQUENCE", String(sequence)),
    ].join("");
  };
}
