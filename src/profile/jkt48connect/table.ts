/**
 * This room rewrites requests and answers for programs that were written for JKT48Connect.
 *
 * @module
 */

import { createAnswer } from "../../http/answer.ts";
import type { BirthdayItem } from "../../model/item/birthday.ts";
import type { LiveItem } from "../../model/item/live.ts";
import { cachedRoute } from "../../routes/route.ts";
import type { EditContext, ProfileTable } from "../profile_table.ts";
import type { ProfiledBirthday, ProfiledLive } from "./items.ts";
import { askByName, askVideocalls, dateOrDay, onDayOfMonth } from "./videocalls.ts";
import { addRoom } from "./recent_detail.ts";
import { addShows, rewriteSchedule, rewriteTheater } from "./shows.ts";
import { askWhole, countWhole, isWhole } from "./whole_lists.ts";

const replay = cachedRoute({
  id: "replay",
  path: "replay",
  summary: "Recordings; there are none",
  answers: { list: "recent" },
  parameters: {},
  answer: ({ now }) =>
    createAnswer(new TextEncoder().encode("[]"), { madeAt: now, validUntil: Infinity }),
});

const WHOLE = { ask: askWhole, edit: countWhole, isWhole };
const LIVE = { edit: addChannel };

/** What is different for programs of JKT48Connect; all else is as bare groups answer. */
export const JKT48CONNECT: ProfileTable = {
  paths: {
    "chat-stream-sr": "chat-stream",
    idn: "live/idn",
    showroom: "live/showroom",
    youtube: "live/youtube",
    NEWS: "news",
  },
  withoutGroup: ["recent", "live/idn", "live/showroom"],
  ampersandAfter: ["videocall"],
  parameters: { api_key: "apikey" },
  leftOut: [{ name: "page", value: "all", others: ["perpage"] }],
  routes: [replay],
  rules: {
    theater: { ...WHOLE, edit: rewriteTheater },
    news: WHOLE,
    schedule: { edit: rewriteSchedule },
    show: { edit: addShows },
    "member-by-name": { ask: askByName("name") },
    "member-detail": { ask: askByName("url") },
    birthday: { edit: addCountdown },
    "recent-by-id": { edit: addRoom },
    live: LIVE,
    "live-idn": LIVE,
    "live-showroom": LIVE,
    "live-youtube": LIVE,
    videocall: { parameters: { date: dateOrDay() }, ask: askVideocalls, edit: onDayOfMonth },
  },
  finish: withIds,
};

/** Gives every object that has an `id` the same as `_id`, behind its other fields. */
export function withIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withIds);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, withIds(field)]);
  if ("id" in value) fields.push(["_id", value.id]);
  return Object.fromEntries(fields);
}

/** Adds the names under which programs read a birthday. */
export function addCountdown(birthdays: readonly BirthdayItem[]): ProfiledBirthday[] {
  return birthdays.map((item) => ({
    ...item,
    birthdate: item.date,
    is_birthday_today: item.is_today,
    next_birthday_countdown: { days: item.days_until },
  }));
}

/** Adds what programs read of a video to broadcasts on YouTube, as YouTube has it. */
export function addChannel(
  entries: readonly LiveItem[],
  { ctx: { live } }: EditContext,
): ProfiledLive[] {
  return entries.map((entry) => {
    if (entry.type !== "youtube") return entry;
    const { channelTitle = "", description = "", publishedAt = "" } = live.view.video(entry.id) ??
      {};
    return {
      ...entry,
      url: entry.streaming_url_list[0]?.url ?? "",
      channelTitle: channelTitle || entry.name,
      description,
      publishedAt: publishedAt || entry.started_at,
    };
  });
}
