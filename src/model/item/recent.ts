import { z } from "zod";
import { LIVE_TYPES } from "../enums.ts";
import type { ItemOf } from "./item_of.ts";

/** A broadcast that is over, and recorded. */
export const recentItem = z.strictObject({
  id: z.string(),
  data_id: z.string(),
  type: z.enum(LIVE_TYPES),
  title: z.string(),
  member: z.strictObject({
    name: z.string(),
    nickname: z.string(),
    img: z.string(),
    img_alt: z.string(),
    url: z.string().describe("The member's slug; empty for the group itself."),
    is_graduate: z.boolean(),
    is_official: z.boolean().describe("Whether it is the group's own account."),
  }),
  room_id: z.number(),
  started_at: z.string(),
  ended_at: z.string(),
  created_at: z.string(),
  duration_ms: z.number(),
  peak_viewers: z.number(),
  live_info: z.strictObject({
    duration: z.number(),
    viewers: z.strictObject({ num: z.number() }),
    date: z.strictObject({ start: z.string(), end: z.string() }),
  }),
  group: z.string(),
}).describe("A broadcast that is over, and recorded.");

export type RecentItem = ItemOf<typeof recentItem>;
