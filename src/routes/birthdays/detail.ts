import { viewBirthdays } from "../../catalog/birthdays.ts";
import { findMember } from "../../catalog/members.ts";
import { jsonAnswer } from "../../http/answer.ts";
import { anyText, required } from "../../http/parameter_kinds.ts";
import { Refusal } from "../../http/refusal.ts";
import { route, type Scene } from "../route.ts";
import { listItem, TIMEZONE } from "./birthday_list.ts";

/** `birthdays/{member_id}`: one member's birthday (SPEC 4.4). */
export const birthdayOfMember = route({
  id: "birthday-of-member",
  path: "birthdays/{member_id}",
  summary: "One member's birth date, age and next birthday",
  parameters: { member_id: required(anyText("a member's id")), timezone: TIMEZONE },
  answer(scene, { member_id, timezone }) {
    const id = currentId(scene, member_id);
    const view = viewBirthdays(scene.groups, timezone, scene.now);
    const found = view.celebrants.find(({ member }) => member.id === id);
    if (found === undefined) {
      throw new Refusal("NOT_FOUND", { message: "No member with that id has a known birth date" });
    }
    return jsonAnswer({ ...listItem(found), timezone, date: view.date }, view);
  },
});

/** The id she has today; former slugs and account names find her too. */
function currentId(scene: Scene, text: string): string | undefined {
  for (const group of scene.groups) {
    const member = findMember(group, text, scene.now);
    if (member !== undefined) return member.id;
  }
  return undefined;
}
