import { Temporal } from "./temporal.ts";
import { localDay } from "./local_day.ts";

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}(:?\d{2})?)$/i;

const DAY_FIRST =
  /^(?<day>\d{1,2})(?:st|nd|rd|th)?[\s-]+(?<month>\p{L}+)\.?,?[\s-]+(?<year>\d{4})$/iu;
const MONTH_FIRST = /^(?<month>\p{L}+)\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})$/iu;
const YEAR_FIRST = /^(?<year>\d{4})(?<mark>[/.])(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})$/;

/** From the year 1 to the year 9998, the date has four digits for its year in every zone. */
const FIRST_MS = Date.parse("0001-01-01T00:00:00Z");
const END_MS = Date.parse("9999-01-01T00:00:00Z");

const FORMS =
  'YYYY-MM-DD or an instant such as "2007-08-31T17:00:00Z", "26 Januari 2025" or "March 10, 2025"';

/**
 * Reads a date as people write it: `YYYY-MM-DD`, an instant (with `Z` or an offset), which is read in `zone`,
 * day and month by name in Indonesian, Malay or English (`26 Januari 2025`, `March 10, 2025`), or year first
 * (`2025/3/10`). `03/10/2025` is refused, because it is two dates. Returns `YYYY-MM-DD`.
 *
 * @throws {SyntaxError} for another form, and for a day the calendar does not have.
 */
export function readWrittenDate(text: string, zone: string): string {
  const trimmed = text.trim();
  return civilDate(trimmed, zone) ?? writtenDate(trimmed) ?? refuse(text);
}

function civilDate(text: string, zone: string): string | undefined {
  if (DATE.test(text)) return realDate(text);
  if (!INSTANT.test(text)) return undefined;
  const epochMs = epochOf(text);
  return epochMs === undefined ? undefined : localDay(epochMs, zone);
}

function writtenDate(text: string): string | undefined {
  const match = DAY_FIRST.exec(text) ?? MONTH_FIRST.exec(text) ?? YEAR_FIRST.exec(text);
  if (match === null) return undefined;
  const { year = "", month = "", day = "" } = match.groups ?? {};
  const number = monthNumber(month) ?? Number(month);
  return realDate(`${year}-${twoDigits(number)}-${twoDigits(Number(day))}`);
}

/** A month or day as dates have it. */
export function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether a year of the Gregorian calendar has a 29 February. */
export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function realDate(text: string): string | undefined {
  const [year, month, day] = [text.slice(0, 4), text.slice(5, 7), text.slice(8)].map(Number);
  const last = month === 2 && isLeapYear(year!) ? 29 : DAYS[month! - 1] ?? 0;
  return day! >= 1 && day! <= last ? text : undefined;
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

function refuse(text: string): never {
  throw new SyntaxError(`Cannot read date: expected ${FORMS}, got ${JSON.stringify(text)}`);
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
  return DATE.test(text) && realDate(text) !== undefined;
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

/** Indonesian, Malay, English and Japanese, long and short, with spellings seen in the wild. */
const MONTHS = [
  "januari january jan 一月 ichigatsu",
  "februari february pebruari feb peb 二月 nigatsu",
  "maret mac march mar mrt 三月 sangatsu",
  "april apr 四月 shigatsu",
  "mei may 五月 gogatsu",
  "juni jun june 六月 rokugatsu",
  "juli julai july jul 七月 shichigatsu",
  "agustus ogos august agu ags agt agust ogo aug 八月 hachigatsu",
  "september sep sept 九月 kugatsu",
  "oktober october okt oct 十月 juugatsu jugatsu",
  "november nopember nov nop 十一月 juuichigatsu juichigatsu",
  "desember disember december des dis dec 十二月 juunigatsu junigatsu",
];

const NUMBERS = new Map(
  MONTHS.flatMap((names, index) => names.split(" ").map((name) => [name, index + 1])),
);

/** What months are called in Indonesian, Malay, English and Japanese, in small letters. */
export const MONTH_NAMES: readonly string[] = [...NUMBERS.keys()];

/** The month (1 to 12) that `name` means in Indonesian, Malay, English or Japanese, in any case. */
function monthNumber(name: string): number | undefined {
  return NUMBERS.get(name.toLowerCase());
}
