import { isCivilDate } from "../../../src/time/civil_date.ts";
import { DATE_ORDERS, type DateOrder } from "./date_order.ts";

/** The days that a text in digits may mean, each with the order in which it is that day. */
export type Readings = ReadonlyMap<string, readonly DateOrder[]>;

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
