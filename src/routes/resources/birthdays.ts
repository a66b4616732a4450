import {
  byDay,
  bySoonest,
  type Celebrant,
  renderBirthday,
  viewBirthdays,
} from "../../catalog/birthdays.ts";
import type { Answer } from "../../http/answer.ts";
import { required, wholeNumber } from "../../http/parameter.ts";
import { cachedRoute } from "../route.ts";
import type { RouteContext } from "../route_context.ts";
import type { MonthBirthdayItem } from "../../model/item/birthday.ts";

/** `birthday` of bare groups: everybody whose birth date is known, soonest first. */
export const birthday = cachedRoute({
  id: "birthday",
  path: "birthday",
  summary: "Birthdays of all members, soonest first, by the group's own date",
  answers: { list: "birthday" },
  parameters: {},
  answer(ctx) {
    const view = viewBirthdays(ctx.groups, ctx.group.timezone, ctx.now);
    const rows = view.celebrants.toSorted(bySoonest);
    return ctx.list({ ...view, rows }, (celebrant) => [JSON.stringify(renderBirthday(celebrant))]);
  },
});

/** `birthdays` of wrapped groups: this month's, by the group's own date. */
export const birthdays = cachedRoute({
  id: "birthdays",
  path: "birthdays",
  summary: "Birthdays of the current month, by day",
  answers: { list: "monthBirthday" },
  parameters: {},
  answer: (ctx) => monthList(ctx, undefined),
});

/** `birthdays/{month}` of wrapped groups: a given month's. */
export const birthdaysOfMonth = cachedRoute({
  id: "birthdays-of-month",
  path: "birthdays/{month}",
  summary: "Birthdays of a month, by day",
  answers: { list: "monthBirthday" },
  parameters: { month: required(wholeNumber(1, 12)) },
  answer: (ctx, { month }) => monthList(ctx, month),
});

function monthList(ctx: RouteContext, month: number | undefined): Answer {
  const view = viewBirthdays(ctx.groups, ctx.group.timezone, ctx.now);
  const wanted = month ?? Number(view.date.slice(5, 7));
  const rows = view.celebrants.filter((celebrant) => celebrant.month === wanted).toSorted(byDay);
  return ctx.list({ ...view, rows }, monthItem);
}

function monthItem(celebrant: Celebrant): string[] {
  const { birthday, ...item } = renderBirthday(celebrant);
  return [JSON.stringify({ ...item, day: celebrant.day, birthday } satisfies MonthBirthdayItem)];
}
