import { itemParts } from "../../catalog/phases.ts";
import { filterMembers, MEMBER_FILTERS } from "../member_filters.ts";
import { route } from "../route.ts";
import { bareArray } from "./bare_list.ts";

/** `members`: everybody, by name (SPEC 4.1). */
export const members = route({
  id: "members",
  path: "members",
  summary: "All members: active, trainees and graduated",
  parameters: MEMBER_FILTERS,
  answer(scene, values) {
    const { pack } = scene.catalog;
    return bareArray(
      filterMembers(scene, values),
      (member) => itemParts(pack, member, scene.now),
    );
  },
});
