import { joinParts, type Part } from "../../catalog/phases.ts";
import { statusAt } from "../../catalog/members.ts";
import { type Answer, createAnswer } from "../../http/answer.ts";
import { oneOf } from "../../http/parameter.ts";
import { textLine } from "../../model/calendar_lines.ts";
import { MEMBER_STATUSES, type MemberStatus } from "../../model/enums.ts";
import type { CalendarTable } from "../../model/pack.ts";
import { type CachedRoute, cachedRoute } from "../route.ts";
import type { RouteContext } from "../route_context.ts";
import { presentEvents, removedEvents } from "./calendar_events.ts";
import { ANNOUNCED, FEED_MAX_AGE_S } from "./dependencies.ts";
import { MEMBER, type MemberFilter, memberFilter } from "./filters.ts";

/** The properties that all calendars share. */
const CALENDAR = {
  answers: { document: "text/calendar" },
  feed: true,
  dependency: ANNOUNCED,
} as const;

/** `theater.ics`: shows from 30 days back to a year ahead. */
export const theaterCalendar = calendar(
  {
    id: "theater-calendar",
    path: "theater.ics",
    summary: "Theater shows as a calendar, from 30 days back to a year ahead",
  },
  "theater",
  ["shows"],
);

/** `events.ics`: events of the same time. */
export const eventsCalendar = calendar(
  {
    id: "events-calendar",
    path: "events.ics",
    summary: "Events as a calendar, from 30 days back to a year ahead",
  },
  "events",
  ["events"],
);

/** `schedule.ics`: both. */
export const scheduleCalendar = calendar(
  {
    id: "schedule-calendar",
    path: "schedule.ics",
    summary: "Shows and events as one calendar, from 30 days back to a year ahead",
  },
  "schedule",
  ["shows", "events"],
);

/** `birthdays.ics`: every member's birthday, every year. */
export const birthdaysCalendar = cachedRoute({
  id: "birthdays-calendar",
  path: "birthdays.ics",
  summary: "Birthdays as a calendar, every year",
  ...CALENDAR,
  parameters: { member: MEMBER, status: oneOf(...MEMBER_STATUSES) },
  answer: (ctx, asked) => calendarAnswer(ctx, { name: "birthdays", tables: ["members"], ...asked }),
});

/** A calendar of occasions: its name, where it is, and the tables whose items it holds. */
function calendar(
  told: { readonly id: string; readonly path: string; readonly summary: string },
  name: string,
  tables: readonly CalendarTable[],
): CachedRoute {
  return cachedRoute({
    ...told,
    ...CALENDAR,
    parameters: { member: MEMBER },
    answer: (ctx, { member }) => calendarAnswer(ctx, { name, tables, member }),
  });
}

const CALENDAR_TYPE = "text/calendar; charset=utf-8";

/** What a caller asks for. */
export interface CalendarRequest {
  /** What it is a calendar of. */
  readonly name: string;
  /** The tables whose items it holds. */
  readonly tables: readonly CalendarTable[];
  /** Whose items it holds; undefined: everybody's. */
  readonly member: readonly string[] | undefined;
  /** What the members are at this instant whose items it holds; undefined: anything. */
  readonly status?: MemberStatus | undefined;
}

/** Answers with the calendar that holds now. */
export function calendarAnswer(
  ctx: RouteContext,
  { name, tables, member, status }: CalendarRequest,
): Answer {
  const asked = ofStatus(ctx, memberFilter(ctx, member), status);
  const lists = tables.flatMap((table) => [
    presentEvents(ctx, table, asked),
    // Nobody knows any more who took part in what is gone.
    ...(member === undefined ? [removedEvents(ctx, table)] : []),
  ]);
  const title = [`${ctx.group.name} ${name}`, [status, ...asked.names].filter(Boolean).join(", ")]
    .filter(Boolean).join(": ");
  const body = [headOf(title), ...orNothing(lists.flatMap(({ parts }) => parts)), END];
  const holds = {
    madeAt: ctx.now,
    validUntil: Math.min(...lists.map(({ validUntil }) => validUntil)),
    maxAge: FEED_MAX_AGE_S,
  };
  return createAnswer(joinParts(body), holds, { contentType: CALENDAR_TYPE, hasFixedAge: true });
}

/** Narrows a filter to members of a status: that turns at the instants at which their items do. */
function ofStatus(
  { group, now }: RouteContext,
  asked: MemberFilter,
  status: MemberStatus | undefined,
): MemberFilter {
  if (status === undefined) return asked;
  const members = group.table("members").filter((member) => statusAt(member, now) === status);
  const slugs = new Set(members.map(({ id }) => id));
  return { ...asked, has: (some) => asked.has(some) && some.some((slug) => slugs.has(slug)) };
}

/** Without METHOD: a calendar that is read is no invitation, which would need an organizer (RFC 5546). */
function headOf(title: string): string {
  return [
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Oshibase//Oshibase//EN\r\n",
    // RFC 7986, and what programs read that are older than it.
    textLine("NAME", title),
    textLine("X-WR-CALNAME", title),
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\nX-PUBLISHED-TTL:PT1H\r\n",
  ].join("");
}

const END = "END:VCALENDAR\r\n";

/** A calendar has at least one component (RFC 5545, 3.6): an empty one says in which zone it is. */
function orNothing(parts: readonly Part[]): readonly Part[] {
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
