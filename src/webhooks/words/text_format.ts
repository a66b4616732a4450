import type { EventFields } from "./event_fields.ts";
import type { SpokenGroup, Words } from "./words.ts";

/** How a kind of messages writes what is not this program's own text. */
export interface TextFormat {
  /** A text of the content as one line that formats and pings nothing, in at most so many letters. */
  text(text: string, longest: number): string;
  /** A day and time, epoch ms. */
  instant(at: number, group: SpokenGroup): string;
}

/** What lines are made from. */
export interface LineContext {
  readonly fields: EventFields;
  readonly words: Words;
  readonly group: SpokenGroup;
  readonly format: TextFormat;
}

/** A local day, `YYYY-MM-DD`, in words; "" where it is none. */
export function dateText(date: string, { locale }: Words): string {
  const noon = Date.parse(`${date.slice(0, 10)}T12:00:00Z`);
  if (Number.isNaN(noon)) return "";
  return new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(noon);
}
