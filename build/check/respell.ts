import { suggestion } from "../diagnostic/nearest.ts";
import { readWrittenDate } from "../../src/time/civil_date.ts";

/** `. Did you mean "…"?` where a text is a date, time or zone in another spelling, or nothing. */
export function respelling(expected: string, written: string): string {
  if (expected.startsWith("expected a time zone")) {
    return suggestion(written, Intl.supportedValuesOf("timeZone"));
  }
  const respell = expected.startsWith("expected a date") ? dateOf : timeOf;
  const better = /^expected a (date|time) such/.test(expected)
    ? respell(written.trim())
    : undefined;
  return better === undefined ? "" : `. Did you mean "${better}"?`;
}

function dateOf(text: string): string | undefined {
  try {
    return readWrittenDate(text.replace(/^(\d{4})-(\d{1,2})-(\d{1,2})$/, "$1/$2/$3"), "UTC");
  } catch {
    return undefined;
  }
}

/** `9:00`, `19.00`, `7pm`, `7:30 PM`. */
function timeOf(text: string): string | undefined {
  const match = /^(\d{1,2})(?:[:.](\d{2}))?\s*([ap]m)?$/i.exec(text);
  if (match === null || (match[2] ?? match[3]) === undefined) return undefined;
  const [, hour, minute = "00", half] = match;
  const shift = half?.toLowerCase() === "pm" ? 12 : 0;
  const hours = half === undefined ? Number(hour) : Number(hour) % 12 + shift;
  return hours < 24 && Number(minute) < 60
    ? `${String(hours).padStart(2, "0")}:${minute}`
    : undefined;
}
