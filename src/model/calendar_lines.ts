/** Lines of iCalendar (RFC 5545), as the compiler and the runtime write them. */
import type { OccasionState } from "./enums.ts";

/** A line has at most 75 octets, its end not counted (RFC 5545, 3.1). */
const MAX_OCTETS = 75;
/** The last instant that four digits of a year can name. */
const LAST_INSTANT = Date.UTC(9999, 11, 31, 23, 59, 59);
/** How long an occasion takes of which content does not say it, in minutes. */
const USUAL_MINUTES = 120;
/** A show or event, as a calendar shows it. */
export interface CalendarOccasion {
  readonly title: string;
  readonly state: OccasionState;
  /** Epoch ms, or the local day `YYYY-MM-DD` if the time of day is unknown. */
  readonly start: number | string;
  /** How many minutes it takes; undefined if content does not say. */
  readonly minutes?: number | undefined;
  readonly venue?: string | undefined;
  readonly description?: string | undefined;
  readonly url?: string | undefined;
}

/**
 * What a calendar says of a show or event: the lines of a VEVENT between those that name it.
 *
 * A timed occasion always says how long it takes: without that it takes no time (RFC 5545, 3.6.1), and
 * programs show it as a line. An untimed one takes its day. One that is postponed has no new date yet;
 * its title says so, since programs show STATUS seldom.
 */
export function occasionLines(occasion: CalendarOccasion): string {
  const { title, state, start, minutes = USUAL_MINUTES, venue, description, url } = occasion;
  return [
    ...(typeof start === "number"
      ? [
        contentLine("DTSTART", calendarInstant(start)),
        contentLine("DURATION", calendarDuration(minutes)),
      ]
      : [contentLine("DTSTART;VALUE=DATE", calendarDay(start))]),
    textLine("SUMMARY", state === "postponed" ? `${title} (postponed)` : title),
    contentLine("STATUS", STATUSES[state]),
    venue ? textLine("LOCATION", venue) : "",
    description ? textLine("DESCRIPTION", description) : "",
    url && URL.canParse(url) ? contentLine("URL", new URL(url).href) : "",
  ].join("");
}

const STATUSES: Readonly<Record<OccasionState, string>> = {
  scheduled: "CONFIRMED",
  postponed: "TENTATIVE",
  cancelled: "CANCELLED",
};

/** A line whose value is a text: backslashes, semicolons, commas and line ends are escaped. */
export function textLine(name: string, text: string): string {
  return contentLine(name, escapeText(text));
}

/** A TEXT value (RFC 5545, 3.3.11), which holds no control character but the tab. */
function escapeText(text: string): string {
  return text.toWellFormed()
    .replace(/[\\;,]/g, "\\$&")
    .replace(/\r\n?|\n/g, "\\n")
    // deno-lint-ignore no-control-regex
    .replace(/[\x00-\x08\x0b-\x1f\x7f]/g, "");
}

/** A line, folded if it is too long, never within a character (RFC 5545, 3.1). */
export function contentLine(name: string, value: string): string {
  const text = `${name}:${value}`;
  return `${text.length * 3 <= MAX_OCTETS ? text : fold(text)}\r\n`;
}

function fold(text: string): string {
  let line = "";
  let octets = 0;
  for (const character of text) {
    const size = octetsOf(character.codePointAt(0)!);
    if (octets + size > MAX_OCTETS) {
      line += "\r\n ";
      octets = 1;
    }
    line += character;
    octets += size;
  }
  return line;
}

/** How many octets a code point has in UTF-8. */
function octetsOf(codePoint: number): number {
  return codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
}

/** An instant (epoch ms) in UTC, whole seconds: `20260704T120000Z`. */
export function calendarInstant(epochMs: number): string {
  const text = new Date(Math.min(epochMs, LAST_INSTANT)).toISOString();
  return `${text.slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
}

/** A number of minutes, at least one: `PT2H30M` (RFC 5545, 3.3.6). */
function calendarDuration(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return `PT${hours > 0 ? `${hours}H` : ""}${rest > 0 ? `${rest}M` : ""}`;
}

/** A day, `YYYY-MM-DD`, as calendars write it. */
export function calendarDay(date: string): string {
  return date.replaceAll("-", "");
}
