import { z } from "zod";
import { CHAT_TYPES, LIVE_TYPES } from "../platforms.ts";
import { flag, type ItemOf, number, text } from "./item_of.ts";

/** One stream of a broadcast; quality 1 is the best, whatever the platform counts. */
const streamUrl = z.strictObject({
  label: text("The platform's name for the quality."),
  quality: number("Which of the qualities it is: 1 is the best on every platform."),
  url: text("The address to play: HLS, or on YouTube the page of the video."),
});

export const liveItem = z.strictObject({
  name: text("The member's name, or the group's for its own account."),
  img: text(
    "A picture of the broadcast. If the platform has none, it is the member's or the group's, which may be a path that begins with `/`. It is empty if there is none at all.",
  ),
  img_alt: text(
    "Another picture of the broadcast. If the platform has none, it is the member's or the group's, which may be a path that begins with `/`. It is empty if there is none at all.",
  ),
  url_key: text(
    "The platform's own key of the account: user name on IDN, room key on SHOWROOM, channel id on YouTube. `member-detail?url=` takes it, unless it is the group's.",
  ),
  slug: text(
    "The platform's own key of the broadcast: part of its address there; on SHOWROOM the room's.",
  ),
  room_id: number(
    "The platform's room; if it has none the SHOWROOM room of the same member or group, as clients expect, else 0.",
  ),
  is_graduate: flag("Whether she has graduated."),
  is_group: flag("Whether it is the group's own account."),
  chat_room_id: text("The platform's key of the chat; empty if unknown."),
  started_at: text("When it began, in UTC; when it was first seen if the platform does not say."),
  streaming_url_list: z.array(streamUrl).describe(
    "What can be played, best quality first; empty if the platform names nothing.",
  ),
  type: z.enum(LIVE_TYPES).describe("The platform."),
  id: text("Names the broadcast for ever: the platform and its own id of the broadcast."),
  title: text("The broadcast's title on the platform; empty if it has none."),
  viewers: number("How many watch, as the platform said last; 0 if it does not say."),
  group: text("The group's name in addresses."),
  url: text("The member's slug; empty for the group itself."),
}).describe("A broadcast that is on air.");

/** The event of `live/stream` for a broadcast that has ended. */
export const liveEndItem = z.strictObject({
  id: text("The id it had on air."),
  type: z.enum(LIVE_TYPES).describe("The platform."),
  name: text("The member's name, or the group's for its own account."),
  url_key: text("The platform's own key of the account."),
  slug: text("The platform's own key of the broadcast."),
  title: text("The broadcast's title on the platform; empty if it had none."),
  group: text("The group's name in addresses."),
  url: text("The member's slug; empty for the group itself."),
  started_at: text("When it began, in UTC; when it was first seen if the platform does not say."),
  ended_at: text("When it was last seen on air, in UTC."),
}).describe("What live/stream says of a broadcast that is over.");

export type StreamUrl = ItemOf<typeof streamUrl>;
export type LiveItem = ItemOf<typeof liveItem>;
export type LiveEndItem = ItemOf<typeof liveEndItem>;

export const recentItem = z.strictObject({
  id: text("The id it had on air: what `recent/{id}` takes."),
  data_id: text("As in `id`: the name under which older clients read it."),
  type: z.enum(LIVE_TYPES).describe("The platform."),
  title: text("The broadcast's title on the platform; empty if it had none."),
  member: z.strictObject({
    name: text("Her name, or the group's for its own account."),
    nickname: text("The first of her nicknames; empty if there is none, and for the group itself."),
    img: text(
      "The address of her picture, or a path that begins with `/`; empty if there is none.",
    ),
    img_alt: text("Another picture; `img` if there is no other."),
    url: text("The member's slug; empty for the group itself."),
    is_graduate: flag("Whether she had graduated."),
    is_official: flag("Whether it is the group's own account."),
  }).describe("Whose broadcast it was."),
  room_id: number(
    "The platform's room; if it has none the SHOWROOM room of the same member or group, else 0.",
  ),
  started_at: text("When it began, in UTC; when it was first seen if the platform does not say."),
  ended_at: text("When it was last seen on air, in UTC."),
  created_at: text("As in `ended_at`."),
  duration_ms: number("From `started_at` to `ended_at`, in milliseconds, breaks included."),
  peak_viewers: number("The most viewers that were seen at once; 0 if the platform did not say."),
  live_info: z.strictObject({
    duration: number("As in `duration_ms`."),
    viewers: z.strictObject({ num: number("As in `peak_viewers`.") }).describe(
      "Its viewers.",
    ),
    date: z.strictObject({
      start: text("As in `started_at`."),
      end: text("As in `ended_at`."),
    }).describe("When it was on air."),
  }).describe("The same facts under the names that older clients read."),
  group: text("The group's name in addresses."),
}).describe("A broadcast that is over, and recorded.");

export type RecentItem = ItemOf<typeof recentItem>;

export const streamInfo = z.strictObject({
  type: z.enum(CHAT_TYPES).describe("The platform."),
  room_id: number("The number of the SHOWROOM room, as asked for; 0 on IDN."),
  username: text(
    "The platform's own key of the account; empty if it is unknown and the room is not on air.",
  ),
  slug: text(
    "The platform's own key of the broadcast: on SHOWROOM the last part of the room's address, on air or not; empty if unknown.",
  ),
  title: text("The broadcast's title; empty if it is not on air."),
}).describe("The broadcast that a chat belongs to.");

export const chatMessageItem = z.strictObject({
  id: text("Names the message."),
  user: z.strictObject({
    name: text("The name that the platform shows."),
    avatar_url: text("The address of the picture; empty if there is none."),
  }).describe("Who wrote it."),
  message: text("What it says, in plain text."),
  timestamp: text("When it was written, in UTC."),
}).describe("A message of a chat.");

export const chatItem = z.strictObject({
  stream_info: streamInfo.describe("The broadcast."),
  total: number("How many messages `chat_messages` has."),
  chat_messages: z.array(chatMessageItem).describe("The messages, newest last."),
}).describe("The chat of a broadcast, newest message last.");

export type ChatItem = ItemOf<typeof chatItem>;
export type ChatMessageItem = ItemOf<typeof chatMessageItem>;
