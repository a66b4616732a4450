import { type Message, phrase, say, wordsOf } from "../../words/say.ts";
import { isCivilDate } from "../../../src/time/civil_date.ts";
import { TaskError, WRONG_CALL } from "../../task/task_error.ts";

/** In which order a dump writes the parts of a date in digits. */
export type DateOrder = "dmy" | "mdy" | "ymd";

/** The orders by the word that `--dates` takes. */
export const DATE_ORDERS: Readonly<Record<DateOrder, Message>> = {
  dmy: phrase`day first`,
  mdy: phrase`month first`,
  ymd: phrase`year first`,
};

/** Whether `word` names an order. */
export function isDateOrder(word: unknown): word is DateOrder {
  return typeof word === "string" && Object.hasOwn(DATE_ORDERS, word);
}

/** The days that a text in digits may mean, each with the order in which it is that day. */
type Readings = ReadonlyMap<string, readonly DateOrder[]>;

/** Several days may be meant, and the order of dates is not known. */
export interface AmbiguousDate {
  readonly readings: Readings;
}

const THREE_NUMBERS = /^(\d{1,4})\s*([/.-])\s*(\d{1,2})\s*\2\s*(\d{1,4})\.?$/;

/**
 * Finds all days that `26/08/2006`, `3.4.06` or `2006-8-26` may mean; none for another form. A year
 * of two digits leaves all three orders open.
 */
export function numericReadings(text: string): Readings {
  const [, first = "", , second = "", third = ""] = THREE_NUMBERS.exec(text) ?? [];
  const readings = new Map<string, DateOrder[]>();
  for (const order of Object.keys(DATE_ORDERS) as DateOrder[]) {
    const day = dayIn(order, first, second, third);
    if (day !== undefined) readings.set(day, [...readings.get(day) ?? [], order]);
  }
  return readings;
}

function dayIn(order: DateOrder, first: string, second: string, third: string) {
  if (order === "ymd") return dayOf(first, second, third);
  return order === "dmy" ? dayOf(third, second, first) : dayOf(third, first, second);
}

function dayOf(year: string, month: string, day: string): string | undefined {
  const fits = (year.length === 4 || year.length === 2) && month.length <= 2 && day.length <= 2;
  const text = `${fullYear(year)}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return fits && isCivilDate(text) ? text : undefined;
}

/** 69 to 99 are 1969 to 1999, 00 to 68 are 2000 to 2068 (POSIX `strptime`, `%y`). */
function fullYear(year: string): string {
  if (year.length !== 2) return year;
  return Number(year) >= 69 ? `19${year}` : `20${year}`;
}

/** One date of a dump that may be several days. */
export interface FoundAmbiguity extends AmbiguousDate {
  readonly field: string;
  readonly text: string;
}

/** The number of dates that are named at once. */
const NAMED_DATES = 3;

/** A dump has dates that may be several days; nothing was written. */
export class AmbiguousDates extends TaskError {
  override name = "AmbiguousDates";

  constructor(dates: readonly [FoundAmbiguity, ...FoundAmbiguity[]]) {
    const texts = [...new Set(dates.map(({ text, field }) => `"${text}" (${field})`))];
    const named = texts.slice(0, NAMED_DATES).join(", ") +
      (texts.length > NAMED_DATES ? ", …" : "");
    const choices = meanings(dates[0]).map(({ order, day }) =>
      `  --dates=${order}  ${say`${wordsOf(DATE_ORDERS[order])}: "${dates[0].text}" is ${day}`}`
    );
    super(
      say`Cannot tell the day of ${named}: its parts may be in any order; choose one of these` +
        `\n${choices.join("\n")}`,
      WRONG_CALL,
    );
  }
}

/** Each order that gives a day of its own, and that day. */
function meanings({ readings }: AmbiguousDate): { order: DateOrder; day: string }[] {
  return [...readings].map(([day, orders]) => ({ order: orders[0]!, day }));
}
