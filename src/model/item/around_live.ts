import { z } from "zod";
import { STATS_PERIODS } from "../enums.ts";
import { LIVE_TYPES } from "../platforms.ts";
import { type ItemOf, number, text } from "./item_of.ts";

export const announcedItem = z.strictObject({
  id: text(
    "Names the announcement: on IDN and YouTube the id that the broadcast has on air, on SHOWROOM room and time.",
  ),
  type: z.enum(LIVE_TYPES).describe("The platform."),
  title: text("The announced title; empty if the platform names none."),
  name: text("The member's name, or the group's for its own account."),
  img: text(
    "A picture of the broadcast. If the platform has none, it is the member's or the group's, which may be a path that begins with `/`. It is empty if there is none at all.",
  ),
  url_key: text(
    "The platform's own key of the account: user name on IDN, room key on SHOWROOM, channel id on YouTube. `member-detail?url=` takes it, unless it is the group's; empty if content names a room by its number alone.",
  ),
  group: text("The group's name in addresses."),
  scheduled_at: text("When it is to begin, in UTC."),
  url: text("The address at which people watch it."),
}).describe("A broadcast that is announced and has not begun.");

/** What `live/upcoming` lists: broadcasts that platforms announce, and streams of shows. */
export const upcomingItem = z.strictObject({
  ...announcedItem.shape,
  id: text(
    "Names the announcement: on IDN and YouTube the id that the broadcast has on air, on SHOWROOM room and time; `show-` and its id for the stream of a show.",
  ),
  type: z.enum([...LIVE_TYPES, "other"]).describe(
    "The platform; `other` if the stream of a show is elsewhere.",
  ),
  title: text("The announced title, or the show's; empty if the platform names none."),
  img: text(
    "A picture of the broadcast, or the show's banner or poster; else as of broadcasts on air, empty if there is none at all.",
  ),
  url_key: text(
    "The platform's own key of the account; empty for the stream of a show, and if content names a room by its number alone.",
  ),
}).describe("A broadcast that is announced and has not begun, or the stream of a show.");

export type UpcomingItem = ItemOf<typeof upcomingItem>;

export const videoItem = z.strictObject({
  id: text(
    "Names the video for ever: the platform and its own id of the video, as of a broadcast.",
  ),
  type: z.enum(LIVE_TYPES).describe("The platform."),
  title: text("The video's title on the platform; empty if it has none."),
  published_at: text("When it was published, in UTC."),
  url: text("The address at which people watch it."),
  thumbnail: text("The address of its picture; empty if there is none."),
  channel: text(
    "The channel's name on the platform; the member's or the group's if the platform names none.",
  ),
  member: text("The member's slug; empty for the group itself."),
}).describe("A video of a channel.");

export const liveSumItem = z.strictObject({
  id: text("The member's slug; empty for the group itself."),
  name: text("The member's name, or the group's for its own account."),
  count: number("How many broadcasts began in the period."),
  duration_ms: number("How long they took together, in milliseconds."),
  peak_viewers: number("The most viewers that one of them had at once; 0 if no platform said it."),
  longest_ms: number("How long the longest of them took, in milliseconds."),
}).describe("What one member's broadcasts of a period come to.");

/** The fields of statistics beside their items. */
export const liveStatsHead = {
  period: z.enum(STATS_PERIODS).describe("The period that was asked for."),
  from: text(
    "The first day of the period, `YYYY-MM-DD` in the group's time zone: a Monday of a week. For `all` the first day of the first month of which broadcasts are known; empty if none are.",
  ),
  to: text("The last day of the period, `YYYY-MM-DD` in the group's time zone; for `all` today."),
};

export type AnnouncedItem = ItemOf<typeof announcedItem>;
export type VideoItem = ItemOf<typeof videoItem>;
export type LiveSumItem = ItemOf<typeof liveSumItem>;
