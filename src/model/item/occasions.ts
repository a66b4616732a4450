import { z } from "zod";
import {
  EVENT_TYPES,
  OCCASION_STATES,
  SCHEDULE_STATUSES,
  SCHEDULE_TYPES,
  SESSION_STATUSES,
} from "../enums.ts";
import type { ItemOf } from "./item_of.ts";

/** A setlist. */
export const setlistItem = z.strictObject({
  id: z.string(),
  name: z.string(),
  songs: z.array(z.string()),
  image: z.string().optional(),
}).describe("A setlist and its songs, in order.");

export type SetlistItem = ItemOf<typeof setlistItem>;

/** Whom a show celebrates, or who performs in it; guests have neither id nor address. */
const person = z.strictObject({
  id: z.union([z.string(), z.number()]).optional(),
  name: z.string(),
  img: z.string().optional(),
  url_key: z.string().optional(),
});

/** A show in the bare list. */
export const showItem = z.strictObject({
  title: z.string(),
  setlist: z.string(),
  date: z.string(),
  time: z.string(),
  venue: z.string(),
  members: z.array(z.string()),
  is_upcoming: z.boolean(),
  id: z.string(),
  start_at: z.string(),
  state: z.enum(OCCASION_STATES),
  member_count: z.number(),
  team: z.string().optional(),
  poster: z.string().optional(),
  banner: z.string().optional(),
  url: z.string().optional(),
  end_at: z.string().optional(),
}).describe("A show in the bare list.");

/** A show in a page of the list. */
export const pagedShowItem = z.strictObject({
  ...showItem.shape,
  seitansai: z.array(person),
  graduation: z.array(person),
}).describe("A show in a page of the list.");

/** A show in detail. */
export const showDetailItem = z.strictObject({
  ...pagedShowItem.shape,
  lineup: z.array(person),
  setlist_detail: z.strictObject({ name: z.string(), songs: z.array(z.string()) }),
}).describe("A show in detail.");

export type ShowItem = ItemOf<typeof showItem>;
export type PagedShowItem = ItemOf<typeof pagedShowItem>;
export type ShowDetailItem = ItemOf<typeof showDetailItem>;
export type PersonItem = ItemOf<typeof person>;

/** An event: both shapes that clients read, in one object. */
export const eventItem = z.strictObject({
  id: z.string(),
  title: z.string(),
  date: z.string(),
  venue: z.string(),
  description: z.string(),
  label: z.string(),
  url: z.string(),
  members: z.array(z.string()).optional(),
  type: z.enum(EVENT_TYPES).exclude(["media"]),
  is_upcoming: z.boolean(),
  state: z.enum(OCCASION_STATES),
  end_at: z.string().optional(),
}).describe("An event: both shapes that clients read, in one object.");

export type EventItem = ItemOf<typeof eventItem>;

/** A show or event in the wrapped family's schedule. */
export const scheduleItem = z.strictObject({
  id: z.string(),
  title: z.string(),
  type: z.enum(SCHEDULE_TYPES),
  setlist: z.string().optional(),
  date: z.string(),
  time: z.string().optional(),
  start_at: z.string(),
  venue: z.string().optional(),
  members: z.array(z.string()),
  status: z.enum(SCHEDULE_STATUSES),
  is_upcoming: z.boolean(),
  state: z.enum(OCCASION_STATES),
  url: z.string().optional(),
}).describe("A show or event in the wrapped family's schedule.");

export type ScheduleItem = ItemOf<typeof scheduleItem>;

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
