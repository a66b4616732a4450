import type { Group } from "../../catalog/catalog.ts";
import { searchRank, withoutGroup } from "../../catalog/members.ts";
import type { Answer } from "../../http/answer.ts";
import { HttpError, invalidParameter, notFound } from "../../http/http_error.ts";
import {
  anyText,
  oneOf,
  otherwise,
  required,
  type Values,
  wholeNumber,
} from "../../http/parameter.ts";
import {
  type ChatFault,
  type ChatResult,
  DEFAULT_CHAT_LIMIT,
  MAX_CHAT_LIMIT,
} from "../../live/view/chat_feed.ts";
import { sourcesHeader } from "../../live/view/live_view.ts";
import { RECENT_SORTS } from "../../model/enums.ts";
import { LIVE_TYPES, type LiveType } from "../../model/platforms.ts";
import type { ChatItem, RecentItem } from "../../model/item/live.ts";
import type { Dependency, Item, RouteContext } from "../route_context.ts";
import { cachedRoute, type StreamRoute, uncachedRoute } from "../route.ts";
import { MEMBER, memberFilter, pageOf, PAGING } from "./filters.ts";

/** How long a client may keep what is on air, in seconds. */
const LIVE_MAX_AGE = 5;

/** Answers about who is on air. */
const ON_AIR: Dependency = {
  ready({ live }) {
    live.noteRequest();
    return live.ensureFresh();
  },
  version: ({ live: { view } }) => String(view.revision()),
  headerNames: ["x-live-sources"],
  headers: ({ live: { view } }) => [["x-live-sources", sourcesHeader(view.sources())]],
};

/** Answers about broadcasts that have ended. */
const ENDED: Dependency = {
  ready({ live }) {
    live.noteRequest();
    return live.ensureFreshRecents();
  },
  version: ({ live: { recents } }) => String(recents.revision()),
};

/** `live`: who is on air, on all platforms. */
export const live = cachedRoute({
  id: "live",
  path: "live",
  summary: "Who is on air now, on all platforms",
  answers: { list: "live" },
  parameters: { member: MEMBER },
  dependency: ON_AIR,
  answer: (ctx, { member }) => onAir(ctx, member),
});

/** `live/idn`, `live/showroom`, `live/youtube`: the same by platform. */
export const livePlatforms = LIVE_TYPES.map((type) =>
  cachedRoute({
    id: `live-${type}`,
    path: `live/${type}`,
    summary: `Who is on air now on ${type}`,
    answers: { list: "live" },
    parameters: { member: MEMBER },
    dependency: ON_AIR,
    answer: (ctx, { member }) => onAir(ctx, member, type),
  })
);

/** `live/stream`: a snapshot, then who starts and who ends, as server-sent events. */
export const liveStream: StreamRoute = {
  id: "live-stream",
  path: "live/stream",
  summary: "Who starts and who ends, as server-sent events; a request is charged every 5 minutes",
  answers: { stream: "live" },
  parameters: {},
  refuses: ["TRY_AGAIN"],
  dependency: ON_AIR,
  open(ctx, { request, renew, mayRead, onGone }) {
    const lastEventId = request.headers.get("last-event-id");
    const { slug: group } = ctx.group;
    const mayStay = () => mayRead(group);
    return ctx.live.streams.open({ group, lastEventId, renew, mayStay, onGone });
  },
};

function onAir(
  ctx: RouteContext,
  member: readonly string[] | undefined,
  type?: LiveType,
): Answer {
  const { view } = ctx.live;
  const asked = memberFilter(ctx, member);
  const rows = view.list(ctx.group.slug, type).filter(({ url }) => asked.has([url]));
  const listing = { rows, madeAt: ctx.now, validUntil: view.validUntil(), maxAge: LIVE_MAX_AGE };
  return ctx.list(asked.limit(listing), (entry) => [JSON.stringify(entry)]);
}

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
    if (page === undefined) return ctx.list(listing, renderRecent);
    return ctx.page(listing, renderRecent, { path: "recent", name: "recents", filters }, page);
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
  return { name, slugs: new Set(members.map(({ id }) => id)) };
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

/** How long a client may keep a chat, in seconds. */
const CHAT_MAX_AGE = 2;

const CHAT_PARAMETERS = {
  room_id: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  username: anyText("an IDN user name, together with slug"),
  slug: anyText("a broadcast's slug, together with username"),
  limit: otherwise(wholeNumber(1, MAX_CHAT_LIMIT), DEFAULT_CHAT_LIMIT),
};

/** `chat-stream`: the chat of a broadcast of the group. */
export const chatStream = uncachedRoute({
  id: "chat-stream",
  path: "chat-stream",
  summary:
    "The chat of a broadcast on SHOWROOM, by room_id; IDN's, by username and slug, is not read yet (503)",
  answers: { report: "chat" },
  parameters: CHAT_PARAMETERS,
  refuses: ["NOT_FOUND", "PLATFORM_UNAVAILABLE"],
  async handler({ ctx }, values) {
    // Whether a broadcast is on air decides between its chat and a 404.
    await ON_AIR.ready(ctx);
    const result = await askChat(ctx, values);
    if (result.kind === "chat") return chatAnswer(ctx, result.chat);
    if (result.kind === "not_found") {
      throw notFound("Nobody of this group has that room or broadcast");
    }
    throw unavailable(result.reason);
  },
});

function askChat(ctx: RouteContext, values: Values<typeof CHAT_PARAMETERS>): Promise<ChatResult> {
  const { room_id, username, slug, limit } = values;
  const { chat } = ctx.live;
  const group = ctx.group.slug;
  if (room_id !== undefined) return chat.showroom(group, room_id, limit);
  if (username === undefined && slug === undefined) {
    throw invalidParameter("room_id", "a room's number (or give username and slug)");
  }
  if (username === undefined) {
    throw invalidParameter("username", CHAT_PARAMETERS.username.description);
  }
  if (slug === undefined) throw invalidParameter("slug", CHAT_PARAMETERS.slug.description);
  return chat.idn(group, username, slug);
}

function chatAnswer(ctx: RouteContext, { stream_info, total, chat_messages }: ChatItem): Answer {
  const items = chat_messages.map((message) => [JSON.stringify(message)]);
  const tail = { stream_info };
  return ctx.report(
    { name: "chat_messages", items, head: { stream_info, total }, tail },
    { madeAt: ctx.now, validUntil: Infinity, maxAge: CHAT_MAX_AGE },
  );
}

/** A chat that cannot be read is no empty chat. */
function unavailable(reason: ChatFault): HttpError {
  if (reason === "unsupported") {
    const message = "IDN sends its chat over a socket alone, which this service does not read";
    return new HttpError("PLATFORM_UNAVAILABLE", { message, after: { reason } });
  }
  return new HttpError("PLATFORM_UNAVAILABLE", {
    after: { reason },
    headers: [["retry-after", "10"]],
  });
}
