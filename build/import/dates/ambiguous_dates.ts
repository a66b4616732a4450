import { TaskError, WRONG_CALL } from "../../task/task_error.ts";
import { DATE_ORDERS, type DateOrder } from "./date_order.ts";
import type { AmbiguousDate } from "./read_moment.ts";
import { say, translated } from "../../words/say.ts";

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
  /** The first of them, to ask about. */
  readonly first: FoundAmbiguity;

  constructor(dates: readonly [FoundAmbiguity, ...FoundAmbiguity[]]) {
    const texts = [...new Set(dates.map(({ text, field }) => `"${text}" (${field})`))];
    const named = texts.slice(0, NAMED_DATES).join(", ") +
      (texts.length > NAMED_DATES ? ", …" : "");
    const choices = meanings(dates[0]).map(({ order, day }) =>
      `  --dates=${order}  ${say`${translated(DATE_ORDERS[order])}: "${dates[0].text}" is ${day}`}`
    );
    super(
      say`Cannot tell the day of ${named}: its parts may be in any order; choose one of these` +
        `\n${choices.join("\n")}`,
      WRONG_CALL,
    );
    this.first = dates[0];
  }
}

/** Each order that gives a day of its own, and that day. */
export function meanings({ readings }: AmbiguousDate): { order: DateOrder; day: string }[] {
  return [...readings].map(([day, orders]) => ({ order: orders[0]!, day }));
}
