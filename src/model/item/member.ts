import { z } from "zod";
import { LIVE_TYPES } from "../enums.ts";
import { MEMBER_STATUSES } from "../enums.ts";
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
