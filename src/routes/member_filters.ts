import { searchRank, statusAt } from "../catalog/members.ts";
import { type Listing, listPresent } from "../catalog/phases.ts";
import type { Values } from "../http/parameter.ts";
import { anyText, oneOf, trueOrFalse } from "../http/parameter_kinds.ts";
import { fold } from "../model/fold.ts";
import type { MemberRow } from "../model/pack.ts";
import { groupOf, type Scene } from "./route.ts";

/** What narrows a list of members, in either family. */
export const MEMBER_FILTERS = {
  status: oneOf("active", "trainee", "graduated"),
  generation: anyText("a generation label"),
  q: anyText("some letters of a name or nickname"),
  graduated_only: trueOrFalse(),
};

/** The members that the filters leave, by name in the group's language. */
export function filterMembers(
  scene: Scene,
  values: Values<typeof MEMBER_FILTERS>,
): Listing<MemberRow> {
  const { now } = scene;
  const wanted = values.q === undefined ? undefined : fold(values.q);
  return listPresent(groupOf(scene).table("members"), now, (member) => {
    const status = statusAt(member, now);
    return (values.status === undefined || status === values.status) &&
      (!values.graduated_only || status === "graduated") &&
      (values.generation === undefined || member.generation === values.generation) &&
      (wanted === undefined || searchRank(member, wanted) !== undefined);
  });
}
