import { birthdayItem, byDay, type Celebrant, viewBirthdays } from "../../catalog/birthdays.ts";
import { type Answer, jsonAnswer } from "../../http/answer.ts";
import { required, wholeNumber } from "../../http/parameter_kinds.ts";
import { groupOf, route, type Scene } from "../route.ts";

/** `birthdays`: this month's, by the group's own date (SPEC 4.2). */
export const birthdays = route({
  id: "birthdays",
  path: "birthdays",
  summary: "Birthdays of the current month, by day",
  parameters: {},
  answer: (scene) => monthList(scene, undefined),
});

/** `birthdays/{month}`: a given month's. */
export const birthdaysOfMonth = route({
  id: "birthdays-of-month",
  path: "birthdays/{month}",
  summary: "Birthdays of a month, by day",
  parameters: { month: required(wholeNumber(1, 12)) },
  answer: (scene, { month }) => monthList(scene, month),
});

function monthList(scene: Scene, month: number | undefined): Answer {
  const view = viewBirthdays(scene.groups, groupOf(scene).timezone, scene.now);
  const wanted = month ?? Number(view.date.slice(5, 7));
  const data = view.celebrants.filter((celebrant) => celebrant.month === wanted)
    .toSorted(byDay).map(item);
  return jsonAnswer({ success: true, total: data.length, data, message: "OK" }, view);
}

function item(celebrant: Celebrant): Record<string, unknown> {
  return { ...birthdayItem(celebrant), day: celebrant.day };
}
