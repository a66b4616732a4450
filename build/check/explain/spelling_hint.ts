import { onlyNearest, suggestion } from "../../diagnostic/nearest.ts";
import { readWrittenDate } from "../../../src/time/civil_date.ts";
import { instantOf, offsetTimestamp } from "../../../src/time/wall_clock.ts";
import { type Advice, NO_ADVICE } from "./advice.ts";

/** `. Did you mean "…"?` where a text is a date, time or zone in another spelling, or nothing. */
export function spellingHint(expected: string, written: string, zone?: string): Advice {
  if (expected.startsWith("expected a moment with its offset")) return momentOf(written, zone);
  if (/^24[:.]00/.test(written)) {
    return { words: "; midnight is 00:00 of the next day, or 23:59 of this one" };
  }
  if (expected.startsWith("expected a web address")) return addressOf(written);
  if (expected.startsWith("expected a time zone")) {
    return zoneOf(written);
  }
  const isDate = expected.startsWith("expected a date");
  const spell = isDate ? dateOf : timeOf;
  const better = /^expected a (date|time) such/.test(expected)
    ? spell(written.trim().replace(/^[“”„‘’]|[“”‘’]$/g, ""))
    : undefined;
  if (better === undefined) return beginningOf(expected, written);
  return { words: `. Did you mean "${better}"?`, replacement: isDate ? better : `"${better}"` };
}

/** `2026-07-01 09:00`, or a day, on the clock of the group's zone. */
function momentOf(text: string, zone: string | undefined): Advice {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{1,2}[:.]\d{2})(?:[:.]\d{2})?)?$/.exec(text.trim());
  const time = match?.[2] === undefined ? "00:00" : timeOf(match[2]);
  if (match === null || zone === undefined || time === undefined) return NO_ADVICE;
  try {
    const moment = offsetTimestamp(instantOf(match[1]!, time, zone), zone);
    return { words: `. Did you mean "${moment}"?`, replacement: moment };
  } catch {
    return NO_ADVICE;
  }
}

/** What Indonesians call their zones. */
const SHORT_ZONES: Readonly<Record<string, string>> = {
  WIB: "Asia/Jakarta",
  WITA: "Asia/Makassar",
  WIT: "Asia/Jayapura",
};

/** `WIB`, `Jakarta`, `Asia/Djakarta`. */
function zoneOf(text: string): Advice {
  const zones = Intl.supportedValuesOf("timeZone");
  const city = text.trim().replace(/\s+/g, "_").toLowerCase();
  const meant = SHORT_ZONES[text.trim().toUpperCase()] ??
    zones.find((zone) => zone.toLowerCase().endsWith(`/${city}`));
  if (meant !== undefined) return { words: `. Did you mean "${meant}"?`, replacement: meant };
  return { words: suggestion(text, zones), replacement: onlyNearest(text, zones) };
}

/** An address that lacks its scheme, or a part of it; the name of a picture's file is none. */
const NO_SCHEME = /^(?:https?:\/?|\/\/)?((?:[\w-]+\.)+[a-z]{2,}(?:[/?#]\S*)?)$/i;
const PICTURE = /^[^/]+\.(?:jpe?g|png|gif|webp|avif|svg)$/i;

function addressOf(text: string): Advice {
  const rest = NO_SCHEME.exec(text.trim())?.[1];
  if (rest === undefined || PICTURE.test(rest)) return NO_ADVICE;
  return { words: `. Did you mean "https://${rest}"?`, replacement: `https://${rest}` };
}

/** A time behind the day belongs into another field. */
const TIME_BEHIND = /[T\s,]+\d{1,2}[:.]\d{2}.*$/;
const WEEKDAY = new RegExp(
  "^(?:senin|selasa|rabu|kamis|jum['’]?at|sabtu|minggu|" +
    "(?:mon|tues|wednes|thurs|fri|satur|sun)day)[,\\s]+",
  "i",
);

function dateOf(text: string): string | undefined {
  const day = yearFirst(text.replace(TIME_BEHIND, "").replace(WEEKDAY, ""))
    .replace(/^(\d{4})-?(\d{1,2})-?(\d{1,2})$/, "$1/$2/$3");
  try {
    return readWrittenDate(day, "UTC");
  } catch {
    return undefined;
  }
}

/** `31/12/2026`, `12/31/2026`: which of the two is the day can be told where it is above 12. */
function yearFirst(text: string): string {
  const match = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/.exec(text.trim());
  if (match === null) return text;
  const [one, other] = [Number(match[1]), Number(match[3])];
  if (one <= 12 === other <= 12) return text;
  const pad = (number: number) => String(number).padStart(2, "0");
  return `${match[4]}-${pad(Math.min(one, other))}-${pad(Math.max(one, other))}`;
}

/** Of a time from and until, the beginning; the end has no place in it, so that nobody else mends it. */
function beginningOf(expected: string, written: string): Advice {
  const first = /^(.*?\d[^-–]*?)\s*(?:[-–]|s\/d|sampai)/.exec(written.trim())?.[1];
  const time = expected.startsWith("expected a time such") && first ? timeOf(first) : undefined;
  return time === undefined ? NO_ADVICE : { words: `. Write the beginning alone: "${time}"` };
}

/** `9:00`, `19.00`, `1900`, `7pm`, `7:30 PM`, `19:00 WIB`, `pukul 19.00`. */
function timeOf(text: string): string | undefined {
  const plain = text.trim().replace(/^(?:pukul|jam)\s+/i, "").replace(/^(\d{2})(\d{2})$/, "$1:$2");
  const match = /^(\d{1,2})(?:[:.,：](\d{2}))?\s*([ap]m)?(?:\s*WI(?:B|TA?))?$/i.exec(plain);
  if (match === null || (match[2] ?? match[3]) === undefined) return undefined;
  const [, hour, minute = "00", half] = match;
  const shift = half?.toLowerCase() === "pm" ? 12 : 0;
  const hours = half === undefined ? Number(hour) : Number(hour) % 12 + shift;
  return hours < 24 && Number(minute) < 60
    ? `${String(hours).padStart(2, "0")}:${minute}`
    : undefined;
}
