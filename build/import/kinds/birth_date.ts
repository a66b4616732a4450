import { dayOf } from "../dates/read_moment.ts";
import { birthDateOf } from "../dates/yearless_day.ts";
import type { RecordReader } from "../record/record.ts";

/** Reads the day of a birth from any field that may say it; the year may be unknown. */
export function recordedBirthDate(
  record: RecordReader,
  zone: string,
  ...further: string[]
): string | undefined {
  const found = record.birthDate("birth_date", ...further) ?? record.birthDate("birthday");
  // Answers of services say the day a second time, some without the year.
  const again = record.peek("birthday");
  const day = /^-?-?\d{2}-\d{2}$/.test(String(again)) ? String(again) : dayOf(again, zone);
  if (day !== undefined && isSameDay(day, found)) record.pass("birthday");
  return found;
}

function isSameDay(again: string, found: string | undefined): boolean {
  const hasYears = again.length === 10 && found?.length === 10;
  return hasYears ? again === found : again.slice(-5) === found?.slice(-5);
}

/** Whether two birth dates are those of two people; without a year only the day counts. */
export function areOtherBirths(one: unknown, other: unknown, zone: string): boolean {
  const days = [one, other].map((value) => birthDateOf(value, zone));
  const [here, there] = days;
  if (here === undefined || there === undefined) return false;
  const hasYears = days.every((day) => !day!.startsWith("--"));
  return hasYears ? here !== there : here.slice(-5) !== there.slice(-5);
}
