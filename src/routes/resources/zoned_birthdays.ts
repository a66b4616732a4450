import {
  type BirthdayView,
  byDay,
  bySoonest,
  type Celebrant,
  renderZonedBirthday,
  viewBirthdays,
} from "../../catalog/birthdays.ts";
import { findMember } from "../../catalog/members.ts";
import { type Answer, jsonAnswer } from "../../http/answer.ts";
import { HttpError } from "../../http/http_error.ts";
import {
  anyText,
  oneOf,
  otherwise,
  required,
  type Values,
  wholeNumber,
} from "../../http/parameter.ts";
import { MEMBER_STATUSES } from "../../model/enums.ts";
import type { BirthdayDetailItem, ZonedBirthdayList } from "../../model/item/birthday.ts";
import { cachedRoute } from "../route.ts";
import type { RouteContext } from "../route_context.ts";
import { GROUP, groupsAsked, TIMEZONE } from "./filters.ts";

const DEFAULT_TIMEZONE = "Asia/Jakarta";

/** The parameters of every birthday endpoint. */
export const LIST_PARAMETERS = {
  timezone: otherwise(TIMEZONE, DEFAULT_TIMEZONE),
  group: GROUP,
  status: oneOf(...MEMBER_STATUSES),
};

/** The birthdays that group and status leave, by name, seen from the zone's date. */
export function viewList(ctx: RouteContext, values: Values<typeof LIST_PARAMETERS>): BirthdayView {
  const view = viewBirthdays(groupsAsked(ctx, values.group), values.timezone, ctx.now);
  const celebrants = view.celebrants
    .filter(({ status }) => values.status === undefined || status === values.status)
    .toSorted((one, other) => byName(one.member.name, other.member.name));
  return { ...view, celebrants };
}

/** The list's answer: the zone and its date, then the items. */
export function listAnswer(
  view: BirthdayView,
  timezone: string,
  celebrants: readonly Celebrant[],
): Answer {
  const data = celebrants.map(renderZonedBirthday);
  const list: ZonedBirthdayList = { timezone, date: view.date, total: data.length, data };
  return jsonAnswer(list, view);
}

/** Made for the first list: the first one of a process takes longer than a fifth of its start. */
let collator: Intl.Collator | undefined;

function byName(one: string, other: string): number {
  collator ??= new Intl.Collator("en");
  return collator.compare(one, other);
}

/** `birthdays/today`: whose birthday it is where the caller is. */
export const birthdaysToday = cachedRoute({
  id: "birthdays-today",
  path: "birthdays/today",
  summary: "Members whose birthday is today in a time zone",
  answers: { one: "zonedBirthdayList" },
  parameters: LIST_PARAMETERS,
  answer(ctx, values) {
    const view = viewList(ctx, values);
    const today = view.celebrants.filter(({ birthday }) => birthday.isToday);
    return listAnswer(view, values.timezone, today);
  },
});

/** `birthdays/upcoming?days=`: today's and those up to the last day asked for. */
export const birthdaysUpcoming = cachedRoute({
  id: "birthdays-upcoming",
  path: "birthdays/upcoming",
  summary: "Members with a birthday within the next days, soonest first",
  answers: { one: "zonedBirthdayList" },
  parameters: { days: otherwise(wholeNumber(1, 366), 7), ...LIST_PARAMETERS },
  answer(ctx, values) {
    const view = viewList(ctx, values);
    const soon = view.celebrants.filter(({ birthday }) => birthday.daysUntil <= values.days);
    return listAnswer(view, values.timezone, soon.toSorted(bySoonest));
  },
});

/** `birthdays?month=`: a month's, by day. */
export const birthdaysInMonth = cachedRoute({
  id: "birthdays-in-month",
  path: "birthdays",
  summary: "Members with a birthday in a month, by day; the current month where none is given",
  answers: { one: "zonedBirthdayList" },
  parameters: { month: wholeNumber(1, 12), ...LIST_PARAMETERS },
  answer(ctx, values) {
    const view = viewList(ctx, values);
    const wanted = values.month ?? Number(view.date.slice(5, 7));
    const inMonth = view.celebrants.filter(({ month }) => month === wanted);
    return listAnswer(view, values.timezone, inMonth.toSorted(byDay));
  },
});

/** `birthdays/{member_id}`: one member's birthday. */
export const birthdayOfMember = cachedRoute({
  id: "birthday-of-member",
  path: "birthdays/{member_id}",
  summary: "One member's birth date, age and next birthday",
  answers: { one: "birthdayDetail" },
  parameters: { member_id: required(anyText("a member's id")), ...LIST_PARAMETERS },
  refuses: ["NOT_FOUND"],
  answer(ctx, values) {
    const view = viewList(ctx, values);
    const id = currentId(ctx, values.member_id);
    const found = view.celebrants.find(({ member }) => member.id === id);
    if (found === undefined) {
      throw new HttpError("NOT_FOUND", {
        message: "No member with that id has a known birth date",
      });
    }
    const { timezone } = values;
    const item: BirthdayDetailItem = { ...renderZonedBirthday(found), timezone, date: view.date };
    return jsonAnswer(item, view);
  },
});

/** An id is one member's over all groups; former slugs, accounts and names find her too. */
function currentId(ctx: RouteContext, text: string): string | undefined {
  const found = ctx.groups.map((group) => findMember(group, text, ctx.now))
    .filter((member) => member !== undefined);
  return (found.find(({ id }) => id === text) ?? found[0])?.id;
}
