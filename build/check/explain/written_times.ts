import { readWrittenDate } from "../../../src/time/civil_date.ts";
import { type Advice, NO_ADVICE } from "./advice.ts";

/** Wide digits and signs as ordinary ones, hyphens as such, and no quotes of word processors around. */
export function plainly(text: string): string {
  return text.normalize("NFKC").replace(/[‐-―−]/g, "-").trim().replace(/^[“”„‘’]|[“”‘’]$/g, "");
}

/** A time behind the day belongs into another field. */
const TIME_BEHIND = /[T\s,]+\d{1,2}[:.]\d{2}.*$/;
const WEEKDAY = new RegExp(
  "^(?:senin|selasa|rabu|kamis|jum['’]?at|sabtu|minggu|" +
    "(?:mon|tues|wednes|thurs|fri|satur|sun)day)[,\\s]+",
  "i",
);

/** A day in another spelling, as `2026-07-04`. */
export function dateOf(text: string): string | undefined {
  const day = yearFirst(text.replace(TIME_BEHIND, "").replace(WEEKDAY, ""))
    .replace(/^(\d{4})年(\d{1,2})月(\d{1,2})日.*$/, "$1/$2/$3")
    .replace(/^(\d{4})-?(\d{1,2})-?(\d{1,2})$/, "$1/$2/$3");
  try {
    return readWrittenDate(day, "UTC");
  } catch {
    return undefined;
  }
}

/** `31/12/2026`, `12/31/2026`: which of the two is the day can be told where it is above 12. */
function yearFirst(text: string): string {
  const match = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/.exec(text.trim());
  if (match === null) return text;
  const [one, other] = [Number(match[1]), Number(match[3])];
  if (one <= 12 === other <= 12) return text;
  const pad = (number: number) => String(number).padStart(2, "0");
  return `${match[4]}-${pad(Math.min(one, other))}-${pad(Math.max(one, other))}`;
}

const BEGINNING = /^(.*?\d[^-]*?)\s*(?:-|s\/d|sampai)/;
const DAYS = /\d{4}-\d{2}-\d{2}.+\d{4}-\d{2}-\d{2}/;
const TWO_TIMES = /\d[:.]\d{2}["']?\s*(?:&|,|;|\/|dan|and)\s*["']?\d{1,2}[:.]\d{2}/;

/** What to write of a text that says more than one field holds; what is left out is not thrown away. */
export function partOf(expected: string, text: string): Advice {
  if (expected.startsWith("expected a date such")) {
    return DAYS.test(text) ? { words: "; one file is one day: make a file for each" } : NO_ADVICE;
  }
  if (!expected.startsWith("expected a time such")) return NO_ADVICE;
  if (TWO_TIMES.test(text)) return { words: "; one file has one time: make a file for each" };
  const moment = /^\d{4}-\d{2}-\d{2}[T ](\d{2}:\d{2})/.exec(text)?.[1];
  if (moment !== undefined) return { words: `. Write the time alone: "${moment}"` };
  const zoned = /^(\d{1,2}[:.]\d{2})(?:[:.]\d{2})? ?(?:Z|[A-Z]{3,4}|\+\d{1,2}(?::?\d{2})?)$/i
    .exec(text);
  if (zoned !== null) return { words: "; write it on the clock of the group's zone, and no zone" };
  const first = BEGINNING.exec(text)?.[1];
  const time = first ? timeOf(first) : undefined;
  return time === undefined ? NO_ADVICE : { words: `. Write the beginning alone: "${time}"` };
}

/** Hours that parts of the day add to those of a clock with twelve. */
const HALVES: Readonly<Record<string, number>> = { am: 0, pm: 12, pagi: 0, sore: 12 };

/** `9:00`, `19.00`, `19h00`, `1900`, `7pm`, `7:30 PM`, `7 sore`, `19:00 WIB`, `pukul 19.00`. */
export function timeOf(text: string): string | undefined {
  const plain = text.trim().replace(/^(?:pukul|jam)\s+/i, "").replace(/^(\d{2})(\d{2})$/, "$1:$2");
  const match = /^(\d{1,2})(?:[:.,h](\d{2}))?\s*([ap]m|pagi|sore)?(?:\s*WI(?:B|TA?))?$/i.exec(
    plain,
  );
  if (match === null || (match[2] ?? match[3]) === undefined) return undefined;
  const [, hour, minute = "00", half] = match;
  const shift = HALVES[half?.toLowerCase() ?? ""] ?? 0;
  const hours = half === undefined ? Number(hour) : Number(hour) % 12 + shift;
  return hours < 24 && Number(minute) < 60
    ? `${String(hours).padStart(2, "0")}:${minute}`
    : undefined;
}
