import { ANNOUNCED, PAGES } from "../../core/services.ts";
import type { Tombstone } from "../../core/announced.ts";
import type { Group } from "../../catalog/catalog.ts";
import { statusAt } from "../../catalog/members.ts";
import { joinParts, keptId, listPresent, type Part, spanAt } from "../../catalog/phases.ts";
import { firstId } from "../../model/content_items.ts";
import { type Answer, createAnswer } from "../../http/answer.ts";
import { oneOf, type Optional } from "../../http/parameter.ts";
import { contentLine, occasionLines, textLine } from "../../model/calendar_lines.ts";
import { MEMBER_STATUSES, type MemberStatus } from "../../model/enums.ts";
import { termsLine } from "../../model/licence.ts";
import type { CalendarTable, Phases, Span } from "../../model/pack.ts";
import { type Dependency, type Route, route } from "../../routes/route.ts";
import type { AnswerContext } from "../../routes/answer_context.ts";
import {
  announcedEvents,
  type CalendarEvents,
  eventNamer,
  isWithin,
  nextTurn,
  SCHEDULED,
} from "./calendar_events.ts";
import { MEMBER, type MemberFilter, memberFilter } from "../../routes/resources/filters.ts";
import { ANNOUNCED_ITEMS, FEED_ACCESS, FEED_MAX_AGE_S } from "../feeds/entrance.ts";

/** The calendars of a group. */
export const CALENDARS = [
  calendar("theater", "Theater shows as a calendar, from 30 days back to a year ahead", ["shows"]),
  calendar("events", "Events as a calendar, from 30 days back to a year ahead", ["events"]),
  calendar("birthdays", "Birthdays as a calendar, every year", ["members"], {
    parameters: { status: oneOf(...MEMBER_STATUSES) },
  }),
  calendar(
    "schedule",
    "Shows, events and announced broadcasts as one calendar, from 30 days back to a year ahead",
    ["shows", "events"],
    { dependency: SCHEDULED, more: announcedEvents },
  ),
];

/** Declares a calendar of the items of some tables; `more`: what it holds besides. */
function calendar(
  name: string,
  summary: string,
  tables: readonly CalendarTable[],
  { parameters = {}, dependency = ANNOUNCED_ITEMS, more }: {
    readonly parameters?: { readonly status?: Optional<MemberStatus> };
    readonly dependency?: Dependency;
    readonly more?: (ctx: AnswerContext, asked: MemberFilter) => CalendarEvents;
  } = {},
): Route {
  return route({
    id: `${name}-calendar`,
    path: `${name}.ics`,
    summary,
    answers: { document: "text/calendar" },
    ...FEED_ACCESS,
    dependency,
    parameters: { member: MEMBER, ...parameters },
    kept: (ctx, asked) => calendarAnswer(ctx, { name, tables, more, ...asked }),
  });
}

const CALENDAR_TYPE = "text/calendar; charset=utf-8";

/**
 * The calendar that holds now of the items of some tables: of `member`, if given, and of members who have
 * this status at this instant.
 */
function calendarAnswer(ctx: AnswerContext, { name, tables, member, status, more }: {
  readonly name: string;
  readonly tables: readonly CalendarTable[];
  readonly member: readonly string[] | undefined;
  readonly status?: MemberStatus | undefined;
  readonly more: ((ctx: AnswerContext, asked: MemberFilter) => CalendarEvents) | undefined;
}): Answer {
  const asked = ofStatus(ctx, memberFilter(ctx, member), status);
  const lists = [
    ...tables.flatMap((table) => [
      presentEvents(ctx, table, asked),
      // It is not known who took part in what is gone.
      ...(member === undefined ? [removedEvents(ctx, table)] : []),
    ]),
    ...(more === undefined ? [] : [more(ctx, asked)]),
  ];
  const title = [`${ctx.group.name} ${name}`, [status, ...asked.names].filter(Boolean).join(", ")]
    .filter(Boolean).join(": ");
  const terms = termsLine(ctx.catalog.index.site);
  const body = [headOf(title, terms), ...orPlaceholder(lists.flatMap(({ parts }) => parts)), END];
  const holds = {
    madeAt: ctx.now,
    validUntil: Math.min(...lists.map(({ validUntil }) => validUntil)),
    maxAge: FEED_MAX_AGE_S,
  };
  return createAnswer(joinParts(body), holds, { contentType: CALENDAR_TYPE, hasFixedAge: true });
}

/** Narrows a filter to members of a status: that turns at the instants at which their items do. */
function ofStatus(
  { group, now }: AnswerContext,
  asked: MemberFilter,
  status: MemberStatus | undefined,
): MemberFilter {
  if (status === undefined) return asked;
  const members = group.table("members").filter((member) => statusAt(member, now) === status);
  const slugs = new Set(members.map(({ id }) => id));
  return { ...asked, has: (some) => asked.has(some) && some.some((slug) => slugs.has(slug)) };
}

/** Without METHOD: a calendar that is read is no invitation, which would need an organizer (RFC 5546). */
function headOf(title: string, terms: string | undefined): string {
  return [
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Oshibase//Oshibase//EN\r\n",
    // RFC 7986, and what programs read that are older than it.
    textLine("NAME", title),
    textLine("X-WR-CALNAME", title),
    terms === undefined ? "" : textLine("DESCRIPTION", terms) + textLine("X-WR-CALDESC", terms),
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\nX-PUBLISHED-TTL:PT1H\r\n",
  ].join("");
}

const END = "END:VCALENDAR\r\n";

/** A calendar has at least one component (RFC 5545, 3.6): an empty one says in which zone it is. */
function orPlaceholder(parts: readonly Part[]): readonly Part[] {
  return parts.length === 0 ? [UTC] : parts;
}

const UTC = [
  "BEGIN:VTIMEZONE",
  "TZID:Etc/UTC",
  "BEGIN:STANDARD",
  "DTSTART:19700101T000000",
  "TZOFFSETFROM:+0000",
  "TZOFFSETTO:+0000",
  "END:STANDARD",
  "END:VTIMEZONE",
  "",
].join("\r\n");

/** The kind of item that each table holds, as its UID and what was announced name it. */
const KINDS = { shows: "show", events: "event", members: "member" } as const;

/** The items of a table that are asked for, are published and are in the time of calendars. */
function presentEvents(
  ctx: AnswerContext,
  table: CalendarTable,
  asked: MemberFilter,
): CalendarEvents {
  const { group, now, catalog: { pack } } = ctx;
  const announced = ctx.service(ANNOUNCED);
  const nameOf = eventNamer(ctx, KINDS[table]);
  const entries = readEntries(group, table);
  const listing = asked.limit(
    listPresent(entries, now, (entry) => isWithin(entry, now) && asked.has(entry.members)),
  );
  return {
    parts: listing.rows.flatMap(({ id, named, lines }) => [
      nameOf(named, announced.modifiedAt(group.slug, KINDS[table], id)),
      pack.bytes(lines),
      pageLine(ctx, table, id, pack.bytes(lines)),
      "END:VEVENT\r\n",
    ]),
    validUntil: Math.min(listing.validUntil, nextTurn(entries, now)),
  };
}

/**
 * The line that leads to the page of an item which content gives no address of its own; empty if its group
 * has no pages. There is one such line at most (RFC 5545, 3.6.1).
 */
function pageLine(
  { catalog, group, service }: AnswerContext,
  table: CalendarTable,
  id: string,
  lines: Uint8Array,
): string {
  const page = service(PAGES)?.addressOf(group, { kind: KINDS[table], id });
  if (page === undefined || URL_LINE.test(decoder.decode(lines))) return "";
  return contentLine("URL", new URL(catalog.pack.address() + page).href);
}

const URL_LINE = /(?:^|\n)URL:/;
const decoder = new TextDecoder();

/** What was announced and is gone: calendars that hold it have to show that it is off. */
function removedEvents(ctx: AnswerContext, table: CalendarTable): CalendarEvents {
  const { group, now } = ctx;
  const announced = ctx.service(ANNOUNCED);
  const nameOf = eventNamer(ctx, KINDS[table]);
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
  return rows.flatMap(({ id, named, open, members, start }, index) => {
    const lines = spans[index];
    return lines
      ? [{ id, named, open, members, lines, ...(start !== undefined && { start }) }]
      : [];
  });
}
