import type { AmbiguousDate } from "../../dates/read_moment.ts";
import type { DateOrder } from "../../dates/written_days.ts";
import { TaskError, WRONG_CALL } from "../../task/task_error.ts";
import { type Message, phrase, say, wordsOf } from "../../words/say.ts";

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

/** One date of a dump that may be several days. */
export interface FoundAmbiguity extends AmbiguousDate {
  readonly field: string;
  readonly text: string;
}

/** The number of dates that are named at once. */
const NAMED_DATES = 3;

/** A dump has dates that may be several days: each order that gives a day of its own is a choice. */
export function ambiguousDates(dates: readonly [FoundAmbiguity, ...FoundAmbiguity[]]): TaskError {
  const [{ readings, text }] = dates;
  const texts = [...new Set(dates.map(({ text, field }) => `"${text}" (${field})`))];
  const named = texts.slice(0, NAMED_DATES).join(", ") + (texts.length > NAMED_DATES ? ", …" : "");
  const choices = [...readings].map(([day, [order]]) =>
    `  --dates=${order}  ${say`${wordsOf(DATE_ORDERS[order!])}: "${text}" is ${day}`}`
  );
  const message =
    say`Cannot tell the day of ${named}: its parts may be in any order; choose one of these`;
  return new TaskError([message, ...choices].join("\n"), WRONG_CALL);
}
