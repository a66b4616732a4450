import { isInstant, isYearlessDay, readInstant } from "../../../src/time/civil_date.ts";
import { offsetTimestamp } from "../../../src/time/wall_clock.ts";
import { type Advice, type Around, mustMean, NO_ADVICE } from "./advice.ts";
import {
  dayOfSheet,
  dayWithoutYear,
  eitherDay,
  isWeekday,
  otherWeekday,
  readWrittenDay,
  type WrittenDay,
} from "../../dates/written_days.ts";
import { plainly, timeOf } from "./written_times.ts";
import { phrase, type Words } from "../../words/say.ts";

const DATED = /^\d{4}-\d{2}-\d{2}(?![^-])/;

/** The day that the name of a file begins with. */
export function dayInName(slug: string | undefined): string | undefined {
  return DATED.exec(slug ?? "")?.[0];
}

const DAYS =
  /\d{4}-\d{2}-\d{2}.+\d{4}-\d{2}-\d{2}|^\d{1,2} ?(?:-|&|s\/d|sampai|dan|and|to) ?\d{1,2} \p{L}+ \d{4}$/u;

/**
 * What day is meant by a text in another spelling. Where something else says another day, or what is
 * behind it would be lost, it is for people to decide. `mayLackYear`: it is a birthday.
 */
export function dayHint(text: string, around: Around, mayLackYear: boolean): Advice {
  const written = plainly(text);
  if (around.zone !== undefined && isInstant(written)) {
    return ofInstant(written, around.zone, around);
  }
  const sheet = dayOfSheet(written);
  if (sheet !== undefined) {
    return {
      words: phrase`; ${written} is a spreadsheet's number for ${sheet}: write that`,
      replacement: sheet,
    };
  }
  if (DAYS.test(written)) return { words: phrase`; one file is one day: make a file for each` };
  const either = eitherDay(written);
  const found = readWrittenDay(written);
  if (found !== undefined) return meaning(found, around);
  if (either !== undefined) {
    return { words: phrase`; write ${either[0]} or ${either[1]}, whichever is meant` };
  }
  const [bare, other] = daysWithoutYear(written);
  if (other !== undefined && mayLackYear) {
    const days = [bare, other].map((day) => `--${day}`);
    return { words: phrase`; write ${days[0]!} or ${days[1]!}, whichever is meant` };
  }
  return bare === undefined || other !== undefined
    ? noDay(written)
    : withYear(bare, around, mayLackYear);
}

/** The day of an instant on the clock of the group's zone; programs write one as its midnight, there or in UTC. */
function ofInstant(text: string, zone: string, around: Around): Advice {
  const [day, clock] = offsetTimestamp(readInstant(text), zone).split("T") as [string, string];
  const hour = UTC_MIDNIGHT.test(text) ? "00:00" : clock.slice(0, "00:00".length);
  return withHour(day, hour, around, true);
}

const UTC_MIDNIGHT = /[T ]00:00(?::00(?:\.0+)?)?Z$/i;

/** A word that means another day each day, or a day of the week. */
const SPOKEN =
  /^(?:besok|lusa|kemarin|hari ini|nanti malam|malam ini|today|tonight|tomorrow|yesterday)$/i;
const FULL = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const NOT_FOUR = /^(?:\d{5,}|\d{2})-\d{1,2}-\d{1,2}$|^\d{1,2}([-/.])\d{1,2}\1(?:\d{2}|\d{5,})$/;
/** Behind a place, between words, or with a sign that somebody was not sure. */
const WITHIN = /^(?<place>\p{L}[^\d]*,\s*)(?<day>\d.*)$|^(?<unsure>\d.*\S)\s*\?+$/u;

/** What is said of a text that names no day. */
function noDay(text: string): Advice {
  if (timeOf(text) !== undefined && /[:.]/.test(text)) {
    return { words: phrase`; this is a time: write the day here, and the hour into time` };
  }
  if (SPOKEN.test(text) || isWeekday(text)) {
    return { words: phrase`; this means another day later on: write the day itself` };
  }
  const [, year, month, day] = FULL.exec(text) ?? [];
  if (year !== undefined) return { words: whyNoDay(year, Number(month), Number(day)) };
  if (NOT_FOUR.test(text)) return { words: phrase`; a year has four digits: write all of them` };
  const { day: behind, unsure } = WITHIN.exec(text)?.groups ?? {};
  const found = readWrittenDay(behind ?? unsure ?? "");
  if (found !== undefined) return { words: phrase`; write the day alone: ${found.day}` };
  if (PART_OF_DAY.test(text)) {
    return { words: phrase`; a whole day has year, month and day: write it once it is known` };
  }
  return NO_ADVICE;
}

const PART_OF_DAY =
  /^(?:(?:\p{L}+|\?+|\.+|_+) )*(?:19|20)\d{2}$|^(?:19|20)\d{2}[-/.]\d{1,2}$|^\d{1,2}[-/.]\d{1,2}$|^(?:xx|\?\?|__|\.\.)[\s/.-]|[/-](?:xx|\?\?|__)\b/iu;

/** Month and day of what may be a day without its year; of two numbers either may be the month. */
function daysWithoutYear(text: string): readonly string[] {
  const [, one, other] = /^(\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? [];
  if (one === undefined || other === undefined) return [dayWithoutYear(text) ?? []].flat();
  const pairs = [[one, other], [other, one]].map((pair) =>
    pair.map((number) => number.padStart(2, "0")).join("-")
  );
  return [...new Set(pairs)].filter((pair) => isYearlessDay(`--${pair}`));
}

/** Why a date is on no calendar. */
function whyNoDay(year: string, month: number, day: number): Words {
  if (month < 1 || month > 12) return phrase`; there is no month ${month}`;
  const last = new Date(Date.UTC(Number(year), month, 0)).getUTCDate();
  const name = `${year}-${String(month).padStart(2, "0")}`;
  return day < 1 || day > last ? phrase`; the days of ${name} are 1 to ${last}` : "";
}

function withYear(bare: string, { namedDay }: Around, mayLackYear: boolean): Advice {
  if (mayLackYear) {
    const meant = `--${bare}`;
    return {
      words: phrase`; write the year in front, or ${meant} if it is unknown`,
      replacement: meant,
    };
  }
  if (namedDay === undefined) {
    return { words: phrase`; the year is missing: write it in front of -${bare}` };
  }
  if (namedDay.slice(5) === bare) return mustMean(namedDay);
  return {
    words: phrase`; the year is missing, and the file's name says ${namedDay}: write the right one`,
  };
}

function meaning(found: WrittenDay, around: Around): Advice {
  const { day, guess, behind, weekday } = found;
  const other = otherWeekday(found);
  if (other !== undefined) {
    return {
      words: phrase`; ${day} is a ${other}, and this says ${weekday}: write the day that is meant`,
    };
  }
  const { namedDay } = around;
  if (guess !== undefined && namedDay !== undefined && namedDay !== day) {
    return { words: phrase`; the file's name says ${namedDay}: write the day that is meant` };
  }
  const isSure = guess !== "perhaps" || namedDay === day;
  if (behind !== undefined) return withHour(day, behind, around, isSure);
  return isSure ? mustMean(day) : { words: phrase`. Did you mean "${day}"?` };
}

const MIDNIGHT = /^0?0[:.]00(?:[:.]00(?:\.0+)?)?$/;

/** A day with an hour behind it, which has a field of its own in some kinds of files. */
function withHour(day: string, behind: string, around: Around, isSure: boolean): Advice {
  // Programs write midnight behind each day.
  if (MIDNIGHT.test(behind)) {
    return isSure ? mustMean(day) : { words: phrase`. Did you mean "${day}"?` };
  }
  const hour = timeOf(behind, around.zone);
  const only = (replacement: string) => isSure ? { replacement } : {};
  if (around.time === undefined) {
    return { words: phrase`; write the day alone: ${day}` };
  }
  if (hour === undefined) {
    return {
      words: phrase`; write the day alone, ${day}, and the hour into time, on the group's clock`,
    };
  }
  const { written } = around.time;
  if (written === undefined) {
    return {
      words: phrase`; write two fields, date: ${day} and time: "${hour}"`,
      ...only(`${day}\ntime: "${hour}"`),
    };
  }
  if (timeOf(written, around.zone) === hour) {
    return { words: phrase`; time says the hour already: write ${day}`, ...only(day) };
  }
  return {
    words:
      phrase`; this says ${hour}, and time says ${written}: write the right hour there, and ${day} here`,
  };
}
