import { itemParts } from "../../catalog/phases.ts";
import { type Listing, listPresent } from "../../catalog/phases.ts";
import { searchRank } from "../../catalog/members.ts";
import { anyText, required } from "../../http/parameter_kinds.ts";
import { fold } from "../../model/fold.ts";
import type { MemberRow } from "../../model/pack.ts";
import { filterMembers, MEMBER_FILTERS } from "../member_filters.ts";
import { groupOf, route, type Scene } from "../route.ts";
import { wrappedList } from "./wrapped_list.ts";

/** `members`: everybody, by name (SPEC 4.2). */
export const members = route({
  id: "members",
  path: "members",
  summary: "All members: active, trainees and graduated",
  parameters: MEMBER_FILTERS,
  answer: (scene, values) => render(scene, filterMembers(scene, values)),
});

/** `member/{name}`: search by a part of a name, best match first (SPEC 4.2). */
export const memberSearch = route({
  id: "member-search",
  path: "member/{name}",
  summary: "Members whose name or nickname contains the text, best match first",
  parameters: { name: required(anyText("some letters of a name or nickname")) },
  answer: (scene, { name }) => render(scene, search(scene, fold(name))),
});

function search(scene: Scene, wanted: string): Listing<MemberRow> {
  const ranks = new Map<MemberRow, number>();
  const listing = listPresent(groupOf(scene).table("members"), scene.now, (member) => {
    const rank = searchRank(member, wanted);
    if (rank !== undefined) ranks.set(member, rank);
    return rank !== undefined;
  });
  return { ...listing, rows: listing.rows.toSorted((a, b) => ranks.get(a)! - ranks.get(b)!) };
}

function render(scene: Scene, listing: Listing<MemberRow>) {
  const { catalog: { pack }, now } = scene;
  return wrappedList(listing, (member) => itemParts(pack, member, now));
}
