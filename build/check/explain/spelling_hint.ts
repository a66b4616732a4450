import { instantOf, offsetTimestamp } from "../../../src/time/wall_clock.ts";
import { type Advice, NO_ADVICE } from "./advice.ts";
import type { Around } from "./around.ts";
import { dayHint } from "./day_hint.ts";
import { languageOf, SHORT_ZONES, slugOf, webAddressOf, zoneOf } from "./written_names.ts";
import { lengthOf } from "./written_lengths.ts";
import { readWrittenDay } from "./written_days.ts";
import { plainly, timeHint, timeOf } from "./written_times.ts";
import { say } from "../../words/say.ts";

/** `. Did you mean "…"?` where a text is a date, time or zone in another spelling, or nothing. */
export function spellingHint(expected: string, written: string, around: Around = {}): Advice {
  if (expected.startsWith("expected a moment with its offset")) {
    return momentOf(plainly(written), around.zone);
  }
  if (expected.startsWith("expected a length")) return lengthOf(plainly(written));
  if (expected.startsWith("expected a web address")) return webAddressOf(written);
  if (expected.startsWith("expected a time zone")) return zoneOf(written);
  if (expected.startsWith("expected a colour")) return colourOf(written);
  if (expected.startsWith("expected a language")) return languageOf(written);
  if (expected.startsWith("expected small letters")) return slugOf(written);
  if (expected.startsWith("expected a date such")) {
    return dayHint(written, around, expected.includes("if the year is unknown"));
  }
  if (!expected.startsWith("expected a time such")) return NO_ADVICE;
  return timeHint(written, around.zone, around.namedDay);
}

/** `9c1f55`, which YAML may take for a number. */
function colourOf(text: string): Advice {
  if (!/^[\da-f]{6}$/i.test(text.trim())) return NO_ADVICE;
  const colour = `'#${text.trim().toLowerCase()}'`;
  return { words: say`. Did you mean ${colour}?`, replacement: colour };
}

/** What stands behind a day: an hour, and the offset or zone of its clock. */
const HOUR = new RegExp(
  "^(\\d{1,2}[:.]\\d{2})(?:[:.](\\d{2}))?(?:\\.\\d+)? ?" +
    `(?:(?:GMT|UTC)?([+-])(\\d{1,2})(?::?(\\d{2}))?|(${Object.keys(SHORT_ZONES).join("|")}))?$`,
  "i",
);

/** `2026-07-01 09:00`, `1 Juli 2026 09.00 WIB`, or a day, on the clock of the group's zone. */
function momentOf(text: string, zone: string | undefined): Advice {
  if (/^(?:sekarang|now|segera|langsung|hari ini|today)$/i.test(text)) {
    return { words: say`; leave the field out: what has no such moment comes out at once` };
  }
  if (timeOf(text) !== undefined) {
    return { words: say`; the day is missing: write it in front of the hour` };
  }
  const found = readWrittenDay(text);
  if (found === undefined || zone === undefined || found.guess === "perhaps") return NO_ADVICE;
  const { day, behind = "00:00" } = found;
  const [, clock, seconds = "00", sign, hours, minutes = "00", short] = HOUR.exec(behind) ?? [];
  const time = clock === undefined ? undefined : timeOf(clock);
  if (time === undefined) return NO_ADVICE;
  if (sign !== undefined) {
    const moment = `${day}T${time}:${seconds}${sign}${hours!.padStart(2, "0")}:${minutes}`;
    return { words: say`. Did you mean "${moment}"?`, replacement: moment };
  }
  const there = SHORT_ZONES[short?.toUpperCase() ?? ""] ?? zone;
  try {
    const moment = offsetTimestamp(instantOf(day, `${time}:${seconds}`, there), there);
    return { words: say`. Did you mean "${moment}"?`, replacement: moment };
  } catch {
    return NO_ADVICE;
  }
}
