/**
 * This room computes birthdays: the day observed, the age, the days until the next one.
 *
 * @module
 */

import type { LeapDay } from "../model/enums.ts";
import { DAY_MS } from "../toolbox/durations.ts";
import { isLeapYear } from "../time/civil_date.ts";

/** Somebody's birthday, seen from one date. */
export interface Birthday {
  /** Full years, counted by birthdays had, today's included; undefined if the year is unknown. */
  currentAge: number | undefined;
  /** Whole days to `nextBirthday`; 0 on the day itself. */
  daysUntil: number;
  /** `YYYY-MM-DD`; today on the day itself. */
  nextBirthday: string;
  /** Full years on `nextBirthday`; equals `currentAge` on the day itself. */
  ageOnNextBirthday: number | undefined;
  isToday: boolean;
}

/**
 * The birthday of somebody born on `birthDate`, seen from `today`; both are `YYYY-MM-DD`, or the
 * former `--MM-DD`.
 *
 * Age counts the observed birthdays. `Temporal.PlainDate.until()` would not: it makes somebody born
 * on 29 February a year older on 1 March, whatever the custom. For a birth date still to come the
 * next birthday is the day of birth itself, and both ages are 0.
 */
export function birthdayOn(birthDate: string, today: string, leapDay: LeapDay): Birthday {
  const nextBirthday = nextFrom(
    birthDate,
    isYearKnown(birthDate) && today < birthDate ? birthDate : today,
    leapDay,
  );
  const isToday = nextBirthday === today;
  const ageOnNextBirthday = isYearKnown(birthDate)
    ? yearOf(nextBirthday) - yearOf(birthDate)
    : undefined;
  return {
    currentAge: isToday || ageOnNextBirthday === undefined
      ? ageOnNextBirthday
      : Math.max(0, ageOnNextBirthday - 1),
    // A date alone is read as midnight UTC (ECMA-262, Date Time String Format): no zone comes in.
    daysUntil: (Date.parse(nextBirthday) - Date.parse(today)) / DAY_MS,
    nextBirthday,
    ageOnNextBirthday,
    isToday,
  };
}

/** The first observed birthday on or after `from`. Dates of this form sort as text. */
function nextFrom(birthDate: string, from: string, leapDay: LeapDay): string {
  const year = yearOf(from);
  const thisYear = observedBirthday(birthDate, year, leapDay);
  return thisYear >= from ? thisYear : observedBirthday(birthDate, year + 1, leapDay);
}

/** Whether a birth date is a whole date, and no `--MM-DD`. */
export function isYearKnown(birthDate: string): boolean {
  return !birthDate.startsWith("--");
}

function yearOf(date: string): number {
  return Number(date.slice(0, 4));
}

/**
 * The birthday in `year` of somebody born on `birthDate`: `YYYY-MM-DD`, or `--MM-DD` if the year is
 * unknown. The result is `YYYY-MM-DD`.
 */
export function observedBirthday(birthDate: string, year: number, leapDay: LeapDay): string {
  return `${String(year).padStart(4, "0")}-${
    observedMonthDay(monthDayOf(birthDate), year, leapDay)
  }`;
}

/** The day in the calendar, `MM-DD`, of a birth date whose year may be unknown. */
export function monthDayOf(birthDate: string): string {
  return birthDate.slice(-5);
}

function observedMonthDay(monthDay: string, year: number, leapDay: LeapDay): string {
  if (monthDay !== "02-29" || isLeapYear(year)) return monthDay;
  return leapDay === "mar1" ? "03-01" : "02-28";
}

/** The month (1 to 12) in whose list somebody born on `birthDate` is in `year`. */
export function observedMonth(birthDate: string, year: number, leapDay: LeapDay): number {
  return Number(observedBirthday(birthDate, year, leapDay).slice(5, 7));
}

/** The day (1 to 31) at which somebody born on `birthDate` is in that list in `year`. */
export function observedDay(birthDate: string, year: number, leapDay: LeapDay): number {
  return Number(observedBirthday(birthDate, year, leapDay).slice(8, 10));
}
