/**
 * This room declares calendars (RFC 5545) and feeds (RFC 4287, JSON Feed), which other people's
 * programs ask for every hour.
 *
 * @module
 */

import { oneOf } from "../../../http/parameter.ts";
import { MEMBER_STATUSES } from "../../../model/enums.ts";
import { type CachedRoute, cachedRoute } from "../../route.ts";
import { MEMBER } from "../member_filter.ts";
import { ANNOUNCED } from "./announced_dependency.ts";
import { calendarAnswer } from "./calendar_answer.ts";
import type { CalendarTable } from "../../../model/pack.ts";

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
