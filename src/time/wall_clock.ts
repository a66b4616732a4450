import { Temporal } from "./temporal.ts";
import { DAY_MS, MINUTE_MS } from "../toolbox/durations.ts";

/** A time over which the clocks of a zone are not changed. */
interface Stretch {
  readonly zone: string;
  /** Epoch ms, included. */
  readonly from: number;
  /** Epoch ms, not included. */
  readonly until: number;
  /** What clocks show beyond UTC, in ms. */
  readonly offset: number;
}

/** Dates are asked about in their order: the next one is mostly in the same stretch. */
let last: Stretch = { zone: "", from: 0, until: 0, offset: 0 };

/**
 * What clocks in `zone` show beyond UTC at `epochMs`, in ms.
 *
 * @throws {RangeError} if there is no such instant or zone
 */
function offsetAt(epochMs: number, zone: string): number {
  return stretchAt(epochMs, zone).offset;
}

/** Offsets differ by 26 hours at most, so that no other instant shows the same within this (ms). */
const CLEARANCE = 2 * DAY_MS;

/**
 * The only instant (epoch ms) at which clocks in `zone` show what they show at `localMs` in UTC; undefined
 * where clocks are changed within two days, so that there may be two or none.
 *
 * @throws {RangeError} if there is no such instant or zone
 */
function steadyInstant(localMs: number, zone: string): number | undefined {
  const { from, until, offset } = stretchAt(localMs, zone);
  const instant = localMs - offset;
  return instant - CLEARANCE >= from && instant + CLEARANCE < until ? instant : undefined;
}

function stretchAt(epochMs: number, zone: string): Stretch {
  const isKnown = zone === last.zone && epochMs >= last.from && epochMs < last.until;
  return isKnown ? last : last = findStretch(epochMs, zone);
}

function findStretch(epochMs: number, zone: string): Stretch {
  const here = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone);
  // A change at this very instant is the one before what follows it.
  const before = here.add({ nanoseconds: 1 }).getTimeZoneTransition("previous");
  return {
    zone,
    from: before?.epochMilliseconds ?? -Infinity,
    until: here.getTimeZoneTransition("next")?.epochMilliseconds ?? Infinity,
    offset: here.offsetNanoseconds / 1e6,
  };
}

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
  return steadyOf(utcOf(date, time), zone) ?? Temporal.PlainDate.from(date).toZonedDateTime({
    timeZone: zone,
    plainTime: Temporal.PlainTime.from(time),
  }).epochMilliseconds;
}

/**
 * The first instant of `date` (`YYYY-MM-DD`) in `zone`, in milliseconds since the Unix epoch: after
 * the gap where clocks skip midnight, and the next date's where the zone skipped the whole day.
 *
 * @throws {RangeError} if `date` is no date.
 */
export function dayStart(date: string, zone: string): number {
  return steadyOf(utcOf(date), zone) ??
    Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds;
}

/**
 * The first instant of the date after `date` (`YYYY-MM-DD`) in `zone`, in milliseconds since the
 * Unix epoch.
 *
 * @throws {RangeError} if `date` is no date.
 */
export function dayEnd(date: string, zone: string): number {
  const start = utcOf(date);
  return steadyOf(start === undefined ? undefined : start + DAY_MS, zone) ??
    Temporal.PlainDate.from(date).add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds;
}

/** A date of four digits for its year, and hours and minutes. */
const LOCAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** What UTC shows as this date and time, in epoch ms; undefined where they are none that is easily told. */
function utcOf(date: string, time = "00:00"): number | undefined {
  const text = `${date}T${time}Z`;
  const epochMs = LOCAL.test(text) ? Date.parse(text) : NaN;
  if (!Number.isFinite(epochMs)) return undefined;
  // 31 February would be taken for a day of March; every month has the first 28.
  if (date.slice(-2) <= "28") return epochMs;
  return new Date(epochMs).toISOString().startsWith(date) ? epochMs : undefined;
}

/** The instant of a local time, where no change of the clocks is near. */
function steadyOf(localMs: number | undefined, zone: string): number | undefined {
  return localMs === undefined ? undefined : steadyInstant(localMs, zone);
}

/** The instant with the offset of `zone`, in whole seconds: `2026-07-04T19:00:00+07:00`. */
export function offsetTimestamp(epochMs: number, zone: string): string {
  const minutes = offsetAt(epochMs, zone) / MINUTE_MS;
  const local = new Date(epochMs + minutes * MINUTE_MS).toISOString();
  if (!Number.isInteger(minutes) || !LOCAL.test(local)) return exactTimestamp(epochMs, zone);
  return local.slice(0, 19) + signed(minutes);
}

function exactTimestamp(epochMs: number, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone)
    .toString({ smallestUnit: "second", timeZoneName: "never" });
}

/** An offset of whole minutes: `+07:00`. */
function signed(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const digits = (count: number) => String(count).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${digits(hours)}:${digits(rest)}`;
}
