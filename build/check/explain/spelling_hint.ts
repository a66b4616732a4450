import { instantOf, offsetTimestamp } from "../../../src/time/wall_clock.ts";
import { type Advice, NO_ADVICE } from "./advice.ts";
import { languageOf, SHORT_ZONES, slugOf, webAddressOf, zoneOf } from "./written_names.ts";
import { lengthOf } from "./written_lengths.ts";
import { dateOf, partOf, plainly, timeOf } from "./written_times.ts";
import { say } from "../../words/say.ts";

/** `. Did you mean "…"?` where a text is a date, time or zone in another spelling, or nothing. */
export function spellingHint(expected: string, written: string, zone?: string): Advice {
  if (expected.startsWith("expected a moment with its offset")) return momentOf(written, zone);
  if (expected.startsWith("expected a length")) return lengthOf(plainly(written));
  if (/^24[:.]00/.test(written)) {
    return { words: say`; midnight is 00:00 of the next day, or 23:59 of this one` };
  }
  if (expected.startsWith("expected a web address")) return webAddressOf(written);
  if (expected.startsWith("expected a time zone")) return zoneOf(written);
  if (expected.startsWith("expected a language")) return languageOf(written);
  if (expected.startsWith("expected small letters")) return slugOf(written);
  const isDate = expected.startsWith("expected a date");
  const spell = isDate ? dateOf : timeOf;
  const better = /^expected a (date|time) such/.test(expected)
    ? spell(plainly(written))
    : undefined;
  if (better === undefined) return partOf(expected, plainly(written));
  return { words: say`. Did you mean "${better}"?`, replacement: isDate ? better : `"${better}"` };
}

/** `2026-07-01 09:00`, or a day, on the clock of the group's zone. */
const MOMENT =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{1,2}[:.]\d{2})(?:[:.]\d{2})?(?: ?([+-])(\d{1,2})(?::?(\d{2}))?| ?(WI(?:B|TA?)))?)?$/i;

function momentOf(text: string, zone: string | undefined): Advice {
  const match = MOMENT.exec(plainly(text));
  const time = match?.[2] === undefined ? "00:00" : timeOf(match[2]);
  if (match === null || zone === undefined || time === undefined) return NO_ADVICE;
  const [, day, , sign, hours, minutes = "00", short] = match;
  if (sign !== undefined) {
    const moment = `${day}T${time}:00${sign}${hours!.padStart(2, "0")}:${minutes}`;
    return { words: say`. Did you mean "${moment}"?`, replacement: moment };
  }
  const there = SHORT_ZONES[short?.toUpperCase() ?? ""] ?? zone;
  try {
    const moment = offsetTimestamp(instantOf(day!, time, there), there);
    return { words: say`. Did you mean "${moment}"?`, replacement: moment };
  } catch {
    return NO_ADVICE;
  }
}
