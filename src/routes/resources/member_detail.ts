import { arrayOf, spanAt } from "../../catalog/phases.ts";
import { findMember, foundUntil, showsAround, statusUntil } from "../../catalog/members.ts";
import type { Answer } from "../../http/answer.ts";
import { anyText, required } from "../../http/parameter.ts";
import { HttpError } from "../../http/http_error.ts";
import type { MemberRow, ShowRow } from "../../model/pack.ts";
import { type CachedRoute, cachedRoute } from "../route.ts";
import type { RouteContext } from "../route_context.ts";
import { MEMBERS } from "./dependencies.ts";

const WHO = required(anyText("a member's slug, former slug, account, name or nickname"));

/** `member-detail?url=`: one member. */
export const memberDetail = memberRoute("member-detail", "member-detail", "url");

/** `member/{name}` of bare groups: the same by path. */
export const memberByName = memberRoute("member-by-name", "member/{name}", "name");

function memberRoute(id: string, path: string, parameter: string): CachedRoute {
  return cachedRoute({
    id,
    path,
    summary: "One member in detail, by slug, account, name or nickname",
    answers: { one: "memberDetail" },
    parameters: { [parameter]: WHO },
    refuses: ["NOT_FOUND"],
    dependency: MEMBERS,
    answer: (ctx, values) => detail(ctx, values[parameter]!),
  });
}

function detail(ctx: RouteContext, who: string): Answer {
  const { group, live, now } = ctx;
  // A room known only by its number is on air under a key that the content does not hold.
  const member = findMember(group, who, now) ??
    findMember(group, live.view.memberOnAir(group.slug, who) ?? "", now);
  if (member === undefined) {
    throw new HttpError("NOT_FOUND", {
      message: "No member of this group has that name or address",
    });
  }
  return render(ctx, member, foundUntil(group, who, now));
}

function render(ctx: RouteContext, member: MemberRow, meantUntil: number): Answer {
  const { catalog: { pack }, group, live: { recents }, now } = ctx;
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
    `,"stats":${JSON.stringify(recents.stats(group.slug, member.id))}}`,
  ];
  const validUntil = Math.min(
    meantUntil,
    around.validUntil,
    statusUntil(member, now),
    recents.validUntil(),
  );
  return ctx.one(parts, { madeAt: now, validUntil });
}
