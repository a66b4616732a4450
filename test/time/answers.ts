import { isCivilDate, isInstant } from "../../src/time/civil_date.ts";
import { localDay, nextDayStart } from "../../src/time/local_day.ts";
import { Temporal } from "../../src/time/temporal.ts";
import { parseTimezone } from "../../src/time/timezone.ts";
import { dayEnd, dayStart, instantOf, offsetTimestamp } from "../../src/time/wall_clock.ts";

const ZONES = ["asia/jakarta", "Asia/Calcutta", "ETC/GMT 12", "gmt 0", "pacific/kiritimati"];
const NOT_ZONES = ["+07", "UTC+7", "Z", "T12", "2020-01-01[Asia/Jakarta]", "Asia/Bandung"];

/** Places and instants where clocks do something odd. */
const MOMENTS = [
  ["2018-11-04T02:59:59Z", "America/Sao_Paulo"],
  ["2026-04-23T12:00:00Z", "Africa/Cairo"],
  ["2011-12-29T20:00:00Z", "Pacific/Apia"],
  ["2025-10-26T00:30:00Z", "America/Nuuk"],
  ["2010-11-07T01:00:00Z", "America/St_Johns"],
  ["2010-11-07T02:30:30Z", "America/St_Johns"],
  ["2010-11-07T02:31:00Z", "America/St_Johns"],
  ["2026-07-04T12:00:00Z", "Asia/Jakarta"],
] as const;

/** What this room answers over a fixed set of questions, and whose Temporal it used. */
export function answers(): { native: boolean; lines: unknown[] } {
  return {
    native: (globalThis as { Temporal?: unknown }).Temporal === Temporal,
    lines: [
      ...ZONES.map(parseTimezone),
      ...NOT_ZONES.map((text) => attempt(() => parseTimezone(text))),
      ...MOMENTS.map(([instant, zone]) => moment(Date.parse(instant), zone)),
      isCivilDate("2007-02-29"),
      isInstant("2007-08-31T17:00:00.000Z"),
      instantOf("2018-11-04", "00:30", "America/Sao_Paulo"),
    ],
  };
}

function moment(epochMs: number, zone: string): unknown[] {
  const day = localDay(epochMs, zone);
  const turns = [nextDayStart(epochMs, zone), dayStart(day, zone), dayEnd(day, zone)];
  return [day, ...turns, offsetTimestamp(epochMs, zone)];
}

function attempt(read: () => string): string {
  try {
    return read();
  } catch (error) {
    return String(error);
  }
}
