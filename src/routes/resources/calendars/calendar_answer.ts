import type { Group } from "../../../catalog/catalog.ts";
import { joinParts, type Part } from "../../../catalog/json_bytes.ts";
import { listPresent } from "../../../catalog/phases.ts";
import { type Answer, createAnswer } from "../../../http/answer.ts";
import { calendarInstant, contentLine, textLine } from "../../../model/calendar_lines.ts";
import type { CalendarTables, Phases, Span } from "../../../model/pack.ts";
import type { RouteContext } from "../../route_context.ts";
import { type MemberFilter, memberFilter } from "../member_filter.ts";
import { FEED_MAX_AGE_S } from "./announced_dependency.ts";

const CALENDAR_TYPE = "text/calendar; charset=utf-8";

const DAY_MS = 86_400_000;
const BACK_MS = 30 * DAY_MS;
/** A year, and the day by which some are longer. */
const AHEAD_MS = 366 * DAY_MS;
/** From this instant (epoch ms) on SEQUENCE counts the seconds, so that it stays small. */
const SEQUENCE_FROM = Date.UTC(2026, 0, 1);

/** What a caller asks for. */
export interface CalendarRequest {
  /** What it is a calendar of. */
  readonly name: string;
  /** The tables whose items it holds. */
  readonly tables: readonly (keyof CalendarTables)[];
  /** Whose items it holds; undefined: everybody's. */
  readonly member: readonly string[] | undefined;
}

/** An item of a table, and what the calendar says of it. */
interface CalendarEntry {
  readonly id: string;
  readonly open: Phases;
  readonly members: readonly string[];
  /** Epoch ms; undefined: it comes back every year. */
  readonly start?: number;
  readonly lines: Span;
}

/** Part of a calendar, and until when (epoch ms) it holds. */
interface Entries {
  readonly parts: Part[];
  readonly validUntil: number;
}

/** Answers with the calendar that holds now. */
export function calendarAnswer(
  ctx: RouteContext,
  { name, tables, member }: CalendarRequest,
): Answer {
  const asked = memberFilter(ctx, member);
  const held = tables.map((table) => entriesOf(ctx, table, asked));
  const parts = held.flatMap((entries) => entries.parts);
  const holds = {
    madeAt: ctx.now,
    validUntil: Math.min(...held.map(({ validUntil }) => validUntil)),
    maxAge: FEED_MAX_AGE_S,
  };
  const body = [headOf(`${ctx.group.name} ${name}`), ...orNothing(parts), "END:VCALENDAR\r\n"];
  return createAnswer(joinParts(body), holds, { contentType: CALENDAR_TYPE, hasFixedAge: true });
}

function headOf(name: string): string {
  return [
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Oshibase//Oshibase//EN\r\n",
    // RFC 7986, and what programs read that are older than it.
    textLine("NAME", name),
    textLine("X-WR-CALNAME", name),
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\nX-PUBLISHED-TTL:PT1H\r\n",
  ].join("");
}

/** A calendar has at least one component (RFC 5545, 3.6): an empty one names the zone it is in. */
function orNothing(parts: readonly Part[]): readonly Part[] {
  return parts.length === 0 ? [UTC] : parts;
}

const UTC = [
  ...["BEGIN:VTIMEZONE", "TZID:Etc/UTC", "BEGIN:STANDARD", "DTSTART:19700101T000000"],
  ...["TZOFFSETFROM:+0000", "TZOFFSETTO:+0000", "END:STANDARD", "END:VTIMEZONE", ""],
].join("\r\n");

function entriesOf(ctx: RouteContext, table: keyof CalendarTables, asked: MemberFilter): Entries {
  const { group, now, catalog: { pack } } = ctx;
  let turn = Infinity;
  const listing = asked.limit(listPresent(readEntries(group, table), now, (entry) => {
    turn = Math.min(turn, nextTurn(entry, now));
    return isWithin(entry, now) && asked.has(entry.members);
  }));
  return {
    parts: listing.rows.flatMap(({ id, lines }) => [
      nameLines(ctx, table, id),
      pack.bytes(lines),
      "END:VEVENT\r\n",
    ]),
    validUntil: Math.min(listing.validUntil, turn),
  };
}

function readEntries(group: Group, table: keyof CalendarTables): CalendarEntry[] {
  const spans = group.calendars()[table];
  const rows: readonly Omit<CalendarEntry, "lines">[] = table === "members"
    ? group.table("members").map(({ id, open }) => ({ id, open, members: [id] }))
    : group.table(table);
  return rows.flatMap(({ id, open, members, start }, place) => {
    const lines = spans[place];
    return lines ? [{ id, open, members, lines, ...(start !== undefined && { start }) }] : [];
  });
}

/** Whether an item is in the time that calendars hold: from 30 days back to a year ahead. */
function isWithin({ start }: CalendarEntry, now: number): boolean {
  return start === undefined || (now < start + BACK_MS && now >= start - AHEAD_MS);
}

/** When the item comes into that time, or leaves it, in epoch ms. */
function nextTurn({ start }: CalendarEntry, now: number): number {
  if (start === undefined) return Infinity;
  return [start - AHEAD_MS, start + BACK_MS].find((turn) => turn > now) ?? Infinity;
}

/** The kind of item that each table holds, as its UID and what was announced name it. */
const KINDS = { shows: "show", events: "event", members: "member" } as const;

/** The lines of a VEVENT that name it in this service, and say which version of it this is. */
function nameLines(
  { catalog, group, announced }: RouteContext,
  table: keyof CalendarTables,
  id: string,
): string {
  const modifiedAt = announced.modifiedAt(group.slug, KINDS[table], id);
  const { hostname } = new URL(catalog.index.site.base_url);
  const stamp = calendarInstant(modifiedAt);
  const sequence = Math.max(0, Math.floor((modifiedAt - SEQUENCE_FROM) / 1000));
  return [
    "BEGIN:VEVENT\r\n",
    textLine("UID", `${KINDS[table]}-${id}.${group.slug}@${hostname}`),
    contentLine("DTSTAMP", stamp),
    contentLine("LAST-MODIFIED", stamp),
    contentLine("SEQUENCE", String(sequence)),
  ].join("");
}
