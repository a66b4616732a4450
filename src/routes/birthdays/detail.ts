import { findMember } from "../../catalog/members.ts";
import { jsonAnswer } from "../../http/answer.ts";
import { anyText, required } from "../../http/parameter_kinds.ts";
import { Refusal } from "../../http/refusal.ts";
import { route, type Scene } from "../route.ts";
import { LIST_PARAMETERS, listItem, viewList } from "./birthday_list.ts";

/** `birthdays/{member_id}`: one member's birthday (SPEC 4.4). */
export const birthdayOfMember = route({
  id: "birthday-of-member",
  path: "birthdays/{member_id}",
  summary: "One member's birth date, age and next birthday",
  parameters: { member_id: required(anyText("a member's id")), ...LIST_PARAMETERS },
  answer(scene, values) {
    const view = viewList(scene, values);
    const id = currentId(scene, values.member_id);
    const found = view.celebrants.find(({ member }) => member.id === id);
    if (found === undefined) {
      throw new Refusal("NOT_FOUND", { message: "No member with that id has a known birth date" });
    }
    return jsonAnswer({ ...listItem(found), timezone: values.timezone, date: view.date }, view);
  },
});

/** An id is one member's over all groups; former slugs, accounts and names find her too. */
function currentId(scene: Scene, text: string): string | undefined {
  const found = scene.groups.map((group) => findMember(group, text, scene.now))
    .filter((member) => member !== undefined);
  return (found.find(({ id }) => id === text) ?? found[0])?.id;
}
