import { isYearlessDay } from "../../../src/time/civil_date.ts";
import { dayOf } from "./read_moment.ts";

/** `--03-03`, `03-03` (month first, as answers have it), and a whole date of the year 0. */
const MONTH_DAY = /^(?:--|0000-)?(\d{2}-\d{2})$/;

/** Any leap year. */
const LEAP_YEAR = 2000;

/** Reads a birth date without its year, also with the month's name, as `--MM-DD`. */
export function readYearlessDay(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const text = value.normalize("NFKC").trim();
  const monthDay = MONTH_DAY.exec(text)?.[1] ?? namedMonthDay(text);
  const day = `--${monthDay}`;
  return monthDay !== undefined && isYearlessDay(day) ? day : undefined;
}

/** `3 Maret`, `March 3` and `3月3日`. */
function namedMonthDay(text: string): string | undefined {
  if (/\d{4}/.test(text) || !/\p{L}/u.test(text)) return undefined;
  const dated = /月/.test(text) ? `${LEAP_YEAR}年${text}` : `${text} ${LEAP_YEAR}`;
  return dayOf(dated, "UTC")?.slice(5);
}

/** The birth date of a content file, `YYYY-MM-DD` or `--MM-DD`; undefined where it is none. */
export function birthDateOf(value: unknown, zone: string): string | undefined {
  return typeof value === "string" && isYearlessDay(value) ? value : dayOf(value, zone);
}
