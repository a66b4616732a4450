import { z } from "zod";
import { SESSION_STATUSES } from "../enums.ts";
import { type ItemOf, number, optionalText, text, texts } from "./item_of.ts";

export const sessionItem = z.strictObject({
  session: text("What the session is called, such as `Sesi 1`."),
  title: optionalText("The record or product it belongs to; absent if unknown."),
  category: optionalText("The sort of product; absent if unknown."),
  date: text("The day of the session, `YYYY-MM-DD` in the group's time zone."),
  preparation_start: optionalText(
    "When callers get ready, `HH:MM`, or `HH:MM:SS` if content gives seconds, in the group's time zone; absent if unknown.",
  ),
  start_time: text(
    "When the calls begin, `HH:MM`, or `HH:MM:SS` if content gives seconds, in the group's time zone.",
  ),
  end_time: optionalText(
    "When they end, `HH:MM`, or `HH:MM:SS` if content gives seconds; if it is not after `start_time`, on the next day; absent if unknown.",
  ),
  members: texts("The names of all who can be called, guests included."),
  status: z.enum(SESSION_STATUSES).describe(
    "What the session is at this second: without `preparation_start` it never is `preparation`; without `end_time` it is `ongoing` until its day ends.",
  ),
}).describe("A session of video calls.");

export const sessionDayItem = z.strictObject({
  date: text("The day, `YYYY-MM-DD` in the group's time zone."),
  day: text("The weekday in the group's language."),
  sessions: z.array(sessionItem).describe("The sessions of that day."),
}).describe("A day that has sessions.");

const clock = {
  timezone: text("The group's time zone."),
  current_time: text("The second in which the answer was made, with the group's offset."),
};

const total_sessions = z.int().nonnegative().describe("How many sessions the answer shows.");

const statistics = z.strictObject({
  total_sessions,
  upcoming_sessions: number("How many of them are `upcoming`: neither begun nor in preparation."),
  preparation_sessions: number("In how many of them callers get ready."),
  ongoing_sessions: number("In how many of them calls are under way."),
  finished_sessions: number("How many of them are over."),
});

const availableDate = z.strictObject({
  date: text("The day, `YYYY-MM-DD` in the group's time zone."),
  day: text("The weekday in the group's language."),
  total_sessions: z.int().nonnegative().describe("How many of these sessions that day has."),
});

const overview = {
  statistics: statistics.describe("How many of the sessions shown are in which state."),
  available_dates: z.array(availableDate).describe(
    "The days that have sessions which `session` and `member` leave, whatever `date` narrows the answer to.",
  ),
};
const success = z.literal(true).describe("Always true: a refusal has a status of its own.");
const today = {
  date: text("Today, `YYYY-MM-DD` in the group's time zone."),
  day: text("Today's weekday in the group's language."),
};

/** The fields before the days of a bare group, and behind those of a wrapped one. */
export const videocallHead = { success, ...clock, total: total_sessions, ...overview };
export const videocallTail = { ...clock, total_sessions, ...overview };

/** The same around the sessions of today. */
export const videocallTodayHead = { success, ...clock, ...today, total_sessions };
export const videocallTodayTail = { ...clock, ...today };

export type SessionStatistics = ItemOf<typeof statistics>;
export type AvailableDate = ItemOf<typeof availableDate>;
export type SessionItem = ItemOf<typeof sessionItem>;
export type SessionDayItem = ItemOf<typeof sessionDayItem>;
