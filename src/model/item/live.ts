import { z } from "zod";
import { CHAT_TYPES, LIVE_TYPES } from "../enums.ts";
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

/** The broadcast that a chat belongs to. */
export const streamInfo = z.strictObject({
  type: z.enum(CHAT_TYPES),
  room_id: z.number(),
  username: z.string(),
  slug: z.string(),
  title: z.string(),
}).describe("The broadcast that a chat belongs to.");

/** A message of a chat. */
export const chatMessageItem = z.strictObject({
  id: z.string(),
  user: z.strictObject({ name: z.string(), avatar_url: z.string() }),
  message: z.string(),
  timestamp: z.string(),
}).describe("A message of a chat.");

/** The chat of a broadcast, newest message last. */
export const chatItem = z.strictObject({
  stream_info: streamInfo,
  total: z.number(),
  chat_messages: z.array(chatMessageItem),
}).describe("The chat of a broadcast, newest message last.");

export type ChatItem = ItemOf<typeof chatItem>;
export type ChatMessageItem = ItemOf<typeof chatMessageItem>;
