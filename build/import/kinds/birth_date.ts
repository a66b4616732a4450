import { birthDateOf } from "../dates/yearless_day.ts";
import type { RecordReader } from "../record/record.ts";

/** Reads the day of a birth from any field that may say it; the year may be unknown. */
export function recordedBirthDate(record: RecordReader, ...further: string[]): string | undefined {
  const found = record.birthDate("birth_date", ...further) ?? record.birthDate("birthday");
  // The service's own answers say the day of the year a second time.
  const again = /\d{2}-\d{2}$/.exec(String(record.peek("birthday") ?? ""))?.[0];
  if (again !== undefined && again === found?.slice(-5)) record.pass("birthday");
  return found;
}

/** Whether two birth dates are those of two people; without a year only the day counts. */
export function areOtherBirths(one: unknown, other: unknown, zone: string): boolean {
  const days = [one, other].map((value) => birthDateOf(value, zone));
  const [here, there] = days;
  if (here === undefined || there === undefined) return false;
  const hasYears = days.every((day) => !day!.startsWith("--"));
  return hasYears ? here !== there : here.slice(-5) !== there.slice(-5);
}
