import { isInstant, readInstant } from "../../../src/time/civil_date.ts";
import { offsetTimestamp } from "../../../src/time/wall_clock.ts";
import {
  dayWithoutYear,
  eitherDay,
  otherWeekday,
  readWrittenDay,
  type WrittenDay,
} from "../../dates/written_days.ts";
import { phrase } from "../../words/say.ts";
import { type Advice, mustMean, NO_ADVICE } from "./advice.ts";
import { plainly, timeOf } from "./written_times.ts";

/** What stands around a text, and says what may be meant by it. */
export interface Around {
  /** The group's zone; undefined where there is none. */
  readonly zone?: string | undefined;
  /** The day with which the file's name begins. */
  readonly namedDay?: string | undefined;
  /**
   * What the field `time` beside it says, nothing where it is blank or may have another name; undefined where
   * the kind has no such field.
   */
  readonly time?: { readonly written: string | undefined } | undefined;
}

/**
 * What day is meant by a text in another spelling. Where something else says another day, or what is
 * behind it would be lost, it is for people to decide. `mayLackYear`: it is a birthday.
 */
export function dayHint(text: string, around: Around, mayLackYear: boolean): Advice {
  const written = plainly(text);
  if (around.zone !== undefined && isInstant(written)) return ofInstant(written, around);
  const found = readWrittenDay(written);
  if (found !== undefined) {
    const { day, behind } = found;
    const meant = behind === undefined ? mustMean(day) : withHour(day, behind, around);
    return weekdayAdvice(found) ?? meant;
  }
  const either = eitherDay(written);
  if (either !== undefined) {
    return { words: phrase`; write ${either[0]} or ${either[1]}, whichever is meant` };
  }
  const bare = dayWithoutYear(written);
  return bare === undefined ? NO_ADVICE : withYear(bare, around, mayLackYear);
}

const UTC_MIDNIGHT = /[T ]00:00(?::00(?:\.0+)?)?Z$/i;

/**
 * The day of an instant on the clock of the group's zone; programs write one as its midnight, there, or
 * in UTC if that is the same day.
 */
function ofInstant(text: string, around: Around): Advice {
  const [day, clock] = offsetTimestamp(readInstant(text), around.zone!).split("T");
  const isDay = UTC_MIDNIGHT.test(text) && text.startsWith(day!);
  const hour = isDay ? "00:00:00" : clock!.slice(0, "00:00:00".length);
  return withHour(day!, hour, around);
}

function withYear(bare: string, { namedDay }: Around, mayLackYear: boolean): Advice {
  if (mayLackYear) {
    const replacement = `--${bare}`;
    const words = phrase`; write the year in front, or ${replacement} if it is unknown`;
    return { words, replacement };
  }
  if (namedDay?.slice(5) === bare) return mustMean(namedDay);
  return { words: phrase`; the year is missing: write it in front of -${bare}` };
}

/** What is said of a day on another weekday than is written beside it. */
export function weekdayAdvice(found: WrittenDay): Advice | undefined {
  const other = otherWeekday(found);
  const { day, weekday } = found;
  return other === undefined ? undefined : {
    words: phrase`; ${day} is a ${other}, and this says ${weekday}: write the day that is meant`,
  };
}

/** Programs write midnight behind each day, with its seconds; people write `00:00` for the hour. */
const MIDNIGHT = /^0?0[:.]00[:.]00(?:\.0+)?$/;

/** A day with an hour behind it, which has a field of its own in some kinds of files. */
function withHour(day: string, behind: string, { zone, time }: Around): Advice {
  // A birthday has no hour.
  if (MIDNIGHT.test(behind) || (time === undefined && /^0?0[:.]00$/.test(behind))) {
    return mustMean(day);
  }
  if (time === undefined) return { words: phrase`; write the day alone: ${day}` };
  const { written } = time;
  const hour = timeOf(behind, zone);
  if (hour === undefined || written === "") {
    return {
      words: phrase`; write the day alone, ${day}, and the hour into time, on the group's clock`,
    };
  }
  if (written === undefined) {
    const words = phrase`; write two fields, date: ${day} and time: "${hour}"`;
    return { words, replacement: `${day}\ntime: "${hour}"` };
  }
  if (timeOf(written, zone) === hour) {
    return { words: phrase`; time says the hour already: write ${day}`, replacement: day };
  }
  return {
    words:
      phrase`; this says ${hour}, and time says ${written}: write the right hour there, and ${day} here`,
  };
}
