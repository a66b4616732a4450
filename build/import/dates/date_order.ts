import { phrase } from "../../words/say.ts";

/** In which order a dump writes the parts of a date in digits. */
export type DateOrder = "dmy" | "mdy" | "ymd";

/** The orders by the word that `--dates` takes. */
export const DATE_ORDERS: Readonly<Record<DateOrder, string>> = {
  dmy: phrase`day first`,
  mdy: phrase`month first`,
  ymd: phrase`year first`,
};

/** Whether `word` names an order. */
export function isDateOrder(word: unknown): word is DateOrder {
  return typeof word === "string" && Object.hasOwn(DATE_ORDERS, word);
}
