import { z } from "zod";
import { SESSION_STATUSES } from "../enums.ts";
import type { ItemOf } from "./item_of.ts";

/** A session of video calls. */
export const sessionItem = z.strictObject({
  session: z.string(),
  title: z.string().optional(),
  category: z.string().optional(),
  date: z.string(),
  preparation_start: z.string().optional(),
  start_time: z.string(),
  end_time: z.string().optional(),
  members: z.array(z.string()),
  status: z.enum(SESSION_STATUSES),
}).describe("A session of video calls.");

/** A day that has sessions. */
export const sessionDayItem = z.strictObject({
  date: z.string(),
  day: z.string().describe("The weekday in the group's language."),
  sessions: z.array(sessionItem),
}).describe("A day that has sessions.");

const clock = {
  timezone: z.string().describe("The group's time zone."),
  current_time: z.string().describe("The second in which the answer was made."),
};

const total_sessions = z.int().nonnegative();

const statistics = z.strictObject({
  total_sessions,
  upcoming_sessions: z.number(),
  preparation_sessions: z.number(),
  ongoing_sessions: z.number(),
  finished_sessions: z.number(),
});

const availableDate = z.strictObject({ date: z.string(), day: z.string(), total_sessions });

const overview = { statistics, available_dates: z.array(availableDate) };
const success = z.literal(true);
const today = { date: z.string(), day: z.string() };

/** The fields before the days of a bare group, and behind those of a wrapped one. */
export const videocallHead = { success, ...clock, total: total_sessions, ...overview };
export const videocallTail = { ...clock, total_sessions, ...overview };

/** The same around the sessions of today. */
export const videocallTodayHead = { success, ...clock, ...today, total_sessions };
export const videocallTodayTail = { ...clock, ...today };

export type SessionStatistics = ItemOf<typeof statistics>;
export type AvailableDate = ItemOf<typeof availableDate>;
export type SessionItem = ItemOf<typeof sessionItem>;
