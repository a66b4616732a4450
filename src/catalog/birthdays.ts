import {
  type Birthday,
  birthdayOn,
  isYearKnown,
  monthDayOf,
  observedDay,
  observedMonth,
} from "../birthday/birthday.ts";
import type { MemberStatus } from "../model/enums.ts";
import type { MemberRow } from "../model/pack.ts";
import { localDay, nextDayStart } from "../time/local_day.ts";
import type { Group } from "./catalog.ts";
import { statusAt, statusUntil } from "./members.ts";
import { nextPhase, spanAt } from "./phases.ts";
import type { BirthdayItem, ZonedBirthdayItem } from "../model/item/member.ts";

/** Somebody whose birth date is known, with her birthday as seen from one local date. */
export interface Celebrant {
  readonly group: Group;
  readonly member: MemberRow & { readonly birthDate: string };
  readonly status: MemberStatus;
  readonly birthday: Birthday;
  /** The month (1 to 12) and day of the month in whose list she is this year. */
  readonly month: number;
  readonly day: number;
}

/** The birthdays of groups, seen from the local date in a zone, and for which time that holds. */
export interface BirthdayView {
  readonly date: string;
  readonly celebrants: readonly Celebrant[];
  readonly madeAt: number;
  readonly validUntil: number;
}

/** Looks at everybody's birthday from the date that `zone` has at `now`. */
export function viewBirthdays(groups: readonly Group[], zone: string, now: number): BirthdayView {
  const date = localDay(now, zone);
  let validUntil = nextDayStart(now, zone);
  const celebrants: Celebrant[] = [];
  for (const group of groups) {
    for (const member of group.table("members")) {
      validUntil = Math.min(validUntil, statusUntil(member, now), nextPhase(member.open, now));
      if (!hasBirthDate(member) || spanAt(member.open, now) === undefined) continue;
      celebrants.push(celebrantOf(group, member, date, now));
    }
  }
  return { date, celebrants, madeAt: now, validUntil };
}

/** Whether her birth date is known, be it without its year. */
export function hasBirthDate(member: MemberRow): member is Celebrant["member"] {
  return member.birthDate !== undefined;
}

/** A member of a group whose birth date is known, seen from a local date at an instant. */
export function celebrantOf(
  group: Group,
  member: Celebrant["member"],
  date: string,
  now: number,
): Celebrant {
  const year = Number(date.slice(0, 4));
  return {
    group,
    member,
    status: statusAt(member, now),
    birthday: birthdayOn(member.birthDate, date, group.leapDay),
    month: observedMonth(member.birthDate, year, group.leapDay),
    day: observedDay(member.birthDate, year, group.leapDay),
  };
}

/** A birthday as lists of a group say it. */
export function renderBirthday({ group, member, status, birthday }: Celebrant): BirthdayItem {
  return {
    name: member.name,
    date: knownBirthDate(member.birthDate),
    generation: member.generation ?? "",
    is_today: birthday.isToday,
    days_until: birthday.daysUntil,
    id: member.id,
    url_key: member.id,
    img: group.pictures.address(member.img),
    status,
    current_age: birthday.currentAge,
    next_birthday: birthday.nextBirthday,
    age_after_birthday: birthday.ageOnNextBirthday,
    birthday: monthDayOf(member.birthDate),
  };
}

/** A birthday as lists over all groups, and a member's detail there, say it. */
export function renderZonedBirthday(
  { group, member, status, birthday }: Celebrant,
): ZonedBirthdayItem {
  return {
    member_id: member.id,
    name: member.name,
    nickname: member.nicknames[0],
    group: group.slug,
    generation: member.generation,
    status,
    img: group.pictures.address(member.img),
    birth_date: knownBirthDate(member.birthDate),
    current_age: birthday.currentAge,
    days_until: birthday.daysUntil,
    next_birthday: birthday.nextBirthday,
    age_on_next_birthday: birthday.ageOnNextBirthday,
    is_today: birthday.isToday,
    birthday: monthDayOf(member.birthDate),
  };
}

/** The birth date as answers give it: empty if its year is unknown. */
function knownBirthDate(birthDate: string): string {
  return isYearKnown(birthDate) ? birthDate : "";
}

/** Orders by how soon, leaving equal days as they were. */
export function bySoonest(one: Celebrant, other: Celebrant): number {
  return one.birthday.daysUntil - other.birthday.daysUntil;
}

/** Orders by day of the month, leaving equal days as they were. */
export function byDay(one: Celebrant, other: Celebrant): number {
  return one.day - other.day;
}
