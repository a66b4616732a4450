/**
 * This room reads dates in the forms that dumps write them in.
 *
 * @module
 */

import {
  isCivilDate,
  isInstant,
  readCivilDate,
  readWrittenDate,
} from "../../../src/time/civil_date.ts";
import type { DateOrder } from "./date_order.ts";
import { epochMsOf, momentIn } from "./epoch.ts";
import { numericReadings } from "./numeric_date.ts";
import { splitClock, withHyphens, withoutSpan, withoutWeekday } from "./written_forms.ts";
import { phrase } from "../../words/say.ts";

/** A day, `YYYY-MM-DD`, and the time of day, `HH:MM:SS`, where it was written with it. */
export interface DumpDate {
  readonly day: string;
  readonly time?: string;
  /** The instant, where the date was one. */
  readonly epochMs?: number;
}

/** Several days may be meant, and the order of dates is not known. */
export interface AmbiguousDate {
  readonly readings: ReadonlyMap<string, readonly DateOrder[]>;
}

/** What dates are read with. */
export interface DateOptions {
  /** Instants are days of this zone. */
  readonly zone: string;
  /** Decides where several days may be meant. */
  readonly order?: DateOrder | undefined;
}

/** The forms that {@linkcode readDumpDate} takes, for messages. */
export const DATE_FORMS =
  phrase`a date such as 2026-07-04, 26/08/2006, 26 Januari 2025 or an instant`;

/**
 * Reads a date as people and machines write it: ISO with and without time and zone, digits in any
 * order, months by name in Indonesian, Malay, English and Japanese, and epoch seconds or
 * milliseconds. Undefined for anything else.
 */
export function readDumpDate(
  value: unknown,
  reading: DateOptions,
): DumpDate | AmbiguousDate | undefined {
  if (typeof value === "number") return readNumber(value, reading.zone);
  if (typeof value !== "string") return undefined;
  const text = value.normalize("NFKC").trim();
  return /^-?\d+$/.test(text) ? readNumber(Number(text), reading.zone) : readText(text, reading);
}

/**
 * `Sat, 26 Aug 2006 00:00:00 GMT` (RFC 9110, 5.6.7), and the form of `Date.toString()` of JavaScript.
 */
const MACHINE_INSTANT = /\d{2}:\d{2}:\d{2} (?:GMT|UTC|[+-]\d{4})(?:[+-]\d{4})?(?: \(.*\))?$/;

/** Whether a date is one that nobody knows: MySQL's zero date, a hyphen. */
export function isUnknownDate(value: unknown): boolean {
  return typeof value === "string" &&
    /^(?:[-–—?.\s]*|0000-00-00.*|00[/.-]00[/.-]0000|n\/?a|null|unknown)$/i.test(value.trim());
}

function readNumber(number: number, zone: string): DumpDate | undefined {
  const digits = String(number);
  const day = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
  if (digits.length === 8 && isCivilDate(day)) return { day };
  const epochMs = epochMsOf(number);
  return epochMs === undefined ? undefined : momentIn(zone, epochMs);
}

function readText(
  text: string,
  { zone, order }: DateOptions,
): DumpDate | AmbiguousDate | undefined {
  if (isInstant(text)) return momentIn(zone, text);
  if (MACHINE_INSTANT.test(text) && !isNaN(Date.parse(text))) {
    return momentIn(zone, Date.parse(text));
  }
  const { rest, time } = splitClock(withHyphens(withoutWeekday(withoutSpan(text))));
  const found = readDay(rest.replace(/[,\s]+$/, ""), order);
  return typeof found === "string" ? { day: found, ...(time && { time }) } : found;
}

function readDay(text: string, order: DateOrder | undefined): string | AmbiguousDate | undefined {
  if (isCivilDate(text)) return readCivilDate(text, "UTC");
  const readings = numericReadings(text);
  if (readings.size === 0) return writtenDay(text);
  const meant = [...readings].find(([, orders]) =>
    readings.size === 1 || (order !== undefined && orders.includes(order))
  );
  return meant?.[0] ?? { readings };
}

function writtenDay(text: string): string | undefined {
  try {
    return readWrittenDate(text, "UTC");
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The day of a content file's field; undefined where it is none. */
export function dayOf(value: unknown, zone: string): string | undefined {
  const moment = readDumpDate(value, { zone });
  return moment !== undefined && "day" in moment ? moment.day : undefined;
}
