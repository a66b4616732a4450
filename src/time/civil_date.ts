import { Temporal } from "./temporal.ts";

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}(:?\d{2})?)$/i;

/** From the year 1 to the year 9998, the date has four digits for its year in every zone. */
const FIRST_MS = Date.parse("0001-01-01T00:00:00Z");
const END_MS = Date.parse("9999-01-01T00:00:00Z");

/** A month or day as dates have it. */
export function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether a year of the Gregorian calendar has a 29 February. */
export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function epochOf(text: string): number | undefined {
  const epochMs = anyEpochOf(text);
  return epochMs !== undefined && epochMs >= FIRST_MS && epochMs < END_MS ? epochMs : undefined;
}

function anyEpochOf(text: string): number | undefined {
  try {
    return Temporal.Instant.from(text).epochMilliseconds;
  } catch {
    return undefined;
  }
}

/** A day of no year, `--MM-DD` (RFC 6350, 4.3.1); leap years decide which days there are. */
const YEARLESS = /^--(\d{2}-\d{2})$/;

/** Whether this is a day of the calendar without its year, as `--MM-DD`; `--02-29` is one. */
export function isYearlessDay(text: string): boolean {
  const monthDay = YEARLESS.exec(text)?.[1];
  return monthDay !== undefined && isCivilDate(`2000-${monthDay}`);
}

/** Whether this is a day of the calendar, as `YYYY-MM-DD`. */
export function isCivilDate(text: string): boolean {
  if (!DATE.test(text)) return false;
  const [year = 0, month = 0, day = 0] = text.split("-").map(Number);
  const last = month === 2 && isLeapYear(year) ? 29 : DAYS[month - 1] ?? 0;
  return day >= 1 && day <= last;
}

/** Whether this is an instant of the years 1 to 9998: date, time, and `Z` or an offset. */
export function isInstant(text: string): boolean {
  return INSTANT.test(text) && epochOf(text) !== undefined;
}

/** Whether this is an instant but for its year: 0, or 9999. */
export function isFarInstant(text: string): boolean {
  return INSTANT.test(text) && !isInstant(text) && anyEpochOf(text) !== undefined;
}

/**
 * The epoch ms of an instant in the forms that {@linkcode isInstant} takes; `Date.parse()` knows fewer
 * (no `+07`, no second 60).
 *
 * @throws {RangeError} for anything else
 */
export function readInstant(text: string): number {
  return Temporal.Instant.from(text).epochMilliseconds;
}
