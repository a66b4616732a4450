import { MONTH_NAMES, readWrittenDate } from "../../../src/time/civil_date.ts";
import { onlyNearest } from "../../diagnostic/nearest.ts";
import { type Advice, NO_ADVICE } from "./advice.ts";
import { say } from "../../words/say.ts";

/** Wide digits and signs as ordinary ones, hyphens as such, and no quotes of word processors around. */
export function plainly(text: string): string {
  return text.normalize("NFKC").replace(/[‐-―−]/g, "-").trim().replace(/^[“”„‘’]|[“”‘’]$/g, "");
}

/** A time behind the day belongs into another field. */
const TIME_BEHIND = /[T\s,]+\d{1,2}[:.]\d{2}.*$/;
const WEEKDAY = new RegExp(
  "^(?:senin|selasa|rabu|kamis|jum['’]?at|sabtu|minggu|ahad|" +
    "(?:mon|tues|wednes|thurs|fri|satur|sun)day|sen|sel|rab|kam|jum|sab|min|" +
    "mon|tue|wed|thu|fri|sat|sun)[.,\\s]+",
  "i",
);

/** The year before the first of an era that Japanese dates count from. */
const REIWA = 2018;

/** A day in another spelling, as `2026-07-04`. */
export function dateOf(text: string): string | undefined {
  const day = yearFirst(text.replace(TIME_BEHIND, "").replace(WEEKDAY, ""))
    .replace(/^令和(\d{1,2}|元)年/, (_, year) => `${REIWA + (Number(year) || 1)}年`)
    .replace(/^(\d{4})年(\d{1,2})月(\d{1,2})日.*$/, "$1/$2/$3")
    .replace(/^(\d{4})-?(\d{1,2})-?(\d{1,2})$/, "$1/$2/$3")
    .replace(/^(\d{4})\/(1[3-9]|[23]\d)\/(\d{1,2})$/, "$1/$3/$2")
    .replace(/\p{L}{4,}/u, (month) => onlyNearest(month, MONTH_NAMES) ?? month);
  try {
    return readWrittenDate(day, "UTC");
  } catch {
    return undefined;
  }
}

/** `31/12/2026`, `12/31/2026`: which of the two is the day can be told where it is above 12. */
function yearFirst(text: string): string {
  const match = YEAR_LAST.exec(text.trim());
  if (match === null) return text;
  const [one, other] = [Number(match[1]), Number(match[3])];
  if (one !== other && one <= 12 === other <= 12) return text;
  return written(match[4]!, Math.min(one, other), Math.max(one, other));
}

const YEAR_LAST = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/;

function written(year: string, month: number, day: number): string {
  const pad = (number: number) => String(number).padStart(2, "0");
  return `${year}-${pad(month)}-${pad(day)}`;
}

/** `05/12/2026` is two days to people of different countries. */
function eitherDay(text: string): Advice {
  const [, one, , other, year] = YEAR_LAST.exec(text) ?? [];
  if (year === undefined) return NO_ADVICE;
  const days = [[other, one], [one, other]].map(([month, day]) =>
    written(year, Number(month), Number(day))
  );
  return { words: say`; write ${days[0]} or ${days[1]}, whichever is meant` };
}

const BEGINNING = /^(.*?\d[^-]*?)\s*(?:-|s\/d|sampai)/;
const DAYS = /\d{4}-\d{2}-\d{2}.+\d{4}-\d{2}-\d{2}/;
const TWO_TIMES = /\d[:.]\d{2}["']?\s*(?:&|,|;|\/|dan|and)\s*["']?\d{1,2}[:.]\d{2}/;

/** What to write of a text that says more than one field holds; what is left out is not thrown away. */
export function partOf(expected: string, text: string): Advice {
  if (expected.startsWith("expected a date such")) {
    return DAYS.test(text)
      ? { words: say`; one file is one day: make a file for each` }
      : eitherDay(text);
  }
  if (!expected.startsWith("expected a time such")) return NO_ADVICE;
  if (TWO_TIMES.test(text)) return { words: say`; one file has one time: make a file for each` };
  const moment = /^\d{4}-\d{2}-\d{2}[T ](\d{2}:\d{2})/.exec(text)?.[1];
  if (moment !== undefined) return { words: say`. Write the time alone: "${moment}"` };
  const zoned = /^(\d{1,2}[:.]\d{2})(?:[:.]\d{2})? ?(?:Z|[A-Z]{3,4}|\+\d{1,2}(?::?\d{2})?)$/i
    .exec(text);
  if (zoned !== null) {
    return { words: say`; write it on the clock of the group's zone, and no zone` };
  }
  const first = BEGINNING.exec(text)?.[1];
  const time = first ? timeOf(first) : undefined;
  return time === undefined ? NO_ADVICE : { words: say`. Write the beginning alone: "${time}"` };
}

/** The hour that one of a clock with twelve means in a part of the day. */
const HOURS: Readonly<Record<string, (hour: number) => number>> = {
  am: (hour) => hour % 12,
  pm: (hour) => hour % 12 + 12,
  pagi: (hour) => hour % 12,
  siang: (hour) => hour === 10 || hour === 11 ? hour : hour % 12 + 12,
  sore: (hour) => hour % 12 + 12,
  // At midnight another day begins.
  malam: (hour) => hour >= 6 && hour < 12 ? hour + 12 : NaN,
};

/** `19:OO`, `l9;00`, `19 : 00`, `午後7時半` in the signs of a clock. */
function clockSigns(text: string): string {
  return text.trim().replace(/^(?:pukul|jam)\s+/i, "")
    .replace(/^(午[前後])?(\d{1,2})時(?:(\d{1,2})分|(半))?$/, (_, part, hour, minute, half) => {
      const minutes = half === undefined ? (minute ?? "0").padStart(2, "0") : "30";
      return `${hour}:${minutes}${part === undefined ? "" : part === "午後" ? "pm" : "am"}`;
    })
    .replace(/(?<=\d) ?[;:] ?(?=\d|[oO])/, ":")
    .replace(/(?<=[\d:.])[oO]+/g, (letters) => "0".repeat(letters.length))
    .replace(/[lI](?=\d)/g, "1")
    .replace(/^(\d{2})(\d{2})$/, "$1:$2");
}

/** `9:00`, `19.00`, `19h00`, `1900`, `7pm`, `7:30 PM`, `7 malam`, `19:00 WIB`, `pukul 19.00`, `19時`. */
export function timeOf(text: string): string | undefined {
  const match = CLOCK.exec(clockSigns(text));
  if (match === null || (match[2] ?? match[3]) === undefined) return undefined;
  const [, hour, minute = "00", part] = match;
  const hours = part === undefined ? Number(hour) : HOURS[part.toLowerCase()]!(Number(hour));
  return hours < 24 && Number(minute) < 60
    ? `${String(hours).padStart(2, "0")}:${minute}`
    : undefined;
}

const CLOCK = /^(\d{1,2})(?:[:.,h](\d{2}))?\s*([ap]m|pagi|siang|sore|malam)?(?:\s*WI(?:B|TA?))?$/i;
