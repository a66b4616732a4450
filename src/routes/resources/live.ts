import { LIVE } from "../../core/services.ts";
import type { Group } from "../../catalog/catalog.ts";
import { searchRank, slugsOf, withoutGroup } from "../../catalog/members.ts";
import type { Answer } from "../../http/answer.ts";
import { notFound } from "../../http/http_error.ts";
import { anyText, oneOf, required } from "../../http/parameter.ts";
import { sourcesHeader } from "../../live/view.ts";
import { RECENT_SORTS } from "../../model/enums.ts";
import { LIVE_TYPES, type LiveType, PLATFORMS } from "../../model/platforms.ts";
import type { RecentItem } from "../../model/item/live.ts";
import type { Item } from "../envelope.ts";
import { type Dependency, route } from "../route.ts";
import type { AnswerContext } from "../answer_context.ts";
import { MEMBER, memberFilter, pageOf, PAGING } from "./filters.ts";

/** How long a client may keep what is on air, in seconds. */
const LIVE_MAX_AGE = 5;

/** Answers about who is on air. */
export const ON_AIR: Dependency = {
  ready(service) {
    service(LIVE).noteRequest();
    return service(LIVE).ensureFresh();
  },
  version: (service) => String(service(LIVE).view.revision()),
  headerNames: ["x-live-sources"],
  headers: (service) => [["x-live-sources", sourcesHeader(service(LIVE).view.sources())]],
};

/** Answers about broadcasts that have ended. */
const ENDED: Dependency = {
  ready(service) {
    service(LIVE).noteRequest();
    return service(LIVE).ensureFreshRecents();
  },
  version: (service) => String(service(LIVE).recents.revision()),
};

/** `live`: who is on air, on all platforms. */
export const live = route({
  id: "live",
  path: "live",
  summary: "Who is on air now, on all platforms",
  answers: { list: "live" },
  parameters: { member: MEMBER },
  dependency: ON_AIR,
  kept: (ctx, { member }) => onAir(ctx, member),
});

/** `live/idn`, `live/showroom`, `live/youtube`: the same by platform. */
export const livePlatforms = LIVE_TYPES.map((type) =>
  route({
    id: `live-${type}`,
    path: `live/${type}`,
    summary: `Who is on air now on ${PLATFORMS[type].title}`,
    answers: { list: "live" },
    parameters: { member: MEMBER },
    dependency: ON_AIR,
    kept: (ctx, { member }) => onAir(ctx, member, type),
  })
);

/** `live/stream`: a snapshot, then who starts and who ends, as server-sent events. */
export const liveStream = route({
  id: "live-stream",
  path: "live/stream",
  summary: "Who starts and who ends, as server-sent events; a request is charged every 5 minutes",
  answers: { stream: "live" },
  parameters: {},
  refuses: ["TRY_AGAIN"],
  dependency: ON_AIR,
  fresh({ ctx, request, openStream }) {
    const lastEventId = request.headers.get("last-event-id");
    const { slug: group } = ctx.group;
    const { streams } = ctx.service(LIVE);
    return openStream(({ renew, mayRead, onGone }) => {
      const mayStay = () => mayRead(group);
      return streams.open({ group, lastEventId, renew, mayStay, onGone });
    });
  },
});

function onAir(
  ctx: AnswerContext,
  member: readonly string[] | undefined,
  type?: LiveType,
): Answer {
  const { view } = ctx.service(LIVE);
  const asked = memberFilter(ctx, member);
  const rows = view.list(ctx.group.slug, type).filter(({ url }) => asked.has([url]));
  const listing = { rows, madeAt: ctx.now, validUntil: view.validUntil(), maxAge: LIVE_MAX_AGE };
  return ctx.list(asked.limit(listing), (entry) => [JSON.stringify(entry)]);
}

/** `recent`: broadcasts that have ended, newest first. */
export const recent = route({
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
  kept(ctx, { page, perpage, ...filters }) {
    const { recents } = ctx.service(LIVE);
    const { member, ...query } = filters;
    const asked = memberFilter(ctx, member);
    const rows = recents.list(ctx.group.slug, {
      ...withoutUndefined(query),
      ...membersNamed(ctx.group, query.name),
    }).filter((record) => asked.has([record.member.url]));
    const validUntil = recents.validUntil();
    const listing = asked.limit({ rows, madeAt: ctx.now, validUntil, maxAge: LIVE_MAX_AGE });
    const list = { path: "recent", name: "recents", filters };
    return ctx.page(listing, renderRecent, list, pageOf({ page, perpage }));
  },
});

/** `recent/{id}`: one of them. */
export const recentById = route({
  id: "recent-by-id",
  path: "recent/{id}",
  summary: "One broadcast that has ended",
  answers: { one: "recent" },
  parameters: { id: required(anyText("a broadcast's id")) },
  refuses: ["NOT_FOUND"],
  dependency: ENDED,
  kept(ctx, { id }) {
    const { recents } = ctx.service(LIVE);
    const found = recents.get(ctx.group.slug, id);
    if (found === undefined) throw notFound("No broadcast has that id");
    const validUntil = recents.validUntil();
    return ctx.one(renderRecent(found), { madeAt: ctx.now, validUntil, maxAge: LIVE_MAX_AGE });
  },
});

/** The name as it was recorded, and who has a nickname like it today. */
function membersNamed(group: Group, text: string | undefined) {
  if (text === undefined) return {};
  const name = withoutGroup(group, text);
  const members = group.table("members").filter((one) => searchRank(one, name) !== undefined);
  return { name, slugs: new Set(members.flatMap(slugsOf)) };
}

function renderRecent(broadcast: RecentItem): Item {
  return [JSON.stringify(broadcast)];
}

function withoutUndefined<T extends object>(
  fields: T,
): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  const set = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set) as { [Name in keyof T]?: Exclude<T[Name], undefined> };
}
