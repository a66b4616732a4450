import { birthdayItem, bySoonest, viewBirthdays } from "../../catalog/birthdays.ts";
import { jsonAnswer } from "../../http/answer.ts";
import { groupOf, route } from "../route.ts";

/** `birthday`: everybody whose birth date is known, soonest first (SPEC 2.6). */
export const birthday = route({
  id: "birthday",
  path: "birthday",
  summary: "Birthdays of all members, soonest first, by the group's own date",
  parameters: {},
  answer(scene) {
    const view = viewBirthdays(scene.groups, groupOf(scene).timezone, scene.now);
    return jsonAnswer(view.celebrants.toSorted(bySoonest).map(birthdayItem), view);
  },
});
