/**
 * The weekday of `date` (a real `YYYY-MM-DD`) in `language` (a BCP 47 tag), in full: `Sabtu`. A language
 * that the runtime does not know gives English, never the machine's own language.
 *
 * @throws {RangeError} if `language` is not a language tag.
 */
export function weekdayName(date: string, language: string): string {
  return new Intl.DateTimeFormat([language, "en"], { weekday: "long", timeZone: "UTC" })
    .format(Date.parse(date));
}
