import { z } from "zod";
import { MEMBER_STATUSES } from "../enums.ts";
import type { ItemOf } from "./item_of.ts";

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
