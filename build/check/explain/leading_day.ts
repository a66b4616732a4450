import {
  MONTH_NAMES,
  otherWeekday,
  readWrittenDay,
  WEEKDAY_BEFORE,
  type WrittenDay,
} from "../../dates/written_days.ts";
import { plainly, timeOf } from "./written_times.ts";

/** A day with which a text begins or ends. */
interface OuterDay extends WrittenDay {
  /** The text of it, with the hour beside it. */
  readonly written: string;
  /** Whether only people can decide which day is meant. */
  readonly isDoubtful: boolean;
  /** `19:00`, if an hour is written behind the day. */
  readonly time: string | undefined;
  /** The text without it. */
  readonly rest: string;
}

/** No day, and no hour behind one, is longer. */
const LONGEST = 60;
/** What stands around a day, and is no part of it. */
const BEFORE = /^[\s([（【「]*(?:(?:tanggal|tgl\.?|hari)\s+)*/i;
const BEHIND = /^[\s,.:;|)\]）】」–—-]+/;
const EDGE = /^[\s,;|)\]）】」–—-]|^[.:](?!\d)/;
/** Most titles begin with other words. */
const MAYBE = /^\p{L}{0,10}[.,]?\s*\p{Nd}/u;
/** Every day has its year: looking for one is much cheaper than reading each beginning of a title. */
const YEAR = /\d{4}|[和成]\s*(?:\d|元)/;
/** Numbers alone are days of these centuries, or none. */
const NUMBER = /^(?!(?:19|20)\d{6}$)\d+$/;

/** The day with which a text begins, in any writing that is read as a date. */
export function leadingDay(title: string, zone?: string): OuterDay | undefined {
  const text = title.replace(BEFORE, "");
  if (!MAYBE.test(text) || !YEAR.test(plainly(text.slice(0, LONGEST)))) return undefined;
  for (let end = Math.min(text.length, LONGEST); end > 3; end--) {
    const isEdge = end === text.length || EDGE.test(text.slice(end)) ||
      /[日)）]/.test(text[end - 1]!);
    const rest = text.slice(end).replace(BEHIND, "");
    const day = isEdge ? outerDay(text.slice(0, end), rest, zone) : undefined;
    if (day !== undefined) return day;
  }
  return undefined;
}

/** The day with which a text ends. */
export function trailingDay(text: string, zone?: string): OuterDay | undefined {
  for (let start = Math.max(1, text.length - LONGEST); start < text.length - 3; start++) {
    const isEdge = /[\s,]/.test(text[start - 1]!) && !/\s/.test(text[start]!);
    const rest = text.slice(0, start).replace(/[\s,]+$/, "");
    const day = isEdge ? outerDay(text.slice(start), rest, zone) : undefined;
    if (day !== undefined) return day;
  }
  return undefined;
}

function outerDay(written: string, rest: string, zone: string | undefined): OuterDay | undefined {
  const plain = plainly(written);
  const found = NUMBER.test(plain) ? undefined : readWrittenDay(plain);
  const time = found?.behind === undefined ? undefined : timeOf(found.behind, zone);
  if (found === undefined || (found.behind !== undefined && time === undefined)) return undefined;
  return { ...found, written, isDoubtful: otherWeekday(found) !== undefined, time, rest };
}

const MONTHS = MONTH_NAMES.toSorted((one, other) => other.length - one.length).join("|");
const NAMED = `\\d{1,2}(?:st|nd|rd|th)?[\\s-]+(?:${MONTHS})\\.?`;
const NAMED_FIRST = `(?:${MONTHS})\\.?\\s+\\d{1,2}(?:st|nd|rd|th)?`;
const NO_DAY = new RegExp(
  "^(?:" + [
    `(?:\\d{1,2} ?(?:-|&|s/d|sampai|dan|and|to) ?)?${NAMED},?[\\s-]+\\d{4}`,
    `${NAMED_FIRST},?\\s+\\d{4}`,
    "\\d{4}([-/.])\\d{1,2}\\1\\d{1,2}",
    "\\d{1,2}([-/.])\\d{1,2}\\2\\d{4}",
    "(?:\\d{4}|(?:令和|平成|昭和)(?:\\d{1,2}|元))年\\d{1,2}月\\d{1,2}日",
  ].join("|") + ")(?![\\p{L}\\d])",
  "iu",
);
const YEARLESS = new RegExp(
  `^(?:${NAMED}|${NAMED_FIRST}|\\d{1,2}月\\d{1,2}日)(?![\\p{L}\\d])`,
  "iu",
);
const HOUR =
  /^(?:\d{1,2}:\d{2}|(?:pukul|jam)\s+\d{1,2}[.:]\d{2}|\d{1,2}\.\d{2}(?=\s*(?:WI[BT]|WITA|JST)\b)|\d{1,2}(?:\.\d{2})?\s?[ap]m\b)(?![\d:])/i;

function bare(text: string): string {
  return plainly(text.replace(BEFORE, "")).replace(WEEKDAY_BEFORE, "");
}

/** What a text begins with that has the form of a day, and is on no calendar, or may be several days. */
export function leadingNoDay(text: string): string | undefined {
  return NO_DAY.exec(bare(text))?.[0];
}

/** The day without its year with which a text begins. */
export function leadingYearlessDay(text: string): string | undefined {
  return YEARLESS.exec(bare(text))?.[0];
}

/** The hour with which a text begins. */
export function leadingHour(text: string): string | undefined {
  return HOUR.exec(bare(text))?.[0];
}
