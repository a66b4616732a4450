import { z } from "zod";
import { CHAT_TYPES } from "../enums.ts";
import type { ItemOf } from "./item_of.ts";

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
