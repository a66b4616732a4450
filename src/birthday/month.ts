import { type LeapDay, observedBirthday } from "./observed.ts";

/** The month (1 to 12) in whose list somebody born on `birthDate` stands in `year`. */
export function observedMonth(birthDate: string, year: number, leapDay: LeapDay): number {
  return Number(observedBirthday(birthDate, year, leapDay).slice(5, 7));
}

/** The day (1 to 31) at which somebody born on `birthDate` stands in that list in `year`. */
export function observedDay(birthDate: string, year: number, leapDay: LeapDay): number {
  return Number(observedBirthday(birthDate, year, leapDay).slice(8, 10));
}
