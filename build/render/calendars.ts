import { calendarDay, contentLine, textLine } from "../../src/model/calendar_lines.ts";
import type { LeapDay } from "../../src/model/enums.ts";
import type { MemberFile } from "../schema/content/member.ts";

/** A year unknown is written as this one: a leap year, so that 29 February is a day of it. */
const FIRST_YEAR = "2000";

/**
 * What calendars say of the birthday of a member, of `YYYY-MM-DD` or `--MM-DD`: every year, all day, taking
 * nobody's time. Its first day is the day of birth, or one in 2000 if the year is unknown; it is a day of
 * the rule, as it must be (RFC 5545, 3.8.5.3). Null where the date of birth is unknown.
 */
export function birthdayCalendar(
  { name, birth_date: birthDate }: MemberFile,
  leapDay: LeapDay,
): string | null {
  if (birthDate === undefined) return null;
  const isYearKnown = !birthDate.startsWith("--");
  const first = isYearKnown ? birthDate : `${FIRST_YEAR}${birthDate.slice(1)}`;
  return [
    contentLine("DTSTART;VALUE=DATE", calendarDay(first)),
    contentLine("RRULE", yearlyRule(birthDate, leapDay)),
    textLine("SUMMARY", `${name}'s birthday`),
    isYearKnown ? textLine("DESCRIPTION", `Born ${birthDate}`) : "",
    contentLine("TRANSP", "TRANSPARENT"),
  ].join("");
}

/**
 * Programs read a plain yearly rule from 29 February in three ways: the last day of February and the
 * sixtieth day of the year are in every year.
 */
function yearlyRule(birthDate: string, leapDay: LeapDay): string {
  if (!birthDate.endsWith("-02-29")) return "FREQ=YEARLY";
  return leapDay === "mar1" ? "FREQ=YEARLY;BYYEARDAY=60" : "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1";
}
