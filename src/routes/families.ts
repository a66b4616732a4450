import { birthday } from "./bare/birthday.ts";
import { event, events } from "./bare/events.ts";
import { memberByName, memberDetail } from "./bare/member_detail.ts";
import { members as bareMembers } from "./bare/members.ts";
import { news as bareNews, newsById as bareNewsById, newsDetail } from "./bare/news.ts";
import { show, theater } from "./bare/theater.ts";
import { videocall, videocallToday } from "./bare/videocall.ts";
import { birthdayOfMember } from "./birthdays/detail.ts";
import { birthdaysInMonth, birthdaysToday, birthdaysUpcoming } from "./birthdays/lists.ts";
import { chatStream } from "./live/chat_stream.ts";
import { live, livePlatforms, liveStream } from "./live/on_air.ts";
import { recent, recentById } from "./live/recent.ts";
import { ownKey } from "./own_key.ts";
import { createRouteTable, type RouteTable } from "./route_table.ts";
import { birthdays, birthdaysOfMonth } from "./wrapped/birthdays.ts";
import { members, memberSearch } from "./wrapped/members.ts";
import { news, newsById } from "./wrapped/news.ts";
import { releases } from "./wrapped/releases.ts";
import { schedule } from "./wrapped/schedule.ts";

/** A family of endpoints: which methods they take, and which there are. */
export interface Family {
  readonly name: "bare" | "wrapped" | "v1";
  readonly methods: readonly string[];
  readonly table: RouteTable;
}

const READ = ["GET", "HEAD", "OPTIONS"];

/** POST and PUT are the same read, with credentials or parameters in a JSON body (SPEC 5.2). */
const READ_WITH_BODY = ["GET", "HEAD", "POST", "PUT", "OPTIONS"];

/** `/api/<group>/…` of groups that answer with bare arrays. */
export const BARE: Family = {
  name: "bare",
  methods: READ,
  table: createRouteTable([
    bareMembers,
    memberDetail,
    memberByName,
    live,
    ...livePlatforms,
    liveStream,
    recent,
    recentById,
    theater,
    show,
    bareNews,
    newsDetail,
    bareNewsById,
    events,
    event,
    birthday,
    videocall,
    videocallToday,
    chatStream,
  ]),
};

/** `/api/<group>/…` of groups that answer with the wrapper object. */
export const WRAPPED: Family = {
  name: "wrapped",
  methods: READ_WITH_BODY,
  table: createRouteTable([
    members,
    memberSearch,
    schedule,
    news,
    newsById,
    releases,
    birthdays,
    birthdaysOfMonth,
  ]),
};

/** `/v1/…`: birthdays over all groups, by time zone, and one's own key. */
export const V1: Family = {
  name: "v1",
  methods: READ_WITH_BODY,
  table: createRouteTable([
    birthdaysToday,
    birthdaysUpcoming,
    birthdaysInMonth,
    birthdayOfMember,
    ownKey,
  ]),
};
