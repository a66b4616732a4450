import {
  type BirthdayView,
  type Celebrant,
  renderZonedBirthday,
  viewBirthdays,
} from "../../../catalog/birthdays.ts";
import { type Answer, jsonAnswer } from "../../../http/answer.ts";
import { oneOf, otherwise, type Values } from "../../../http/parameter.ts";
import { MEMBER_STATUSES } from "../../../model/enums.ts";
import { GROUP, groupsAsked } from "../group_filter.ts";
import { TIMEZONE } from "../timezone.ts";
import type { RouteContext } from "../../route_context.ts";
import type { ZonedBirthdayList } from "../../../model/item/birthday.ts";

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
