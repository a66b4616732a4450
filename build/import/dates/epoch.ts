import { Temporal } from "../../../src/time/temporal.ts";
import { offsetTimestamp } from "../../../src/time/wall_clock.ts";

/** From here on a number counts milliseconds: as seconds it would be the year 5138. */
const FIRST_MS = 1e11;
/** Smaller numbers are years, days in eight digits, or ids: as seconds they lie before March 1973. */
const FIRST_SECONDS = 1e8;
/** The end of the year 9998. */
const END_MS = 253370764800000;

/** The epoch ms that a number of seconds or milliseconds means; undefined for another number. */
export function epochMsOf(number: number): number | undefined {
  const size = Math.abs(number);
  if (size < FIRST_SECONDS) return undefined;
  const ms = Math.trunc(size < FIRST_MS ? number * 1000 : number);
  return Math.abs(ms) < END_MS ? ms : undefined;
}

/** The day and time in `zone` at an instant, a text or epoch ms. */
export function momentIn(
  zone: string,
  instant: string | number,
): { day: string; time: string; epochMs: number } {
  const epochMs = typeof instant === "number"
    ? instant
    : Temporal.Instant.from(instant).epochMilliseconds;
  const text = offsetTimestamp(epochMs, zone);
  return { day: text.slice(0, 10), time: text.slice(11, 19), epochMs };
}
