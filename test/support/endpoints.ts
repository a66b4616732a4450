import type { z } from "zod";
import {
  birthdayDetailItem,
  birthdayItem,
  monthBirthdayItem,
  zonedBirthdayItem,
} from "../../src/model/item/birthday.ts";
import { eventItem } from "../../src/model/item/event.ts";
import { memberDetailItem, memberItem } from "../../src/model/item/member.ts";
import { newsDetailItem, newsItem } from "../../src/model/item/news.ts";
import { releaseItem } from "../../src/model/item/release.ts";
import { scheduleItem } from "../../src/model/item/schedule.ts";
import { pagedShowItem, showDetailItem, showItem } from "../../src/model/item/show.ts";
import { sessionItem } from "../../src/model/item/videocall.ts";
import type { Program } from "./program.ts";
import * as shapes from "./shapes.ts";

/** An address that answers 200, and the shape of the answer. */
export interface Endpoint {
  readonly path: string;
  readonly schema: z.ZodType;
}

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);

/** Every endpoint of every group and of `/v1`, with every item that has an address of its own. */
export async function everyEndpoint(app: Program): Promise<Endpoint[]> {
  const ofGroups = await Promise.all(
    app.catalog.groups.map(({ slug, family }) =>
      family === "bare" ? bareEndpoints(app, `/api/${slug}`) : wrappedEndpoints(app, `/api/${slug}`)
    ),
  );
  return [...ofGroups.flat(), ...await zonedEndpoints(app)];
}

async function bareEndpoints(app: Program, root: string): Promise<Endpoint[]> {
  const each = async (list: string, path: string, schema: z.ZodType) =>
    (await idsOf(app, `${root}/${list}`)).map((id) => ({ path: `${root}/${path}${id}`, schema }));
  return [
    { path: `${root}/members`, schema: memberItem.array() },
    { path: `${root}/theater`, schema: showItem.array() },
    { path: `${root}/theater?perpage=100`, schema: shapes.barePage("theater", pagedShowItem) },
    { path: `${root}/news`, schema: newsItem.array() },
    { path: `${root}/news?perpage=100`, schema: shapes.barePage("news", newsItem) },
    { path: `${root}/events`, schema: eventItem.array() },
    { path: `${root}/birthday`, schema: birthdayItem.array() },
    { path: `${root}/videocall`, schema: shapes.videocalls(sessionItem) },
    { path: `${root}/videocall/today`, schema: shapes.videocallsToday(sessionItem) },
    ...await each("members", "member-detail?url=", memberDetailItem),
    ...await each("members", "member/", memberDetailItem),
    ...await each("theater", "theater/", showDetailItem),
    ...await each("news", "news-detail?id=", newsDetailItem),
    ...await each("news", "news/", newsDetailItem),
    ...await each("events", "events/", eventItem),
    { path: `${root}/schedule`, schema: scheduleItem.array() },
    { path: `${root}/schedule?status=today`, schema: scheduleItem.array() },
    { path: `${root}/releases`, schema: releaseItem.array() },
  ];
}

async function wrappedEndpoints(app: Program, root: string): Promise<Endpoint[]> {
  const birthdays = shapes.wrapped(monthBirthdayItem);
  const schedule = shapes.wrapped(scheduleItem);
  const each = async (list: string, path: string, item: z.ZodType) =>
    (await idsOf(app, `${root}/${list}`)).map((id) => ({
      path: `${root}/${path}${id}`,
      schema: shapes.wrapped(item),
    }));
  return [
    { path: `${root}/members`, schema: shapes.wrapped(memberItem) },
    { path: `${root}/member/a`, schema: shapes.wrapped(memberItem) },
    { path: `${root}/schedule`, schema: schedule },
    ...["upcoming", "today", "past"].map((status) => ({
      path: `${root}/schedule?status=${status}`,
      schema: schedule,
    })),
    { path: `${root}/news`, schema: shapes.wrapped(newsItem) },
    { path: `${root}/news?perpage=100`, schema: shapes.wrappedPage(newsItem) },
    { path: `${root}/releases`, schema: shapes.wrapped(releaseItem) },
    { path: `${root}/theater`, schema: shapes.wrapped(pagedShowItem) },
    { path: `${root}/theater?perpage=100`, schema: shapes.wrappedPage(pagedShowItem) },
    { path: `${root}/events`, schema: shapes.wrapped(eventItem) },
    { path: `${root}/videocall`, schema: shapes.wrappedVideocalls(sessionItem) },
    { path: `${root}/videocall/today`, schema: shapes.wrappedVideocallsToday(sessionItem) },
    ...await each("theater", "theater/", showDetailItem),
    ...await each("events", "events/", eventItem),
    ...await each("news", "news/", newsDetailItem),
    { path: `${root}/birthdays`, schema: birthdays },
    ...MONTHS.map((month) => ({ path: `${root}/birthdays/${month}`, schema: birthdays })),
  ];
}

async function zonedEndpoints(app: Program): Promise<Endpoint[]> {
  const list = shapes.zonedList(zonedBirthdayItem);
  const { data } = await app.json("/v1/birthdays/upcoming?days=366");
  return [
    { path: "/v1/birthdays/today", schema: list },
    { path: "/v1/birthdays/upcoming", schema: list },
    { path: "/v1/birthdays/upcoming?days=366", schema: list },
    { path: "/v1/birthdays", schema: list },
    ...MONTHS.map((month) => ({ path: `/v1/birthdays?month=${month}`, schema: list })),
    ...data.map(({ member_id }: { member_id: string }) => ({
      path: `/v1/birthdays/${member_id}`,
      schema: birthdayDetailItem,
    })),
  ];
}

/** The ids in a list of either family. */
async function idsOf(app: Program, path: string): Promise<string[]> {
  const answer = await app.json(path);
  const items: { id: string }[] = Array.isArray(answer) ? answer : answer.data;
  return items.map(({ id }) => encodeURIComponent(id));
}
