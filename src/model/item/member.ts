import { z } from "zod";
import { LIVE_TYPES, MEMBER_STATUSES } from "../enums.ts";
import type { ItemOf } from "./item_of.ts";

/** A member in lists with everything that real clients read. */
export const memberItem = z.strictObject({
  name: z.string(),
  img: z.string(),
  generation: z.string(),
  status: z.enum(MEMBER_STATUSES),
  is_graduate: z.boolean(),
  id: z.string(),
  url_key: z.string(),
  url: z.string(),
  nicknames: z.array(z.string()),
  img_alt: z.string(),
  group: z.string(),
  team: z.string().optional(),
  socials: z.array(z.strictObject({ title: z.string(), url: z.string() })),
  room_id: z.number().optional(),
  sr_exists: z.boolean().optional(),
  idn_username: z.string().optional(),
  showroom_url_key: z.string().optional(),
  birthplace: z.string().optional(),
  height: z.string().optional(),
  hobby: z.string().optional(),
}).describe("A member in lists with everything that real clients read.");

const showReference = z.strictObject({
  id: z.string(),
  name: z.string(),
  date: z.string(),
  url: z.string().optional(),
});

const lastLive = z.strictObject({
  id: z.string(),
  type: z.enum(LIVE_TYPES),
  date: z.strictObject({ start: z.string(), end: z.string() }).describe("Instants in UTC."),
});

/** What is recorded of one member's broadcasts. */
const liveStats = z.strictObject({
  last_live: lastLive.optional().describe("The broadcast that ended last, where there is one."),
  total_live: z.record(z.enum(LIVE_TYPES), z.number()),
});

/** A member in detail. */
export const memberDetailItem = z.strictObject({
  ...memberItem.shape,
  nickname: z.string().optional(),
  fullname: z.string().optional(),
  description: z.string().optional(),
  jikosokai: z.string().optional(),
  birthdate: z.string().optional(),
  bloodType: z.string().optional(),
  zodiac: z.string().optional(),
  joined: z.string().optional(),
  graduated: z.string().optional(),
  recentTheater: z.array(showReference),
  upcomingTheater: z.array(showReference),
  stats: liveStats,
}).describe("A member in detail.");

export type MemberItem = ItemOf<typeof memberItem>;
export type MemberDetailItem = ItemOf<typeof memberDetailItem>;
export type LastLive = ItemOf<typeof lastLive>;
export type LiveStats = ItemOf<typeof liveStats>;
export type ShowReference = ItemOf<typeof showReference>;

/** A birthday in the bare family. */
export const birthdayItem = z.strictObject({
  name: z.string(),
  date: z.string(),
  generation: z.string(),
  is_today: z.boolean(),
  days_until: z.number(),
  id: z.string(),
  url_key: z.string(),
  img: z.string().optional(),
  status: z.enum(MEMBER_STATUSES),
  current_age: z.number().optional(),
  next_birthday: z.string(),
  age_after_birthday: z.number().optional(),
  birthday: z.string(),
}).describe("A birthday in the bare family.");

/** A birthday in the list of a month. */
export const monthBirthdayItem = z.strictObject({
  ...birthdayItem.omit({ birthday: true }).shape,
  day: z.number(),
  birthday: z.string(),
}).describe("A birthday in the list of a month.");

/** A birthday of the `/v1` family. */
export const zonedBirthdayItem = z.strictObject({
  member_id: z.string(),
  name: z.string(),
  nickname: z.string().optional(),
  group: z.string(),
  generation: z.string().optional(),
  status: z.enum(MEMBER_STATUSES),
  img: z.string().optional(),
  birth_date: z.string(),
  current_age: z.number().optional(),
  days_until: z.number(),
  next_birthday: z.string(),
  age_on_next_birthday: z.number().optional(),
  is_today: z.boolean(),
  birthday: z.string(),
}).describe("A birthday of the /v1 family.");

/** Birthdays as seen from a time zone. */
export const zonedBirthdayList = z.strictObject({
  timezone: z.string(),
  date: z.string().describe("Today there."),
  total: z.number().describe("How many items `data` holds."),
  data: z.array(zonedBirthdayItem),
}).describe("Birthdays as seen from a time zone.");

/** One member's birthday, seen from a time zone. */
export const birthdayDetailItem = z.strictObject({
  ...zonedBirthdayItem.shape,
  timezone: z.string(),
  date: z.string(),
}).describe("One member's birthday, seen from a time zone.");

export type BirthdayItem = ItemOf<typeof birthdayItem>;
export type MonthBirthdayItem = ItemOf<typeof monthBirthdayItem>;
export type ZonedBirthdayItem = ItemOf<typeof zonedBirthdayItem>;
export type ZonedBirthdayList = ItemOf<typeof zonedBirthdayList>;
export type BirthdayDetailItem = ItemOf<typeof birthdayDetailItem>;
