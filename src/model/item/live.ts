import { z } from "zod";
import { LIVE_TYPES } from "../enums.ts";
import type { ItemOf } from "./item_of.ts";

/** One stream of a broadcast; quality 1 is the best, whatever the platform counts. */
const streamUrl = z.strictObject({ label: z.string(), quality: z.number(), url: z.string() });

/** A broadcast that is on air. */
export const liveItem = z.strictObject({
  name: z.string(),
  img: z.string(),
  img_alt: z.string(),
  url_key: z.string(),
  slug: z.string(),
  room_id: z.number().describe(
    "The platform's room, else the member's SHOWROOM room (as clients expect), else 0.",
  ),
  is_graduate: z.boolean(),
  is_group: z.boolean(),
  chat_room_id: z.string(),
  started_at: z.string(),
  streaming_url_list: z.array(streamUrl),
  type: z.enum(LIVE_TYPES),
  id: z.string(),
  title: z.string(),
  viewers: z.number(),
  group: z.string(),
  url: z.string().describe("The member's slug; empty for the group itself."),
}).describe("A broadcast that is on air.");

/** The event of `live/stream` for a broadcast that has ended. */
export const liveEndItem = z.strictObject({
  id: z.string(),
  type: z.enum(LIVE_TYPES),
  name: z.string(),
  url_key: z.string(),
  slug: z.string(),
  title: z.string(),
  group: z.string(),
  url: z.string(),
  started_at: z.string(),
  ended_at: z.string(),
}).describe("What live/stream says of a broadcast that is over.");

export type StreamUrl = ItemOf<typeof streamUrl>;
export type LiveItem = ItemOf<typeof liveItem>;
export type LiveEndItem = ItemOf<typeof liveEndItem>;
