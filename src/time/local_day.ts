import { Temporal } from "./temporal.ts";
import { dayEnd } from "./wall_clock.ts";

/** The date in `zone` at `epochMs` (milliseconds since the Unix epoch), as `YYYY-MM-DD`. */
export function localDay(epochMs: number, zone: string): string {
  return zonedAt(epochMs, zone).toPlainDate().toString();
}

/** A date (`YYYY-MM-DD`), and the first instant of the next one, in milliseconds since the Unix epoch. */
interface CivilDay {
  readonly date: string;
  readonly until: number;
}

/**
 * The date in `zone` whose first instant was the last before `epochMs`, or is it. It is what clocks
 * show, but for the minutes in which they show a date again that was over (see {@linkcode nextDayStart}).
 */
export function civilDayAt(epochMs: number, zone: string): CivilDay {
  const shown = zonedAt(epochMs, zone).toPlainDate();
  const isOver = dayEnd(shown.toString(), zone) <= epochMs;
  const date = (isOver ? shown.add({ days: 1 }) : shown).toString();
  return { date, until: dayEnd(date, zone) };
}

/**
 * The first instant after `epochMs` at which `zone` shows another date, in milliseconds since the
 * Unix epoch: until then, and no longer, whatever was decided by the local date holds.
 *
 * That is the start of the next date the zone has, with one exception: where clocks went back over
 * midnight (St. John's until 2011), the date is left, seen again, and left for good.
 */
export function nextDayStart(epochMs: number, zone: string): number {
  const here = zonedAt(epochMs, zone);
  const midnight = midnightAfter(here);
  if (midnight.offsetNanoseconds === here.offsetNanoseconds) return midnight.epochMilliseconds;
  const change = here.getTimeZoneTransition("next");
  if (change === null || change.epochMilliseconds >= midnight.epochMilliseconds) {
    return midnight.epochMilliseconds;
  }
  const sameDay = change.toPlainDate().equals(here.toPlainDate());
  return (sameDay ? midnight : change).epochMilliseconds;
}

/** The next start of tomorrow; its second one when clocks went back over midnight a moment ago. */
function midnightAfter(here: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  const tomorrow = here.toPlainDate().add({ days: 1 });
  const first = tomorrow.toZonedDateTime(here.timeZoneId);
  if (first.epochMilliseconds > here.epochMilliseconds) return first;
  return tomorrow.toPlainDateTime().toZonedDateTime(here.timeZoneId, { disambiguation: "later" });
}

function zonedAt(epochMs: number, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone);
}

/**
 * The weekday of `date` (a real `YYYY-MM-DD`) in `language` (a BCP 47 tag), in full: `Sabtu`. A language
 * that the runtime does not know gives English, never the machine's own language.
 *
 * @throws {RangeError} if `language` is not a language tag.
 */
export function weekdayName(date: string, language: string): string {
  if (lastFormat?.language !== language) {
    const options = { weekday: "long", timeZone: "UTC" } as const;
    lastFormat = { language, format: new Intl.DateTimeFormat([language, "en"], options) };
  }
  return lastFormat.format.format(Date.parse(date));
}

/** Making a format takes as long as using it a hundred times. */
let lastFormat: { readonly language: string; readonly format: Intl.DateTimeFormat } | undefined;
