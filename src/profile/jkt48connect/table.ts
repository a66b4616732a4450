/**
 * This room rewrites requests and answers for programs that were written for JKT48Connect.
 *
 * @module
 */

import { createAnswer } from "../../http/answer.ts";
import { cachedRoute } from "../../routes/route.ts";
import type { ProfileTable } from "../profile_table.ts";
import { addCountdown } from "./birthdays.ts";
import { withIds } from "./ids.ts";
import { addChannel } from "./live.ts";
import { askByName } from "./names.ts";
import { askWhole, countWhole, isWhole } from "./whole_lists.ts";
import { addRoom } from "./recent_detail.ts";
import { addShows } from "./show_detail.ts";
import { rewriteSchedule, rewriteTheater } from "./shows.ts";
import { askVideocalls, dateOrDay, onDayOfMonth } from "./videocalls.ts";

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
