import { instantOf, offsetTimestamp } from "../../../src/time/wall_clock.ts";
import { type Advice, type Around, NO_ADVICE } from "./advice.ts";
import { phrase, type Words } from "../../words/say.ts";
import { SHORT_ZONES } from "./synonyms.ts";

/** Wide digits and signs as ordinary ones, hyphens as such, and no quotes of word processors around. */
export function plainly(text: string): string {
  return text.normalize("NFKC").replace(/[‐-―−]/g, "-").trim().replace(/^[“”„‘’"]|[“”‘’"]$/g, "");
}

const BEGINNING = /^(.*?\d[^-]*?)\s*(?:-|~|〜|s\/d|sampai)/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const APPROXIMATE =
  /^(?:sekitar|kira-kira|kurang lebih|kl|±|~|about|approx\.?|around|circa|ca\.?)\s*/i;
const HALF = /^(?:jam |pukul )?setengah (\d{1,2})$/i;
const HOUR_ALONE = /^(?:jam |pukul )?(\d{1,2})(?:[: ]0{1,2})?$/i;
const TWO_TIMES = /\d[:.]\d{2}["']?\s*(?:&|,|;|\/|dan|and)\s*["']?\d{1,2}[:.]\d{2}/;
const LATE = /^(2[4-9])[:.](\d{2})(?:[:.]00)?$/;
const ZONED = /^(\d{1,2}[:.]\d{2})(?:[:.]\d{2})? ?(Z|UTC|GMT|[A-Z]{3,4}|\+\d{1,2}(?::?\d{2})?)$/i;

/** What time is meant by a text: in another spelling, on another clock, or among more than one field holds. */
export function timeHint(
  text: string,
  around: Around,
): Advice {
  const { zone } = around;
  const written = plainly(text);
  if (DAY.test(written)) {
    return { words: phrase`; this is a day: write it into date, and the hour here` };
  }
  const meant = timeOf(written, zone);
  if (meant !== undefined) {
    return { words: phrase`. Did you mean "${meant}"?`, replacement: `"${meant}"` };
  }
  const [, hour, minute] = LATE.exec(written) ?? [];
  if (hour !== undefined) return nextDay(Number(hour), minute!, around);
  if (TWO_TIMES.test(written)) {
    return { words: phrase`; one file has one time: make a file for each` };
  }
  const moment = /^\d{4}-\d{2}-\d{2}[T ](\d{2}:\d{2})/.exec(written)?.[1];
  if (moment !== undefined) return { words: phrase`. Write the time alone: "${moment}"` };
  const [, time, clock] = ZONED.exec(written) ?? [];
  if (time !== undefined) return { words: onOtherClock(time, clock!, zone) };
  const first = BEGINNING.exec(written)?.[1];
  const start = first ? timeOf(first, zone) : undefined;
  if (start !== undefined) return { words: phrase`. Write the beginning alone: "${start}"` };
  return hourMeant(written, zone);
}

/** What is said of an hour that lacks a part, or has words around it. */
function hourMeant(written: string, zone: string | undefined): Advice {
  const about = timeOf(written.replace(APPROXIMATE, ""), zone);
  if (about !== undefined) return { words: phrase`. Write the time alone: "${about}"` };
  const half = HALF.exec(written)?.[1];
  const hour = Number(half ?? HOUR_ALONE.exec(written)?.[1] ?? NaN);
  const minute = half === undefined ? "00" : "30";
  const begins = half === undefined ? hour : hour - 1;
  const clock = (h: number) => `"${String(h).padStart(2, "0")}:${minute}"`;
  if (begins >= 0 && begins < 12) {
    return { words: phrase`; write ${clock(begins)} or ${clock(begins + 12)}, whichever is meant` };
  }
  if (begins < 24) {
    return { words: phrase`. Did you mean ${clock(begins)}?`, replacement: clock(begins) };
  }
  if (/^\d{1,2}[:.](?:[6-9]\d|\d)$/.test(written)) {
    return { words: phrase`; minutes have two digits, from 00 to 59` };
  }
  if ((written.match(/\d{1,2}[:.]\d{2}/g) ?? []).length > 1) {
    return { words: phrase`; write the one at which it begins, alone` };
  }
  return /\d/.test(written)
    ? NO_ADVICE
    : { words: phrase`; write the hour, or leave the field out until it is known` };
}

/** `25:00` belongs to the day behind it, so that the date changes, too. */
function nextDay(hour: number, minute: string, { namedDay, hasNoDay }: Around): Advice {
  if (hour === 24 && minute === "00") {
    return { words: phrase`; midnight is 00:00 of the next day, or 23:59 of this one` };
  }
  const time = `${String(hour - 24).padStart(2, "0")}:${minute}`;
  if (hasNoDay) {
    return { words: phrase`; this is ${time} of the next day: write "${time}"` };
  }
  const day = namedDay === undefined
    ? phrase`the next day`
    : new Date(Date.parse(`${namedDay}T00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  return {
    words: phrase`; this is ${time} of the next day: write time: "${time}", and date: ${day}`,
  };
}

const SHOWN = phrase`; write it on the clock of the group's zone, and no zone`;

/** What the group's clock shows at a time of another one; what changes with the season is not said. */
function onOtherClock(time: string, clock: string, zone: string | undefined): Words {
  const other = SHORT_ZONES[clock.toUpperCase()];
  const there = timeOf(time, undefined);
  if (zone === undefined || other === undefined || there === undefined) return SHOWN;
  const [winter, summer] = ["2026-01-15", "2026-07-15"].map((day) =>
    offsetTimestamp(instantOf(day, there, other), zone)
  ) as [string, string];
  const here = winter.slice(11, 16);
  if (summer.slice(11, 16) !== here) return SHOWN;
  const days = Number(winter.slice(8, 10)) - 15;
  const day = days === 0 ? "" : days < 0 ? phrase` of the day before` : phrase` of the day after`;
  return phrase`; this is ${here}${day} on the clock of ${zone}: write that, and no zone`;
}

/** The hour that one of a clock with twelve means in a part of the day. */
const HOURS: Readonly<Record<string, (hour: number) => number>> = {
  am: (hour) => hour % 12,
  pm: (hour) => hour % 12 + 12,
  pagi: (hour) => hour % 12,
  siang: (hour) => hour === 10 || hour === 11 ? hour : hour % 12 + 12,
  sore: (hour) => hour % 12 + 12,
  // At midnight another day begins.
  malam: (hour) => hour >= 6 && hour < 12 ? hour + 12 : NaN,
};

/** `19:OO`, `l9;00`, `19 : 00`, `午後7時半` in the signs of a clock. */
function clockSigns(text: string): string {
  return text.trim().replace(/^(?:pukul|jam)\s+/i, "")
    .replace(/^(午[前後])?(\d{1,2})時(?:(\d{1,2})分|(半))?$/, (_, part, hour, minute, half) => {
      const minutes = half === undefined ? (minute ?? "0").padStart(2, "0") : "30";
      return `${hour}:${minutes}${part === undefined ? "" : part === "午後" ? "pm" : "am"}`;
    })
    .replace(/(?<=\d) ?[;:] ?(?=\d|[oO])/, ":")
    .replace(/(?<=[\d:.])[oO]+/g, (letters) => "0".repeat(letters.length))
    .replace(/[lI](?=\d)/g, "1")
    .replace(/^(\d{2})(\d{2})$/, "$1:$2");
}

/**
 * `9:00`, `19.00`, `19h00`, `1900`, `7pm`, `7:30 PM`, `7 malam`, `pukul 19.00`, `19時`; `19:00 WIB`
 * where clocks of `zone` show that time then.
 */
export function timeOf(text: string, zone?: string): string | undefined {
  const match = CLOCK.exec(clockSigns(text));
  if (match === null || (match[2] ?? match[4]) === undefined) return undefined;
  const [, hour, minute = "00", second = "00", part, clock] = match;
  if (clock !== undefined && !isSameClock(SHORT_ZONES[clock.toUpperCase()]!, zone)) {
    return undefined;
  }
  const hours = part === undefined ? Number(hour) : HOURS[part.toLowerCase()]!(Number(hour));
  if (!(hours < 24) || Number(minute) > 59 || Number(second) > 59) return undefined;
  const seconds = second === "00" ? "" : `:${second}`;
  return `${String(hours).padStart(2, "0")}:${minute}${seconds}`;
}

const CLOCK = new RegExp(
  "^(\\d{1,2})(?:[:.,h](\\d{2})(?:[:.](\\d{2}))?)?\\s*([ap]m|pagi|siang|sore|malam)?" +
    `(?:\\s*(${Object.keys(SHORT_ZONES).join("|")}))?$`,
  "i",
);

/** Whether clocks of two zones show the same all year round. */
function isSameClock(one: string, other: string | undefined): boolean {
  if (other === undefined) return false;
  return ["2026-01-15", "2026-07-15"].every((day) =>
    instantOf(day, "12:00", one) === instantOf(day, "12:00", other)
  );
}
