/**
 * This room reads days and instants as people and programs write them, for checks and imports.
 *
 * @module
 */

import { isCivilDate, isInstant, readInstant, twoDigits } from "../../src/time/civil_date.ts";
import { phrase, type Words } from "../words/say.ts";

/** A day as somebody wrote it. */
export interface WrittenDay {
  /** `2026-07-04`. */
  readonly day: string;
  /** What is written behind it, which may be a time. */
  readonly behind?: string | undefined;
  /** The day of the week that is written beside it. */
  readonly weekday?: string | undefined;
}

/** Days of the week in Indonesian, Malay, English and Japanese, long and short, from Monday on. */
const WEEKDAYS = [
  "senin isnin sen isn monday mon 月",
  "selasa sel tuesday tue tues 火",
  "rabu rab wednesday wed 水",
  "kamis khamis kam kha thursday thu thur thurs 木",
  "jumat jum'at jum’at jumaat jum friday fri 金",
  "sabtu sab saturday sat 土",
  "minggu ahad min ahd sunday sun 日",
].map((names) => names.split(" "));

const SPOKEN = [
  ...[phrase`Monday`, phrase`Tuesday`, phrase`Wednesday`, phrase`Thursday`, phrase`Friday`],
  ...[phrase`Saturday`, phrase`Sunday`],
];

const NAMES = WEEKDAYS.flat().filter((name) => /\w{3}/.test(name))
  .toSorted((one, other) => other.length - one.length).join("|");
/** A day of the week in front of a date. */
export const WEEKDAY_BEFORE = new RegExp(`^(${NAMES})[.,\\s]+`, "i");
const WEEKDAY_BEHIND = new RegExp(`\\s*(?:[(（](${NAMES})[)）]|,\\s*(${NAMES}))$`, "i");
/** In front or in brackets behind: `土曜日`, `(土)`, `(土・祝)`. */
const JAPANESE_WEEKDAY =
  /\s*(?:[(（]([月火水木金土日])(?:曜日?)?[・祝]*[)）]|([月火水木金土日])曜日?,?)\s*/;

/** A text without the day of the week in front of or behind a day, and what that is called. */
export function withoutWeekday(text: string): { rest: string; weekday: string | undefined } {
  const japanese = JAPANESE_WEEKDAY.exec(text);
  const plain = text.replace(JAPANESE_WEEKDAY, " ").trim();
  const before = WEEKDAY_BEFORE.exec(plain);
  const kept = plain.slice(before?.[0].length ?? 0);
  const behind = WEEKDAY_BEHIND.exec(kept);
  const weekday = before?.[1] ?? behind?.[1] ?? behind?.[2] ?? japanese?.[1] ?? japanese?.[2];
  return { rest: kept.slice(0, behind?.index), weekday };
}

/** The year before the first one of each era that Japanese dates count from. */
const ERAS: Readonly<Record<string, number>> = { "令和": 2018, "平成": 1988, "昭和": 1925 };
/** Without an era, a year of two digits is that of any. */
const JAPANESE =
  /^(?:(令和|平成|昭和)\s*(\d{1,2}|元)|(\d{4}))\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*日?/;

/** Writes the digits of `2006年8月26日` and `平成18年8月26日` with hyphens, year first. */
export function withHyphens(text: string): string {
  return text.replace(JAPANESE, (_, era: string | undefined, ofEra, year, month, day) => {
    const number = era === undefined ? year : ERAS[era]! + (ofEra === "元" ? 1 : Number(ofEra));
    return written(String(number), Number(month), Number(day));
  });
}

/** A time behind the day belongs into another field. */
const TIME_BEHIND =
  /(?:[T\s,]+(?:(?:pukul|jam|at)\s+)?(\d{1,2}[:.]\d{2}.*)|[\s,]+(?:pukul|jam)\s+(\d.*))$/i;

/** A day in another spelling, with what stands beside it. */
export function readWrittenDay(text: string): WrittenDay | undefined {
  const time = TIME_BEHIND.exec(text);
  const { rest, weekday } = withoutWeekday(text.slice(0, time?.index));
  // Whatever is behind a day of Japanese is no part of it.
  const japanese = JAPANESE.exec(rest)?.[0];
  const behind = rest.slice(japanese?.length ?? rest.length).trim() || undefined;
  const day = dayOf(withHyphens(japanese ?? rest));
  return day === undefined ? undefined : { day, weekday, behind: behind ?? time?.[1] ?? time?.[2] };
}

/** The English name of a day's weekday, where it is another one than what is written. */
export function otherWeekday({ day, weekday }: WrittenDay): Words | undefined {
  if (weekday === undefined) return undefined;
  const meant = WEEKDAYS.findIndex((names) => names.includes(weekday.toLowerCase()));
  const is = (new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7;
  return meant < 0 || meant === is ? undefined : SPOKEN[is]!;
}

function dayOf(written: string): string | undefined {
  const text = written.trim();
  const [day, ...others] = /\d{4}/.test(text) ? numericReadings(text).keys() : [];
  if (day !== undefined) return others.length === 0 ? day : undefined;
  return namedDay(text.replace(/^(\d{4})(\d{2})(\d{2})$/, "$1/$2/$3"));
}

const DAY_FIRST =
  /^(?<day>\d{1,2})(?:st|nd|rd|th)?[\s-]+(?<month>\p{L}+)\.?,?[\s-]+(?<year>\d{4})$/iu;
const MONTH_FIRST = /^(?<month>\p{L}+)\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})$/iu;
const YEAR_FIRST = /^(?<year>\d{4})(?<mark>[/.])(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})$/;

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

/**
 * The day whose month is written by name in Indonesian, Malay, English or Japanese (`26 Januari 2025`,
 * `March 10, 2025`), or whose parts are in the order of ISO 8601 (`2025/3/10`); of an instant that of UTC.
 */
export function namedDay(text: string): string | undefined {
  if (isInstant(text)) return new Date(readInstant(text)).toISOString().slice(0, 10);
  const trimmed = text.trim();
  const { groups } = DAY_FIRST.exec(trimmed) ?? MONTH_FIRST.exec(trimmed) ??
    YEAR_FIRST.exec(trimmed) ?? {};
  if (groups === undefined) return isCivilDate(trimmed) ? trimmed : undefined;
  const { year = "", month = "", day = "" } = groups;
  const number = NUMBERS.get(month.toLowerCase()) ?? Number(month);
  const date = `${year}-${twoDigits(number)}-${twoDigits(Number(day))}`;
  return isCivilDate(date) ? date : undefined;
}

/** In which order the parts of a date in digits are written. */
export type DateOrder = "dmy" | "mdy" | "ymd";

const THREE_NUMBERS = /^(\d{1,4})\s*([/.-])\s*(\d{1,2})\s*\2\s*(\d{1,4})\.?$/;

/**
 * All days that `26/08/2006`, `3.4.06` or `2006-8-26` may mean, each with the orders in which it is that day;
 * none for another form. A year of two digits leaves all three orders open.
 */
export function numericReadings(text: string): ReadonlyMap<string, readonly DateOrder[]> {
  const [, first = "", , second = "", third = ""] = THREE_NUMBERS.exec(text) ?? [];
  const orders = {
    dmy: dayOn(third, second, first),
    mdy: dayOn(third, first, second),
    ymd: dayOn(first, second, third),
  };
  const readings = new Map<string, DateOrder[]>();
  for (const [order, day] of Object.entries(orders) as [DateOrder, string | undefined][]) {
    if (day !== undefined) readings.set(day, [...readings.get(day) ?? [], order]);
  }
  return readings;
}

function dayOn(year: string, month: string, day: string): string | undefined {
  if (!/^(?:\d\d){1,2}$/.test(year) || month.length > 2 || day.length > 2) return undefined;
  // 69 to 99 are 1969 to 1999, 00 to 68 are 2000 to 2068 (POSIX `strptime`, `%y`).
  const century = year.length === 4 ? "" : Number(year) >= 69 ? "19" : "20";
  const text = written(century + year, Number(month), Number(day));
  return isCivilDate(text) ? text : undefined;
}

function written(year: string, month: number, day: number): string {
  return `${year}-${twoDigits(month)}-${twoDigits(day)}`;
}

/** The two days that `05/12/2026` is to people of different countries. */
export function eitherDay(text: string): readonly string[] | undefined {
  const days = /\d{4}/.test(text) ? [...numericReadings(text).keys()] : [];
  return days.length > 1 ? days : undefined;
}

/** `4 Desember`: month and day of a day without its year, as `12-04`. */
export function dayWithoutYear(text: string): string | undefined {
  return dayOf(inLeapYear(text) ?? "")?.slice(5);
}

/** A day without its year, whose month is written by name, in a year that has them all. */
export function inLeapYear(text: string): string | undefined {
  const bare = text.trim().replace(WEEKDAY_BEFORE, "");
  if (/^\d{1,2}(?:st|nd|rd|th)?[\s-]+\p{L}+\.?$/u.test(bare)) return `${bare} 2024`;
  if (/^\p{L}+\.? \d{1,2}(?:st|nd|rd|th)?$/u.test(bare)) return `${bare}, 2024`;
  return /^\d{1,2}月\d{1,2}日$/.test(bare) ? withHyphens(`2024年${bare}`) : undefined;
}
