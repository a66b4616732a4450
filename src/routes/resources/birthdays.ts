import {
  type BirthdayView,
  byDay,
  bySoonest,
  type Celebrant,
  renderBirthday,
  renderZonedBirthday,
  viewBirthdays,
} from "../../catalog/birthdays.ts";
import type { Group } from "../../catalog/catalog.ts";
import { findMember } from "../../catalog/members.ts";
import { type Answer, jsonAnswer } from "../../http/answer.ts";
import { notFound } from "../../http/http_error.ts";
import {
  anyText,
  oneOf,
  otherwise,
  required,
  type Values,
  wholeNumber,
} from "../../http/parameter.ts";
import { MEMBER_STATUSES } from "../../model/enums.ts";
import type {
  BirthdayDetailItem,
  MonthBirthdayItem,
  ZonedBirthdayList,
} from "../../model/item/member.ts";
import { route } from "../route.ts";
import type { AnswerContext } from "../answer_context.ts";
import { GROUP, groupsAsked, TIMEZONE } from "./filters.ts";

/** `birthday` of bare groups: everybody whose birth date is known, soonest first. */
export const birthday = route({
  id: "birthday",
  path: "birthday",
  summary: "Birthdays of all members, soonest first, by the group's own date",
  answers: { list: "birthday" },
  parameters: {},
  kept(ctx) {
    const view = viewBirthdays(ctx.groups, ctx.group.timezone, ctx.now);
    const rows = view.celebrants.toSorted(bySoonest);
    return ctx.list({ ...view, rows }, (celebrant) => [JSON.stringify(renderBirthday(celebrant))]);
  },
});

/** `birthdays` of wrapped groups: this month's, by the group's own date. */
export const birthdays = route({
  id: "birthdays",
  path: "birthdays",
  summary: "Birthdays of the current month, by day",
  answers: { list: "monthBirthday" },
  parameters: {},
  kept: (ctx) => monthList(ctx, undefined),
});

/** `birthdays/{month}` of wrapped groups: a given month's. */
export const birthdaysOfMonth = route({
  id: "birthdays-of-month",
  path: "birthdays/{month}",
  summary: "Birthdays of a month, by day",
  answers: { list: "monthBirthday" },
  parameters: { month: required(wholeNumber(1, 12)) },
  kept: (ctx, { month }) => monthList(ctx, month),
});

function monthList(ctx: AnswerContext, month: number | undefined): Answer {
  const view = viewBirthdays(ctx.groups, ctx.group.timezone, ctx.now);
  return ctx.list({ ...view, rows: ofMonth(view, month).toSorted(byDay) }, monthItem);
}

/** Those of a month; of the current month if none is given. */
function ofMonth({ date, celebrants }: BirthdayView, month = Number(date.slice(5, 7))) {
  return celebrants.filter((celebrant) => celebrant.month === month);
}

function monthItem(celebrant: Celebrant): string[] {
  const { birthday, ...item } = renderBirthday(celebrant);
  return [JSON.stringify({ ...item, day: celebrant.day, birthday } satisfies MonthBirthdayItem)];
}

const DEFAULT_TIMEZONE = "Asia/Jakarta";

/** The parameters of every birthday endpoint of `/v1/`. */
const ZONED_PARAMETERS = {
  timezone: otherwise(TIMEZONE, DEFAULT_TIMEZONE),
  group: GROUP,
  status: oneOf(...MEMBER_STATUSES),
};

/** The birthdays that group and status leave, seen from the zone's date. */
function viewZoned(ctx: AnswerContext, values: Values<typeof ZONED_PARAMETERS>): BirthdayView {
  const view = viewBirthdays(groupsAsked(ctx, values.group), values.timezone, ctx.now);
  const celebrants = view.celebrants
    .filter(({ status }) => values.status === undefined || status === values.status);
  return { ...view, celebrants };
}

/** The list's answer: the zone and its date, then the items, those that are equal in `order` by name. */
function zonedAnswer(
  view: BirthdayView,
  timezone: string,
  celebrants: readonly Celebrant[],
  order: (one: Celebrant, other: Celebrant) => number,
): Answer {
  const data = celebrants
    .toSorted((one, other) => order(one, other) || byName(one.member.name, other.member.name))
    .map(renderZonedBirthday);
  const list: ZonedBirthdayList = { timezone, date: view.date, total: data.length, data };
  return jsonAnswer(list, view);
}

/** Made for the first two names of one day: the first collator of a process takes 20 ms. */
let collator: Intl.Collator | undefined;

function byName(one: string, other: string): number {
  collator ??= new Intl.Collator("en");
  return collator.compare(one, other);
}

/** What is below `/v1/birthdays`: birthdays over all groups, as seen from a time zone. */
export const ZONED_BIRTHDAYS = [
  // `birthdays/today`: whose birthday it is where the caller is.
  route({
    id: "birthdays-today",
    path: "birthdays/today",
    summary: "Members whose birthday is today in a time zone",
    answers: { one: "zonedBirthdayList" },
    parameters: ZONED_PARAMETERS,
    kept(ctx, values) {
      const view = viewZoned(ctx, values);
      const today = view.celebrants.filter(({ birthday }) => birthday.isToday);
      return zonedAnswer(view, values.timezone, today, () => 0);
    },
  }),
  // `birthdays/upcoming?days=`: today's and those up to the last day asked for.
  route({
    id: "birthdays-upcoming",
    path: "birthdays/upcoming",
    summary:
      "Members with a birthday within the next days, today and the last day with them, soonest first",
    answers: { one: "zonedBirthdayList" },
    parameters: { days: otherwise(wholeNumber(1, 366), 7), ...ZONED_PARAMETERS },
    kept(ctx, values) {
      const view = viewZoned(ctx, values);
      const soon = view.celebrants.filter(({ birthday }) => birthday.daysUntil <= values.days);
      return zonedAnswer(view, values.timezone, soon, bySoonest);
    },
  }),
  // `birthdays?month=`: a month's, by day.
  route({
    id: "birthdays-in-month",
    path: "birthdays",
    summary: "Members with a birthday in a month, by day; the current month where none is given",
    answers: { one: "zonedBirthdayList" },
    parameters: { month: wholeNumber(1, 12), ...ZONED_PARAMETERS },
    kept(ctx, values) {
      const view = viewZoned(ctx, values);
      return zonedAnswer(view, values.timezone, ofMonth(view, values.month), byDay);
    },
  }),
  // `birthdays/{member_id}`: one member's birthday.
  route({
    id: "birthday-of-member",
    path: "birthdays/{member_id}",
    summary: "One member's birth date, age and next birthday",
    answers: { one: "birthdayDetail" },
    parameters: { member_id: required(anyText("a member's id")), ...ZONED_PARAMETERS },
    refuses: ["NOT_FOUND"],
    kept(ctx, values) {
      const view = viewZoned(ctx, values);
      const id = currentId(groupsAsked(ctx, values.group), values.member_id, ctx.now);
      const found = view.celebrants.find(({ member }) => member.id === id);
      if (found === undefined) throw notFound("No member with that id has a known birth date");
      const { timezone } = values;
      const item: BirthdayDetailItem = { ...renderZonedBirthday(found), timezone, date: view.date };
      return jsonAnswer(item, view);
    },
  }),
];

/** An id is one member's over all groups; former slugs, accounts and names find her too. */
function currentId(groups: readonly Group[], text: string, now: number): string | undefined {
  const found = groups.map((group) => findMember(group, text, now))
    .filter((member) => member !== undefined);
  return (found.find(({ id }) => id === text) ?? found[0])?.id;
}
