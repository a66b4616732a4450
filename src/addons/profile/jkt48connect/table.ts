/**
 * This room rewrites requests and answers for programs that were written for JKT48Connect.
 *
 * @module
 */

import { LIVE as LIVE_SERVICE } from "../../../core/services.ts";
import { findMember, withoutGroup } from "../../../catalog/members.ts";
import { type Optional, optional } from "../../../http/parameter.ts";
import type { BirthdayItem, MemberDetailItem } from "../../../model/item/member.ts";
import type { LiveItem, RecentItem } from "../../../model/item/live.ts";
import type { SessionItem, SessionStatistics } from "../../../model/item/videocalls.ts";
import { sessionStatistics } from "../../../routes/resources/videocall.ts";
import type { AnswerContext } from "../../../routes/answer_context.ts";
import { route } from "../../../routes/route.ts";
import { isCivilDate } from "../../../time/civil_date.ts";
import type { EditContext, ProfileTable, RouteValues } from "../routes.ts";
import type { ProfiledBirthday, ProfiledLive, ProfiledRecent } from "./items.ts";
import {
  addShows,
  askWhole,
  countWhole,
  isWhole,
  rewriteSchedule,
  rewriteTheater,
} from "./shows.ts";

const WHOLE = { ask: askWhole, edit: countWhole, isWhole };
const LIVE = { edit: addChannel };

/** Programs read a list, also where there are no videos. */
const NO_VIDEOS = route({
  id: "no-videos",
  path: "videos",
  summary: "No videos",
  answers: { list: "video" },
  parameters: {},
  kept: (ctx) => ctx.list({ rows: [], madeAt: ctx.now, validUntil: Infinity }, () => []),
});

/** What is different for programs of JKT48Connect; all else is as bare groups answer. */
export const JKT48CONNECT: ProfileTable = {
  paths: {
    "chat-stream-sr": "chat-stream",
    idn: "live/idn",
    showroom: "live/showroom",
    youtube: "live/youtube",
    replay: "videos",
    NEWS: "news",
  },
  withoutGroup: ["recent", "live/idn", "live/showroom"],
  ampersandAfter: ["videocall"],
  parameters: { api_key: "apikey" },
  leftOut: [{ name: "page", value: "all", others: ["perpage"] }],
  routes: [NO_VIDEOS],
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
function withIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withIds);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, withIds(field)]);
  if ("id" in value) fields.push(["_id", value.id]);
  return Object.fromEntries(fields);
}

/** Adds the names under which programs read a birthday. */
function addCountdown(birthdays: readonly BirthdayItem[]): ProfiledBirthday[] {
  return birthdays.map((item) => ({
    ...item,
    birthdate: item.date,
    is_birthday_today: item.is_today,
    next_birthday_countdown: { days: item.days_until },
  }));
}

/** Adds what programs read of a video to broadcasts on YouTube, as YouTube has it. */
function addChannel(
  entries: readonly LiveItem[],
  { ctx: { service } }: EditContext,
): ProfiledLive[] {
  return entries.map((entry) => {
    if (entry.type !== "youtube") return entry;
    const { channelTitle = "", description = "", publishedAt = "" } =
      service(LIVE_SERVICE).view.video(entry.id) ??
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

/** Adds what programs read of a broadcast that is over. Comments and gifts are not recorded. */
function addRoom(recent: RecentItem, { answer }: EditContext): ProfiledRecent {
  const { member, live_info: { duration, viewers, date } } = recent;
  const known = member.url === ""
    ? undefined
    : answer("member-by-name", { name: member.url }) as MemberDetailItem | undefined;
  return {
    ...recent,
    live_info: {
      duration,
      viewers: { ...viewers, active: 0 },
      date,
      comments: { num: 0, users: 0 },
      gift: { list: [], log: [] },
      screenshot: { folder: "", format: "", list: [] },
    },
    room_info: roomInfo(recent, known),
    idn: idnInfo(recent, known),
    total_gifts: 0,
    gift_rate: 0,
    users: [],
  };
}

function roomInfo(
  { member, group }: RecentItem,
  known: MemberDetailItem | undefined,
): ProfiledRecent["room_info"] {
  return {
    name: member.name,
    nickname: member.nickname,
    fullname: known?.fullname ?? member.name,
    img: member.img,
    img_alt: member.img_alt,
    url: member.url,
    is_graduate: member.is_graduate,
    is_group: member.is_official,
    banner: "",
    jikosokai: known?.jikosokai ?? "",
    generation: known?.generation ?? "",
    group,
  };
}

/** Every text is empty if the broadcast was not on IDN. */
function idnInfo(
  { id, type, title, member }: RecentItem,
  known: MemberDetailItem | undefined,
): ProfiledRecent["idn"] {
  if (type !== "idn") return { id: "", username: "", slug: "", title: "", image: "" };
  return {
    id,
    username: known?.idn_username ?? "",
    slug: id.slice("idn-".length),
    title,
    image: member.img_alt,
  };
}

/** Asks for a member by the name alone if the group's name or alias follows it: `Feni JKT48`. */
function askByName(field: string) {
  return (values: RouteValues, { group, now }: AnswerContext): RouteValues => {
    const name = values[field];
    if (typeof name !== "string" || findMember(group, name, now) !== undefined) return values;
    return { ...values, [field]: withoutGroup(group, name) || name };
  };
}

/** A date, or the day of a month: `18`. */
function dateOrDay(): Optional<string> {
  return optional(
    "a date such as 2026-07-04, or a day of the month",
    { type: "string", minLength: 1 },
    (text) => isCivilDate(text) || isDayOfMonth(text) ? text : undefined,
  );
}

function isDayOfMonth(text: unknown): text is string {
  return typeof text === "string" && /^(0?[1-9]|[12]\d|3[01])$/.test(text);
}

const askByMember = askByName("member");

/** Asks for all days where one of no certain month is meant, and for a member by the name alone. */
function askVideocalls(values: RouteValues, ctx: AnswerContext): RouteValues {
  const named = askByMember(values, ctx);
  return isDayOfMonth(named.date) ? { ...named, date: undefined } : named;
}

interface Videocalls {
  readonly total: number;
  readonly statistics: SessionStatistics;
  readonly data: readonly { readonly date: string; readonly sessions: readonly SessionItem[] }[];
}

/** Keeps the days of this number, whatever their month, and counts their sessions again. */
function onDayOfMonth(calls: Videocalls, { values: { date } }: EditContext): unknown {
  if (!isDayOfMonth(date)) return calls;
  const data = calls.data.filter((day) => Number(day.date.slice(8)) === Number(date));
  const statuses = data.flatMap((day) => day.sessions).map(({ status }) => status);
  return { ...calls, total: statuses.length, statistics: sessionStatistics(statuses), data };
}
