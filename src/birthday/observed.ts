import type { LeapDay } from "../model/enums.ts";

/**
 * The birthday in `year` of somebody born on `birthDate`: `YYYY-MM-DD`, or `--MM-DD` where the year is
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

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** The month (1 to 12) in whose list somebody born on `birthDate` is in `year`. */
export function observedMonth(birthDate: string, year: number, leapDay: LeapDay): number {
  return Number(observedBirthday(birthDate, year, leapDay).slice(5, 7));
}

/** The day (1 to 31) at which somebody born on `birthDate` is in that list in `year`. */
export function observedDay(birthDate: string, year: number, leapDay: LeapDay): number {
  return Number(observedBirthday(birthDate, year, leapDay).slice(8, 10));
}
