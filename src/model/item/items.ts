/**
 * This room defines the schemas of the items that endpoints list.
 *
 * @module
 */

import { optionalText } from "./item_of.ts";
import { z } from "zod";
import {
  birthdayDetailItem,
  birthdayItem,
  memberDetailItem,
  memberItem,
  monthBirthdayItem,
  zonedBirthdayList,
} from "./member.ts";
import { chatMessageItem, liveEndItem, liveItem, recentItem, streamInfo } from "./live.ts";
import { liveStatsHead, liveSumItem, upcomingItem, videoItem } from "./around_live.ts";
import { datasetsItem } from "../answer/datasets.ts";
import { codeItem, commandItem, healthItem, readinessItem, statusItem } from "../answer/service.ts";
import {
  changesItem,
  deliveryItem,
  deliveryListItem,
  endedFeedTokensItem,
  endedWebhookItem,
  feedTokenItem,
  keyUsageItem,
  newWebhookItem,
  ownKeyItem,
  rotatedKeyItem,
  searchItem,
  webhookListItem,
} from "../answer/v1.ts";
import { eventItem, pagedShowItem, scheduleItem, showDetailItem, showItem } from "./occasions.ts";
import {
  sessionDayItem,
  sessionItem,
  videocallHead,
  videocallTail,
  videocallTodayHead,
  videocallTodayTail,
} from "./videocalls.ts";
import { listedSetlistItem, setlistDetailItem } from "./setlists.ts";
import { jsonFeedItem, newsDetailItem, newsItem, releaseItem } from "./publications.ts";
import { eventGapItem, eventListItem, LOGGED_EVENTS, loggedEventItem } from "./logged_event.ts";

const localStart = optionalText(
  "When it starts, in the time zone asked for; empty if the time of day is unknown, absent if no zone is asked for.",
);

/** An item of a list that takes a time zone. */
function zonedItem<Shape extends z.ZodRawShape>(item: z.ZodObject<Shape>) {
  const zoned = z.strictObject({ ...item.shape, local_start_at: localStart });
  return zoned.describe(item.description ?? "");
}

/** The items of all answers, by the names under which endpoints declare them. */
export const ITEMS = {
  member: memberItem,
  memberDetail: memberDetailItem,
  live: liveItem,
  recent: recentItem,
  announced: upcomingItem,
  video: videoItem,
  show: zonedItem(showItem),
  pagedShow: zonedItem(pagedShowItem),
  showDetail: showDetailItem,
  news: newsItem,
  newsDetail: newsDetailItem,
  event: eventItem,
  listedEvent: zonedItem(eventItem),
  birthday: birthdayItem,
  monthBirthday: monthBirthdayItem,
  zonedBirthdayList,
  birthdayDetail: birthdayDetailItem,
  release: releaseItem,
  schedule: zonedItem(scheduleItem),
  setlist: listedSetlistItem,
  setlistDetail: setlistDetailItem,
  jsonFeed: jsonFeedItem,
  loggedEvent: loggedEventItem,
  eventList: eventListItem,
  changes: changesItem,
  search: searchItem,
  datasets: datasetsItem,
  ownKey: ownKeyItem,
  keyUsage: keyUsageItem,
  rotatedKey: rotatedKeyItem,
  feedToken: feedTokenItem,
  endedFeedTokens: endedFeedTokensItem,
  webhooks: webhookListItem,
  newWebhook: newWebhookItem,
  endedWebhook: endedWebhookItem,
  delivery: deliveryItem,
  deliveries: deliveryListItem,
  code: codeItem,
  health: healthItem,
  readiness: readinessItem,
  status: statusItem,
  command: commandItem,
} satisfies Record<string, z.ZodType>;

/** A list with fields of its own: its items, and the fields around them. */
export interface ReportSchema {
  readonly item: z.ZodType;
  readonly name: string;
  /** The bare fields before the items. */
  readonly head: z.ZodRawShape;
  /** The wrapped fields behind `message`. */
  readonly tail: z.ZodRawShape;
}

/** The lists that say something of themselves, by name. */
export const REPORTS = {
  videocall: { item: sessionDayItem, name: "data", head: videocallHead, tail: videocallTail },
  videocallToday: {
    item: sessionItem,
    name: "sessions",
    head: videocallTodayHead,
    tail: videocallTodayTail,
  },
  chat: {
    item: chatMessageItem,
    name: "chat_messages",
    head: {
      stream_info: streamInfo,
      total: z.int().nonnegative().describe("How many messages `chat_messages` has."),
    },
    tail: { stream_info: streamInfo },
  },
  liveStats: {
    item: liveSumItem,
    name: "data",
    head: {
      ...liveStatsHead,
      total: z.int().nonnegative().describe("How many items `data` holds."),
    },
    tail: liveStatsHead,
  },
} satisfies Record<string, ReportSchema>;

/** The streams, by name: the data of each event. */
export const STREAMS = {
  live: {
    snapshot: liveItem.array(),
    started: liveItem,
    resumed: liveItem,
    ended: liveEndItem,
  },
  log: { ...LOGGED_EVENTS, gap: eventGapItem },
} satisfies Record<string, Record<string, z.ZodType>>;
