import { findMember, withoutGroup } from "../../catalog/members.ts";
import { LIVE } from "../../core/services.ts";
import { optional, type Parameters } from "../../http/parameter.ts";
import type { LiveItem, RecentItem } from "../../model/item/live.ts";
import type { BirthdayItem, MemberDetailItem } from "../../model/item/member.ts";
import type { SessionItem } from "../../model/item/videocalls.ts";
import type { AnswerContext } from "../../routes/answer_context.ts";
import { sessionStatistics } from "../../routes/resources/videocall.ts";
import { isCivilDate } from "../../time/civil_date.ts";
import { type Edit, type EditContext, isWhole, type RouteValues } from "./edit.ts";
import { addShows, countWhole, rewriteSchedule, rewriteTheater } from "./shows.ts";

interface RouteRule {
  readonly parameters?: Parameters;
  /** What the endpoint is asked in place of these values. */
  readonly ask?: (values: RouteValues, ctx: AnswerContext) => RouteValues;
  readonly edit?: Edit;
  /** Whether a list is one page that holds everything, where no page is asked for. */
  readonly isPaged?: true;
}

/** What is different for programs of JKT48Connect, by endpoints; all else is as bare groups answer. */
export const RULES: Readonly<Record<string, RouteRule>> = {
  theater: { isPaged: true, ask: askWhole, edit: rewriteTheater },
  news: { isPaged: true, ask: askWhole, edit: countWhole },
  schedule: { edit: rewriteSchedule },
  show: { edit: addShows },
  "member-by-name": { ask: askByName("name") },
  "member-detail": { ask: askByName("url") },
  birthday: { edit: addCountdown },
  "recent-by-id": { edit: addRoom },
  live: { edit: addChannel },
  "live-idn": { edit: addChannel },
  "live-showroom": { edit: addChannel },
  "live-youtube": { edit: addChannel },
  videocall: { parameters: { date: dateOrDay() }, ask: askVideocalls, edit: onDayOfMonth },
};

/** Asks for one page that holds everything, in place of the bare list. */
function askWhole(values: RouteValues): RouteValues {
  return isWhole(values) ? { ...values, page: 1, perpage: Number.MAX_SAFE_INTEGER } : values;
}

/** Adds the names under which programs read a birthday. */
function addCountdown(birthdays: readonly BirthdayItem[]) {
  return birthdays.map((item) => ({
    ...item,
    birthdate: item.date,
    is_birthday_today: item.is_today,
    next_birthday_countdown: { days: item.days_until },
  }));
}

/** Adds what programs read of a video to broadcasts on YouTube, as YouTube has it. */
function addChannel(entries: readonly LiveItem[], { ctx: { service } }: EditContext) {
  return entries.map((entry) => {
    if (entry.type !== "youtube") return entry;
    const video = service(LIVE).view.video(entry.id);
    return {
      ...entry,
      url: entry.streaming_url_list[0]?.url ?? "",
      channelTitle: video?.channelTitle || entry.name,
      description: video?.description ?? "",
      publishedAt: video?.publishedAt || entry.started_at,
    };
  });
}

/** Adds what programs read of a broadcast that is over. Comments and gifts are not recorded. */
function addRoom(recent: RecentItem, { answer }: EditContext) {
  const { id, type, title, group, member, live_info: { duration, viewers, date } } = recent;
  const known = member.url === ""
    ? undefined
    : answer("member-by-name", { name: member.url }) as MemberDetailItem | undefined;
  const isIdn = type === "idn";
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
    room_info: {
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
    },
    idn: {
      id: isIdn ? id : "",
      username: isIdn ? known?.idn_username ?? "" : "",
      slug: isIdn ? id.slice("idn-".length) : "",
      title: isIdn ? title : "",
      image: isIdn ? member.img_alt : "",
    },
    total_gifts: 0,
    gift_rate: 0,
    users: [],
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
function dateOrDay() {
  return optional(
    "a date such as 2026-07-04, or a day of the month",
    { type: "string", minLength: 1 },
    (text) => isCivilDate(text) || isDayOfMonth(text) ? text : undefined,
  );
}

function isDayOfMonth(text: unknown): text is string {
  return typeof text === "string" && /^(0?[1-9]|[12]\d|3[01])$/.test(text);
}

/** Asks for all days where one of no certain month is meant, and for a member by the name alone. */
function askVideocalls(values: RouteValues, ctx: AnswerContext): RouteValues {
  const named = askByName("member")(values, ctx);
  return isDayOfMonth(named.date) ? { ...named, date: undefined } : named;
}

interface Videocalls {
  readonly data: readonly { readonly date: string; readonly sessions: readonly SessionItem[] }[];
}

/** Keeps the days of this number, whatever their month, and counts their sessions again. */
function onDayOfMonth(calls: Videocalls, { values: { date } }: EditContext): unknown {
  if (!isDayOfMonth(date)) return calls;
  const data = calls.data.filter((day) => Number(day.date.slice(8)) === Number(date));
  const statuses = data.flatMap((day) => day.sessions).map(({ status }) => status);
  return { ...calls, total: statuses.length, statistics: sessionStatistics(statuses), data };
}
