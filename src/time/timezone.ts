import { Temporal } from "./temporal.ts";

/** ECMA-262 TimeZoneIANAName: a letter first, so neither an offset nor a date in front of a zone. */
const IANA_NAME = /^[a-z._][a-z0-9._+-]*(\/[a-z._][a-z0-9._+-]*)*$/i;

/** A `+` in a query string arrives as a space: `Etc/GMT 12` was sent as `Etc/GMT+12`. */
const PLUS_AS_SPACE = /(?<=[a-z]) (?=\d{1,2}$)/i;

const MAX_QUOTE = 60;

/**
 * Reads an IANA time-zone name in any case, aliases included, and returns it in Temporal's own
 * spelling. An alias stays itself: `asia/calcutta` gives `Asia/Calcutta`.
 *
 * @throws {RangeError} for offsets (`+07:00`, `UTC+7`, `Z`) and for names Temporal does not know.
 */
export function parseTimezone(text: string): string {
  const name = text.replace(PLUS_AS_SPACE, "+");
  const zone = IANA_NAME.test(name) ? knownZone(name) : undefined;
  if (zone === undefined) throw unreadable(text);
  return zone;
}

function knownZone(name: string): string | undefined {
  try {
    // The constructor takes identifiers alone; `toZonedDateTimeISO()` would read date strings too.
    return new Temporal.ZonedDateTime(0n, name).timeZoneId;
  } catch {
    return undefined;
  }
}

function unreadable(text: string): RangeError {
  const shown = text.length > MAX_QUOTE ? `${text.slice(0, MAX_QUOTE)}…` : text;
  return new RangeError(
    `Cannot read time zone: expected an IANA name such as "Asia/Jakarta", got ${
      JSON.stringify(shown)
    }`,
  );
}
