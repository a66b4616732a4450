/**
 * This room declares each resource once, for every family that has it.
 *
 * @module
 */

import { LIVE, LIVE_SUMS } from "../../core/services.ts";
import {
  findMember,
  foundUntil,
  nearlyCalled,
  searchRank,
  showsAround,
  slugsOf,
  statusAt,
  statusUntil,
} from "../../catalog/members.ts";
import { arrayOf, type Listing, spanAt } from "../../catalog/phases.ts";
import type { Answer } from "../../http/answer.ts";
import { notFound } from "../../http/http_error.ts";
import { anyText, oneOf, required, trueOrFalse, type Values } from "../../http/parameter.ts";
import { MEMBER_STATUSES } from "../../model/enums.ts";
import { foldText } from "../../model/fold_text.ts";
import type { MemberStats } from "../../model/item/member.ts";
import type { MemberRow, ShowRow } from "../../model/pack.ts";
import { allReady, type Dependency, type Route, route } from "../route.ts";
import type { AnswerContext } from "../answer_context.ts";

/** Answers about a member, which hold what is recorded of her broadcasts. */
const MEMBER_DETAIL: Dependency = {
  ready: (service) => allReady(service(LIVE).ensureFreshRecents(), service(LIVE_SUMS)?.ready()),
  version(service) {
    const { view, recents } = service(LIVE);
    return [recents.revision(), view.revision(), service(LIVE_SUMS)?.revision()].join(".");
  },
};

const FILTERS = {
  status: oneOf(...MEMBER_STATUSES),
  generation: anyText(
    "a generation as members have it, such as gen7-groupa, letter for letter; an unknown one is an empty list",
  ),
  q: anyText("some letters of a name, in any of its scripts, or of a nickname"),
  graduated_only: trueOrFalse(),
};

/** `members`: everybody, by name in the group's language. */
export const members = route({
  id: "members",
  path: "members",
  summary: "All members: active, trainees and graduated",
  answers: { list: "member" },
  parameters: FILTERS,
  kept: (ctx, values) => ctx.list(filterMembers(ctx, values), (member) => ctx.item(member)),
});

/** `member/{name}` of wrapped groups: search by a part of a name, best match first. */
export const memberSearch = route({
  id: "member-search",
  path: "member/{name}",
  summary: "Members whose name or nickname contains the text, best match first",
  answers: { list: "member" },
  parameters: {
    name: required(anyText("some letters of a name, in any of its scripts, or of a nickname")),
  },
  kept: (ctx, { name }) => ctx.list(search(ctx, foldText(name)), (member) => ctx.item(member)),
});

function filterMembers(ctx: AnswerContext, values: Values<typeof FILTERS>): Listing<MemberRow> {
  const wanted = values.q === undefined ? undefined : foldText(values.q);
  return ctx.rows("members", (member) => {
    // Her text changes at the same instant as her status, so `ctx.rows` knows until when the list holds.
    const status = statusAt(member, ctx.now);
    return (values.status === undefined || status === values.status) &&
      (!values.graduated_only || status === "graduated") &&
      (values.generation === undefined || member.generation === values.generation) &&
      (wanted === undefined || searchRank(member, wanted) !== undefined);
  });
}

function search(ctx: AnswerContext, wanted: string): Listing<MemberRow> {
  const ranks = new Map<MemberRow, number>();
  const listing = ctx.rows("members", (member) => {
    const rank = searchRank(member, wanted);
    if (rank !== undefined) ranks.set(member, rank);
    return rank !== undefined;
  });
  return { ...listing, rows: listing.rows.toSorted((a, b) => ranks.get(a)! - ranks.get(b)!) };
}

const WHO = required(anyText("a member's slug, former slug, account, name or nickname"));

/** `member-detail?url=`: one member. */
export const memberDetail = memberRoute("member-detail", "member-detail", "url");

/** `member/{name}` of bare groups: the same by path. */
export const memberByName = memberRoute("member-by-name", "member/{name}", "name");

function memberRoute(id: string, path: string, parameter: string): Route {
  return route({
    id,
    path,
    summary: "One member in detail, by slug, account, name or nickname",
    answers: { one: "memberDetail" },
    parameters: { [parameter]: WHO },
    refuses: ["NOT_FOUND"],
    dependency: MEMBER_DETAIL,
    kept: (ctx, values) => detail(ctx, values[parameter]!),
  });
}

function detail(ctx: AnswerContext, who: string): Answer {
  const { catalog: { pack }, group, now } = ctx;
  const { view, recents } = ctx.service(LIVE);
  // A room known only by its number is on air under a key that the content does not hold.
  const member = findMember(group, who, now) ??
    findMember(group, view.memberOnAir(group.slug, who) ?? "", now);
  if (member === undefined) {
    const hint = nearlyCalled([group], who, now);
    throw notFound("No member of this group has that name or address", hint);
  }
  const slugs = slugsOf(member);
  const last_live = recents.last(group.slug, slugs);
  const sums = ctx.service(LIVE_SUMS) ?? recents;
  const total_live = sums.totals(group.slug, slugs);
  const counts = group.showCounts(now);
  const stats: MemberStats = {
    ...(last_live !== undefined && { last_live }),
    total_live,
    shows: counts.statsOf(member),
  };
  const around = showsAround(group, member, now);
  const references = (shows: ShowRow[]) =>
    arrayOf(shows.map((show) => [pack.bytes(show.reference)]));
  const parts = [
    pack.bytes(spanAt(member.open, now)!),
    pack.bytes(member.more),
    ',"recentTheater":',
    ...references(around.recent),
    ',"upcomingTheater":',
    ...references(around.upcoming),
    `,"stats":${JSON.stringify(stats)}}`,
  ];
  const validUntil = Math.min(
    foundUntil(group, who, now),
    around.validUntil,
    counts.validUntil,
    statusUntil(member, now),
    recents.validUntil(),
  );
  return ctx.one(parts, { madeAt: now, validUntil });
}
