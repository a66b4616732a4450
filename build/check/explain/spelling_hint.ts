import { instantOf, offsetTimestamp } from "../../../src/time/wall_clock.ts";
import { type Advice, type Around, mayMean, mustMean, NO_ADVICE } from "./advice.ts";
import { dayHint } from "./day_hint.ts";
import { SHORT_ZONES } from "./synonyms.ts";
import { languageOf, pictureOf, slugOf, webAddressOf, zoneOf } from "./written_names.ts";
import { eitherDay, otherWeekday, readWrittenDay } from "../../dates/written_days.ts";
import { plainly, timeHint, timeOf } from "./written_times.ts";
import { joined, phrase } from "../../words/say.ts";
import { duration } from "../../schema/content/field.ts";
import type { Form } from "../../schema/content/remedies.ts";

/** How a text in another spelling is read, by the form that it lacks. */
const READERS: Readonly<Record<Form, (written: string, around: Around) => Advice>> = {
  moment: (written, { zone }) => momentOf(plainly(written), zone),
  saleStart: (written, { zone }) => saleOf(plainly(written), zone),
  duration: (written) => lengthOf(plainly(written)),
  link: webAddressOf,
  picture: pictureOf,
  timezone: zoneOf,
  colour: colourOf,
  language: languageOf,
  slug: slugOf,
  day: (written, around) => dayHint(written, around, false),
  birthDay: (written, around) => dayHint(written, around, true),
  time: timeHint,
};

/** What a text may be meant as that does not have its form; or nothing. */
export function spellingHint(
  form: Form | undefined,
  written: string,
  around: Around = {},
): Advice {
  return form === undefined ? NO_ADVICE : READERS[form](written, around);
}

/** `9c1f55`, which YAML may take for a number. */
function colourOf(text: string): Advice {
  if (!/^[\da-f]{6}$/i.test(text.trim())) return NO_ADVICE;
  const colour = `'#${text.trim().toLowerCase()}'`;
  return { words: phrase`. Did you mean ${colour}?`, replacement: colour };
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
    return { words: phrase`; leave the field out: what has no such moment comes out at once` };
  }
  if (timeOf(text) !== undefined) {
    return { words: phrase`; the day is missing: write it in front of the hour` };
  }
  const found = readWrittenDay(text);
  if (found === undefined || zone === undefined) return NO_ADVICE;
  const means = found.guess === "perhaps" ? mayMean : mustMean;
  const { day, behind = "00:00" } = found;
  const [, clock, seconds = "00", sign, hours, minutes = "00", short] = HOUR.exec(behind) ?? [];
  const time = clock === undefined ? undefined : timeOf(clock);
  if (time === undefined) return NO_ADVICE;
  if (sign !== undefined) {
    return means(`${day}T${time}:${seconds}${sign}${hours!.padStart(2, "0")}:${minutes}`);
  }
  const there = SHORT_ZONES[short?.toUpperCase() ?? ""] ?? zone;
  try {
    const moment = offsetTimestamp(instantOf(day, `${time}:${seconds}`, there), there);
    return means(moment);
  } catch {
    return NO_ADVICE;
  }
}

/** `2 Juli 2026 10.00 WIB` as `2026-07-02 10:00`, on the clock of the group's zone; or a day alone. */
function saleOf(text: string, zone: string | undefined): Advice {
  if (timeOf(text) !== undefined) {
    return { words: phrase`; the day is missing: write it in front of the hour` };
  }
  const found = readWrittenDay(text);
  if (found === undefined) return dayAndTime(text, zone);
  const means = found.guess === "perhaps" ? mayMean : mustMean;
  const { day, behind, weekday } = found;
  const other = otherWeekday(found);
  if (other !== undefined) {
    return {
      words: phrase`; ${day} is a ${other}, and this says ${weekday}: write the day that is meant`,
    };
  }
  if (behind === undefined) return means(day);
  const time = timeOf(behind, zone);
  return time === undefined ? NO_ADVICE : means(`${day} ${time}`);
}

/** `Dec 5 2026, 7 PM`, `05/12/2026 19:00`: a day that ends with its year, and an hour. */
function dayAndTime(text: string, zone: string | undefined): Advice {
  const [, day = "", clock = ""] = /^([^\n]*\b\d{4}),? +(\d[^\n]*)$/.exec(text) ?? [];
  const time = timeOf(clock, zone);
  if (time === undefined) return NO_ADVICE;
  const days = eitherDay(day)?.map((one) => `${one} ${time}`);
  if (days !== undefined) {
    return { words: phrase`; write ${joined(days, phrase` or `)}, whichever is meant` };
  }
  const found = readWrittenDay(day);
  const isOne = found !== undefined && found.behind === undefined &&
    otherWeekday(found) === undefined;
  return isOne ? mayMean(`${found.day} ${time}`) : NO_ADVICE;
}

/** A length in another spelling, as `2h 30m`; what is a time of day is none. */
export function lengthOf(text: string): Advice {
  if (/^\d+$/.test(text)) return counted(Number(text));
  if (/^\d{2}[:.]\d{2}$/.test(text)) {
    return { words: phrase`; write how long it takes, not when it ends` };
  }
  const length = plainLength(text);
  return length === undefined ? NO_ADVICE : mustMean(length);
}

/** A number alone is of hours or of minutes. */
function counted(number: number): Advice {
  const lengths = [`${number}m`, `${number}h`].filter((text) => duration.safeParse(text).success);
  if (lengths.length === 0) return NO_ADVICE;
  if (lengths.length === 2) {
    return { words: phrase`; write ${joined(lengths, phrase` or `)}, whichever is meant` };
  }
  return mayMean(lengths[0]!);
}

const UNITS: Readonly<Record<string, number>> = {
  h: 60,
  j: 60,
  m: 1,
  時: 60,
  分: 1,
  "'": 1,
  "’": 1,
  "′": 1,
};
/** A number, and a word for hours or minutes; `2.30 jam` may be either of two lengths. */
const PART = /^(\d+(?:[.,]5)?) ?(hours?|hrs?|h|jam|j|時間|minutes?|mins?|menit|mnt|m|分|['’′])/;

/** `2 Jam`, `2.5h`, `PT2H30M`, `2 hours and 30 minutes`, `2時間30分`. */
function plainLength(text: string): string | undefined {
  let rest = text.toLowerCase().replace(/^pt(?=\d)/, "").replaceAll(/(?<=\D) (?:and|dan|&) /g, " ");
  let minutes = 0;
  while (rest !== "") {
    const [part, number, unit] = PART.exec(rest) ?? [];
    if (part === undefined) return undefined;
    minutes += Number(number!.replace(",", ".")) * UNITS[unit![0]!]!;
    rest = rest.slice(part.length).trim();
  }
  const [hours, left] = [Math.floor(minutes / 60), minutes % 60];
  const length = [hours > 0 && `${hours}h`, left > 0 && `${left}m`].filter(Boolean).join(" ");
  return duration.safeParse(length).success ? length : undefined;
}
