import { byDay, bySoonest } from "../../catalog/birthdays.ts";
import { otherwise, wholeNumber } from "../../http/parameter_kinds.ts";
import { route } from "../route.ts";
import { LIST_PARAMETERS, listAnswer, viewList } from "./birthday_list.ts";

/** `birthdays/today`: whose birthday it is where the caller is (SPEC 4.4). */
export const birthdaysToday = route({
  id: "birthdays-today",
  path: "birthdays/today",
  summary: "Members whose birthday is today in a time zone",
  parameters: LIST_PARAMETERS,
  answer(scene, values) {
    const view = viewList(scene, values);
    const today = view.celebrants.filter(({ birthday }) => birthday.isToday);
    return listAnswer(view, values.timezone, today);
  },
});

/** `birthdays/upcoming?days=`: today's and those up to the last day asked for (SPEC 4.4). */
export const birthdaysUpcoming = route({
  id: "birthdays-upcoming",
  path: "birthdays/upcoming",
  summary: "Members with a birthday within the next days, soonest first",
  parameters: { days: otherwise(wholeNumber(1, 366), 7), ...LIST_PARAMETERS },
  answer(scene, values) {
    const view = viewList(scene, values);
    const soon = view.celebrants.filter(({ birthday }) => birthday.daysUntil <= values.days);
    return listAnswer(view, values.timezone, soon.toSorted(bySoonest));
  },
});

/** `birthdays?month=`: a month's, by day (SPEC 4.4). */
export const birthdaysInMonth = route({
  id: "birthdays-in-month",
  path: "birthdays",
  summary: "Members with a birthday in a month, by day; the current month where none is given",
  parameters: { month: wholeNumber(1, 12), ...LIST_PARAMETERS },
  answer(scene, values) {
    const view = viewList(scene, values);
    const wanted = values.month ?? Number(view.date.slice(5, 7));
    const inMonth = view.celebrants.filter(({ month }) => month === wanted);
    return listAnswer(view, values.timezone, inMonth.toSorted(byDay));
  },
});
