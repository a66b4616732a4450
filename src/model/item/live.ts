import { z } from "zod";
import { CHAT_TYPES, LIVE_TYPES } from "../platforms.ts";
import type { ItemOf } from "./item_of.ts";

/** One stream of a broadcast; quality 1 is the best, whatever the platform counts. */
const streamUrl = z.strictObject({
  label: z.string().describe("The platform's name for the quality."),
  quality: z.number().describe("Which of the qualities it is: 1 is the best on every platform."),
  url: z.string().describe("The address to play: HLS, or on YouTube the page of the video."),
});

/** A broadcast that is on air. */
export const liveItem = z.strictObject({
  name: z.string().describe("The member's name, or the group's for its own account."),
  img: z.string().describe(
    "A picture of the broadcast. If the platform has none, it is the member's or the group's, which may be a path that begins with `/`. It is empty if there is none at all.",
  ),
  img_alt: z.string().describe(
    "Another picture of the broadcast. If the platform has none, it is the member's or the group's, which may be a path that begins with `/`. It is empty if there is none at all.",
  ),
  url_key: z.string().describe(
    "The platform's own key of the account: user name on IDN, room key on SHOWROOM, channel id on YouTube. `member-detail?url=` takes it, unless it is the group's.",
  ),
  slug: z.string().describe(
    "The platform's own key of the broadcast: part of its address there; on SHOWROOM the room's.",
  ),
  room_id: z.number().describe(
    "The platform's room; if it has none the SHOWROOM room of the same member or group, as clients expect, else 0.",
  ),
  is_graduate: z.boolean().describe("Whether she has graduated."),
  is_group: z.boolean().describe("Whether it is the group's own account."),
  chat_room_id: z.string().describe("The platform's key of the chat; empty if unknown."),
  started_at: z.string().describe(
    "When it began, in UTC; when it was first seen if the platform does not say.",
  ),
  streaming_url_list: z.array(streamUrl).describe(
    "What can be played, best quality first; empty if the platform names nothing.",
  ),
  type: z.enum(LIVE_TYPES).describe("The platform."),
  id: z.string().describe(
    "Names the broadcast for ever: the platform and its own id of the broadcast.",
  ),
  title: z.string().describe("The broadcast's title on the platform; empty if it has none."),
  viewers: z.number().describe("How many watch, as the platform said last; 0 if it does not say."),
  group: z.string().describe("The group's name in addresses."),
  url: z.string().describe("The member's slug; empty for the group itself."),
}).describe("A broadcast that is on air.");

/** The event of `live/stream` for a broadcast that has ended. */
export const liveEndItem = z.strictObject({
  id: z.string().describe("The id it had on air."),
  type: z.enum(LIVE_TYPES).describe("The platform."),
  name: z.string().describe("The member's name, or the group's for its own account."),
  url_key: z.string().describe("The platform's own key of the account."),
  slug: z.string().describe("The platform's own key of the broadcast."),
  title: z.string().describe("The broadcast's title on the platform; empty if it had none."),
  group: z.string().describe("The group's name in addresses."),
  url: z.string().describe("The member's slug; empty for the group itself."),
  started_at: z.string().describe(
    "When it began, in UTC; when it was first seen if the platform does not say.",
  ),
  ended_at: z.string().describe("When it was last seen on air, in UTC."),
}).describe("What live/stream says of a broadcast that is over.");

export type StreamUrl = ItemOf<typeof streamUrl>;
export type LiveItem = ItemOf<typeof liveItem>;
export type LiveEndItem = ItemOf<typeof liveEndItem>;

/** A broadcast that is over, and recorded. */
export const recentItem = z.strictObject({
  id: z.string().describe("The id it had on air: what `recent/{id}` takes."),
  data_id: z.string().describe("As in `id`: the name under which older clients read it."),
  type: z.enum(LIVE_TYPES).describe("The platform."),
  title: z.string().describe("The broadcast's title on the platform; empty if it had none."),
  member: z.strictObject({
    name: z.string().describe("Her name, or the group's for its own account."),
    nickname: z.string().describe(
      "The first of her nicknames; empty if there is none, and for the group itself.",
    ),
    img: z.string().describe(
      "The address of her picture, or a path that begins with `/`; empty if there is none.",
    ),
    img_alt: z.string().describe("Another picture; `img` if there is no other."),
    url: z.string().describe("The member's slug; empty for the group itself."),
    is_graduate: z.boolean().describe("Whether she had graduated."),
    is_official: z.boolean().describe("Whether it is the group's own account."),
  }).describe("Whose broadcast it was."),
  room_id: z.number().describe(
    "The platform's room; if it has none the SHOWROOM room of the same member or group, else 0.",
  ),
  started_at: z.string().describe(
    "When it began, in UTC; when it was first seen if the platform does not say.",
  ),
  ended_at: z.string().describe("When it was last seen on air, in UTC."),
  created_at: z.string().describe("As in `ended_at`."),
  duration_ms: z.number().describe(
    "From `started_at` to `ended_at`, in milliseconds, breaks included.",
  ),
  peak_viewers: z.number().describe(
    "The most viewers that were seen at once; 0 if the platform did not say.",
  ),
  live_info: z.strictObject({
    duration: z.number().describe("As in `duration_ms`."),
    viewers: z.strictObject({ num: z.number().describe("As in `peak_viewers`.") }).describe(
      "Its viewers.",
    ),
    date: z.strictObject({
      start: z.string().describe("As in `started_at`."),
      end: z.string().describe("As in `ended_at`."),
    }).describe("When it was on air."),
  }).describe("The same facts under the names that older clients read."),
  group: z.string().describe("The group's name in addresses."),
}).describe("A broadcast that is over, and recorded.");

export type RecentItem = ItemOf<typeof recentItem>;

/** The broadcast that a chat belongs to. */
export const streamInfo = z.strictObject({
  type: z.enum(CHAT_TYPES).describe("The platform."),
  room_id: z.number().describe("The number of the SHOWROOM room, as asked for; 0 on IDN."),
  username: z.string().describe(
    "The platform's own key of the account; empty if it is unknown and the room is not on air.",
  ),
  slug: z.string().describe(
    "The platform's own key of the broadcast: on SHOWROOM the last part of the room's address, on air or not; empty if unknown.",
  ),
  title: z.string().describe("The broadcast's title; empty if it is not on air."),
}).describe("The broadcast that a chat belongs to.");

/** A message of a chat. */
export const chatMessageItem = z.strictObject({
  id: z.string().describe("Names the message."),
  user: z.strictObject({
    name: z.string().describe("The name that the platform shows."),
    avatar_url: z.string().describe("The address of the picture; empty if there is none."),
  }).describe("Who wrote it."),
  message: z.string().describe("What it says, in plain text."),
  timestamp: z.string().describe("When it was written, in UTC."),
}).describe("A message of a chat.");

/** The event of a chat's stream for messages that were not sent. */
export const chatDroppedItem = z.strictObject({
  dropped: z.int().positive().describe(
    "How many messages were left out here: more came than the stream takes, or the client read too slowly.",
  ),
}).describe("How many messages the stream of a chat has left out.");

/** The chat of a broadcast, newest message last. */
export const chatItem = z.strictObject({
  stream_info: streamInfo.describe("The broadcast."),
  total: z.number().describe("How many messages `chat_messages` has."),
  chat_messages: z.array(chatMessageItem).describe("The messages, newest last."),
}).describe("The chat of a broadcast, newest message last.");

export type ChatItem = ItemOf<typeof chatItem>;
export type ChatMessageItem = ItemOf<typeof chatMessageItem>;
