/**
 * This room declares each resource once, for every family that has it.
 *
 * @module
 */

import { searchRank, statusAt } from "../../catalog/members.ts";
import type { Listing } from "../../catalog/phases.ts";
import { anyText, oneOf, required, trueOrFalse, type Values } from "../../http/parameter.ts";
import { MEMBER_STATUSES } from "../../model/enums.ts";
import { foldText } from "../../model/fold_text.ts";
import type { MemberRow } from "../../model/pack.ts";
import { cachedRoute } from "../route.ts";
import type { RouteContext } from "../route_context.ts";

const FILTERS = {
  status: oneOf(...MEMBER_STATUSES),
  generation: anyText("a generation label"),
  q: anyText("some letters of a name or nickname"),
  graduated_only: trueOrFalse(),
};

/** `members`: everybody, by name in the group's language. */
export const members = cachedRoute({
  id: "members",
  path: "members",
  summary: "All members: active, trainees and graduated",
  answers: { list: "member" },
  parameters: FILTERS,
  answer: (ctx, values) => ctx.list(filterMembers(ctx, values), (member) => ctx.item(member)),
});

/** `member/{name}` of wrapped groups: search by a part of a name, best match first. */
export const memberSearch = cachedRoute({
  id: "member-search",
  path: "member/{name}",
  summary: "Members whose name or nickname contains the text, best match first",
  answers: { list: "member" },
  parameters: { name: required(anyText("some letters of a name or nickname")) },
  answer: (ctx, { name }) => ctx.list(search(ctx, foldText(name)), (member) => ctx.item(member)),
});

function filterMembers(ctx: RouteContext, values: Values<typeof FILTERS>): Listing<MemberRow> {
  const wanted = values.q === undefined ? undefined : foldText(values.q);
  return ctx.rows("members", (member) => {
    const status = statusAt(member, ctx.now);
    return (values.status === undefined || status === values.status) &&
      (!values.graduated_only || status === "graduated") &&
      (values.generation === undefined || member.generation === values.generation) &&
      (wanted === undefined || searchRank(member, wanted) !== undefined);
  });
}

function search(ctx: RouteContext, wanted: string): Listing<MemberRow> {
  const ranks = new Map<MemberRow, number>();
  const listing = ctx.rows("members", (member) => {
    const rank = searchRank(member, wanted);
    if (rank !== undefined) ranks.set(member, rank);
    return rank !== undefined;
  });
  return { ...listing, rows: listing.rows.toSorted((a, b) => ranks.get(a)! - ranks.get(b)!) };
}
