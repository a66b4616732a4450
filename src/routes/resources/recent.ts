import type { Group } from "../../catalog/catalog.ts";
import { searchRank, withoutGroup } from "../../catalog/members.ts";
import { anyText, oneOf, required } from "../../http/parameter.ts";
import { HttpError } from "../../http/http_error.ts";
import { LIVE_TYPES, RECENT_SORTS } from "../../model/enums.ts";
import type { Item } from "../envelope.ts";
import { MEMBER, memberFilter, pageOf, PAGING } from "./filters.ts";
import { cachedRoute } from "../route.ts";
import { ENDED, LIVE_MAX_AGE } from "./dependencies.ts";
import type { RecentItem } from "../../model/item/recent.ts";

/** `recent`: broadcasts that have ended, newest first. */
export const recent = cachedRoute({
  id: "recent",
  path: "recent",
  summary: "Broadcasts that have ended, newest first",
  answers: { list: "recent", pages: "recents" },
  parameters: {
    ...PAGING,
    type: oneOf(...LIVE_TYPES),
    name: anyText("a part of a member's name or nickname"),
    sort: oneOf(...RECENT_SORTS),
    member: MEMBER,
  },
  dependency: ENDED,
  answer(ctx, { page: number, perpage, ...filters }) {
    const { recents } = ctx.live;
    const { member, ...query } = filters;
    const asked = memberFilter(ctx, member);
    const rows = recents.list(ctx.group.slug, {
      ...withoutUndefined(query),
      ...membersNamed(ctx.group, query.name),
    }).filter((record) => asked.has([record.member.url]));
    const validUntil = recents.validUntil();
    const listing = asked.limit({ rows, madeAt: ctx.now, validUntil, maxAge: LIVE_MAX_AGE });
    const page = pageOf({ page: number, perpage });
    if (page === undefined) return ctx.list(listing, render);
    return ctx.page(listing, render, { path: "recent", name: "recents", filters }, page);
  },
});

/** `recent/{id}`: one of them. */
export const recentById = cachedRoute({
  id: "recent-by-id",
  path: "recent/{id}",
  summary: "One broadcast that has ended",
  answers: { one: "recent" },
  parameters: { id: required(anyText("a broadcast's id")) },
  refuses: ["NOT_FOUND"],
  dependency: ENDED,
  answer(ctx, { id }) {
    const { recents } = ctx.live;
    const found = recents.get(ctx.group.slug, id);
    if (found === undefined) {
      throw new HttpError("NOT_FOUND", { message: "No broadcast has that id" });
    }
    const validUntil = recents.validUntil();
    return ctx.one(render(found), { madeAt: ctx.now, validUntil, maxAge: LIVE_MAX_AGE });
  },
});

/** The name as it was recorded, and who has a nickname like it today. */
function membersNamed(group: Group, text: string | undefined) {
  if (text === undefined) return {};
  const name = withoutGroup(group, text);
  const members = group.table("members").filter((one) => searchRank(one, name) !== undefined);
  return { name, slugs: new Set(members.map(({ id }) => id)) };
}

function render(broadcast: RecentItem): Item {
  return [JSON.stringify(broadcast)];
}

function withoutUndefined<T extends object>(
  fields: T,
): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  const set = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set) as { [Name in keyof T]?: Exclude<T[Name], undefined> };
}
