import { monthDayOf } from "../../../birthday/observed.ts";
import {
  type BirthdayView,
  type Celebrant,
  knownBirthDate,
  viewBirthdays,
} from "../../../catalog/birthdays.ts";
import { type Answer, jsonAnswer } from "../../../http/answer.ts";
import type { Values } from "../../../http/parameter.ts";
import { oneOf, otherwise } from "../../../http/parameter_kinds.ts";
import { MEMBER_STATUSES } from "../../../model/enums.ts";
import { GROUP, groupsAsked } from "../group_filter.ts";
import { TIMEZONE } from "../timezone.ts";
import type { RouteContext } from "../../route_context.ts";
import type { ZonedBirthdayItem, ZonedBirthdayList } from "../../../model/item/birthday.ts";

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
  const data = celebrants.map(listItem);
  const list: ZonedBirthdayList = { timezone, date: view.date, total: data.length, data };
  return jsonAnswer(list, view);
}

/** One member's birthday, as lists and the detail say it. */
export function listItem({ group, member, status, birthday }: Celebrant): ZonedBirthdayItem {
  return {
    member_id: member.id,
    name: member.name,
    nickname: member.nicknames[0],
    group: group.slug,
    generation: member.generation,
    status,
    img: member.img,
    birth_date: knownBirthDate(member.birthDate),
    current_age: birthday.currentAge,
    days_until: birthday.daysUntil,
    next_birthday: birthday.nextBirthday,
    age_on_next_birthday: birthday.ageOnNextBirthday,
    is_today: birthday.isToday,
    birthday: monthDayOf(member.birthDate),
  };
}

const collator = new Intl.Collator("en");

function byName(one: string, other: string): number {
  return collator.compare(one, other);
}
