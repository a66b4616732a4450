import { Temporal } from "./temporal.ts";

const WALL_TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;

/**
 * The instant at which clocks in `zone` show `date` (`YYYY-MM-DD`) and `time` (`HH:MM` or
 * `HH:MM:SS`), in milliseconds since the Unix epoch. A time shown twice is the first one; a time
 * skipped is moved on by the length of the gap (Temporal's "compatible").
 *
 * @throws {SyntaxError} if `time` is not of that form.
 * @throws {RangeError} if `date` is no date.
 */
export function instantOf(date: string, time: string, zone: string): number {
  if (!WALL_TIME.test(time)) {
    throw new SyntaxError(
      `Cannot read time: expected HH:MM or HH:MM:SS, got ${JSON.stringify(time)}`,
    );
  }
  const plainTime = Temporal.PlainTime.from(time);
  return Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: zone, plainTime })
    .epochMilliseconds;
}

/**
 * The first instant of `date` (`YYYY-MM-DD`) in `zone`, in milliseconds since the Unix epoch: after
 * the gap where clocks skip midnight, and the next date's where the zone skipped the whole day.
 *
 * @throws {RangeError} if `date` is no date.
 */
export function dayStart(date: string, zone: string): number {
  return Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds;
}

/** The first instant of the date after `date`, likewise. */
export function dayEnd(date: string, zone: string): number {
  return Temporal.PlainDate.from(date).add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds;
}

/** The instant with the offset of `zone`, in whole seconds: `2026-07-04T19:00:00+07:00`. */
export function offsetTimestamp(epochMs: number, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone)
    .toString({ smallestUnit: "second", timeZoneName: "never" });
}
