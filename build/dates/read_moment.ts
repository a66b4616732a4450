import { isCivilDate, isInstant, isYearlessDay, readInstant } from "../../src/time/civil_date.ts";
import { instantOf, offsetTimestamp } from "../../src/time/wall_clock.ts";
import { SHORT_ZONES } from "../check/explain/synonyms.ts";
import {
  type DateOrder,
  inLeapYear,
  namedDay,
  numericReadings,
  withHyphens,
  withoutWeekday,
} from "./written_days.ts";

/** Several days may be meant, each with the orders in which it is that day. */
export interface AmbiguousDate {
  readonly readings: ReturnType<typeof numericReadings>;
}

/** A day, `YYYY-MM-DD`, and the time of day, `HH:MM:SS`, where it was written with it. */
export interface DumpDate {
  readonly day: string;
  readonly time?: string;
  /** The instant, where the date was one. */
  readonly epochMs?: number;
}

/** What dates are read with. */
export interface DateOptions {
  /** Instants are days of this zone. */
  readonly zone: string;
  /** Decides where several days may be meant. */
  readonly order?: DateOrder | undefined;
}

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

/** Whether a date is unknown: MySQL's zero date, a hyphen. */
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
  const { rest, time, clock } = splitClock(withHyphens(withoutWeekday(withoutSpan(text)).rest));
  const day = readDay(rest.replace(/[,\s]+$/, ""), order);
  if (typeof day !== "string") return day;
  if (time === undefined || clock === undefined) return { day, ...(time && { time }) };
  const { epochMs: _, ...moment } = momentIn(zone, instantOf(day, time, clock));
  return moment;
}

function readDay(text: string, order: DateOrder | undefined): string | AmbiguousDate | undefined {
  const readings = numericReadings(text);
  if (readings.size === 0) return namedDay(text);
  const meant = [...readings].find(([, orders]) =>
    readings.size === 1 || (order !== undefined && orders.includes(order))
  );
  return meant?.[0] ?? { readings };
}

/** The day of a content file's field; undefined where it is none. */
export function dayOf(value: unknown, zone: string): string | undefined {
  const moment = readDumpDate(value, { zone });
  return moment !== undefined && "day" in moment ? moment.day : undefined;
}

/** From here on a number counts milliseconds: as seconds it would be the year 5138. */
const FIRST_MS = 1e11;
/** Smaller numbers are years, days in eight digits, or ids: as seconds they lie before March 1973. */
const FIRST_SECONDS = 1e8;
/** The end of the year 9998. */
const END_MS = 253370764800000;

/** The epoch ms that a number of seconds or milliseconds means; undefined for another number. */
function epochMsOf(number: number): number | undefined {
  const size = Math.abs(number);
  if (size < FIRST_SECONDS) return undefined;
  const ms = Math.trunc(size < FIRST_MS ? number * 1000 : number);
  return Math.abs(ms) < END_MS ? ms : undefined;
}

/** The day and time in `zone` at an instant, a text or epoch ms. */
function momentIn(
  zone: string,
  instant: string | number,
): { day: string; time: string; epochMs: number } {
  const epochMs = typeof instant === "number" ? instant : readInstant(instant);
  const text = offsetTimestamp(epochMs, zone);
  return { day: text.slice(0, 10), time: text.slice(11, 19), epochMs };
}

/** `--03-03` and a whole date of the year 0, with any time, are month first; `03-04` may be in either order. */
const MONTH_DAY = /^(--|0000-)?(\d{2}-\d{2})(?:(?<=^0000-.{5})[T ].*)?$/;

/** Reads a birth date without its year, also with the month's name, as `--MM-DD`. */
export function readYearlessDay(
  value: unknown,
  order: DateOrder | undefined,
): string | AmbiguousDate | undefined {
  if (typeof value !== "string") return undefined;
  const text = value.normalize("NFKC").trim();
  const [, sign, digits] = MONTH_DAY.exec(text) ?? [];
  const day = digits === undefined
    ? dayOf(inLeapYear(text), "UTC")
    : sign === undefined
    ? readDay(`${digits}-2024`, order === "ymd" ? "mdy" : order)
    : dayOf(`2024-${digits}`, "UTC");
  const yearless = (day: string) => `-${day.slice(4)}`;
  if (typeof day !== "object") return day && yearless(day);
  return { readings: new Map([...day.readings].map(([day, orders]) => [yearless(day), orders])) };
}

/** The birth date of a content file, `YYYY-MM-DD` or `--MM-DD`; undefined where it is none. */
export function birthDateOf(value: unknown, zone: string): string | undefined {
  return typeof value === "string" && isYearlessDay(value) ? value : dayOf(value, zone);
}

const SPAN =
  /\s*[(（](?:usia|umur|aged?|sekitar)?\s*\d+\s*(?:tahun|thn|bulan|minggu|hari|years?|yrs?|y\.?o|months?|days?|歳|年)[^()]*[)）]?\s*$/i;

/** Drops how long ago it is: `31 Oktober 2022 (2 tahun, 3 bulan)`. */
function withoutSpan(text: string): string {
  return text.replace(SPAN, "");
}

const CLOCK =
  /(?:[,\s]+(?:at|pukul|jam)?\s*|(?<=\d)T)(?<hour>\d{1,2})[:.](?<minute>[0-5]\d)(?:[:.](?<second>[0-5]\d)(?:\.\d+)?)?\s*(?<half>[ap]\.?m\.?)?\s*(?<word>[A-Z]{3,4})?$/i;

/** A text without the time of day behind it, that time as `HH:MM:SS`, and the zone that is written with it. */
function splitClock(text: string) {
  const match = CLOCK.exec(text);
  const { hour = "", minute, second = "00", half, word } = match?.groups ?? {};
  const clock = word && SHORT_ZONES[word.toUpperCase()];
  const hours = half === undefined ? Number(hour) : hourOf(Number(hour), half);
  if (match === null || match.index === 0 || !(hours < 24) || (word && !clock)) {
    return { rest: text };
  }
  return {
    rest: text.slice(0, match.index),
    time: `${String(hours).padStart(2, "0")}:${minute}:${second}`,
    clock,
  };
}

/** 12 am is midnight; NaN where no clock shows it. */
export function hourOf(hour: number, half: string): number {
  if (hour < 1 || hour > 12) return NaN;
  return (hour % 12) + (half.toLowerCase().startsWith("p") ? 12 : 0);
}
