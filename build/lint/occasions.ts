/** Rules of years, hours and titles that shows, events, articles and releases hardly have. */

import type { Entry } from "../check/content.ts";
import {
  leadingDay,
  leadingHour,
  leadingNoDay,
  leadingYearlessDay,
} from "../check/explain/leading_day.ts";
import { dayWithoutYear } from "../dates/written_days.ts";
import { plainly } from "../check/explain/written_times.ts";
import { quote } from "../diagnostic/wording.ts";
import { foldText } from "../../src/model/fold_text.ts";
import type { ShowFile } from "../schema/content/occasions.ts";
import { readInstant } from "../../src/time/civil_date.ts";
import { instantOf } from "../../src/time/wall_clock.ts";
import { phrase } from "../words/say.ts";
import { DATED, isCopyOf } from "./files.ts";
import { rule } from "./rule.ts";

/** The years that content covers: from the first groups to what is planned. */
const FIRST_YEAR = 1990;
const YEARS_AHEAD = 5;

/** A session that ends on the next day lasts less than this, in hours. */
const MAX_HOURS = 12;

/** No show begins before it. */
const FIRST_HOUR = "08:00";

/** What takes place, or is published. */
type Occasion = Entry<{
  readonly date?: string | undefined;
  readonly release_date?: string | undefined;
  readonly time?: string | undefined;
  readonly publish_at?: string | undefined;
  readonly title?: string | undefined;
}>;

const TITLED = ["shows", "events", "news", "releases"] as const;

export const OCCASION_RULES = [
  rule("occasion/year", TITLED, ({ slug, file }: Occasion, { thisYear }) => {
    const year = Number((file.date ?? file.release_date)?.slice(0, 4) ?? thisYear);
    if (year >= FIRST_YEAR && year <= thisYear + YEARS_AHEAD) return undefined;
    // If the file's name says another year, that is reported.
    if (DATED.test(slug) && Number(slug.slice(0, 4)) !== year) return undefined;
    return {
      at: [file.date === undefined ? "release_date" : "date"],
      message: phrase`Nothing of this group is in the year ${year}: correct the year`,
    };
  }),
  // Midnight is what programs write for a time that they do not know.
  rule("show/early", "shows", ({ file: { time } }) => {
    if (time === undefined || time >= FIRST_HOUR) return undefined;
    const [hour, minute] = time.split(":");
    // Nobody knows what midnight was meant as.
    const later = Number(hour) > 0 ? `${Number(hour) + 12}:${minute}` : "19:00";
    const message =
      phrase`Nothing begins at ${time}: write hours of the afternoon as 13 to 23, such as
      ${quote(later)}, and leave time out until it is known`;
    return { at: ["time"], message };
  }),
  rule("occasion/published-after", ["shows", "events"], ({ file }: Occasion, { content }) => {
    const { date, time = "23:59", publish_at: published } = file;
    if (published === undefined || date === undefined) return undefined;
    if (readInstant(published) <= instantOf(date, time, content.group.timezone)) return undefined;
    const message = phrase`This comes out after it has begun (${date}): correct publish_at or date`;
    return { at: ["publish_at"], message };
  }),
  rule("occasion/dated-title", TITLED, ({ file }: Occasion, { content }) => {
    const { title = "" } = file;
    const written = /\p{Nd}/u.test(title) && outerDay(file, title, content.group.timezone);
    if (!written) return undefined;
    const message = phrase`This title begins with ${quote(written)}, and days and hours have fields
      of their own: write the name alone`;
    return { at: ["title"], message };
  }),
  // What was called off does not count.
  rule("show/same-instant", "group", ({ shows, group }) => {
    const known = new Map<string, Entry<ShowFile>>();
    return shows.map((show) => {
      const { date, time, venue = group.defaults.venue, state } = show.file;
      if (time === undefined || state !== "scheduled") return undefined;
      // Of a copy whose date was not changed, that is told.
      if (!show.slug.startsWith(date) && DATED.test(show.slug)) return undefined;
      const key = `${date} ${time.slice(0, 5)} ${foldText(venue ?? "")}`;
      const other = known.get(key);
      known.set(key, other ?? show);
      // A copy is reported as one.
      if (other === undefined || isCopyOf(show, other) || isCopyOf(other, show)) return undefined;
      return { ...sameInstant(show, other), ofOther: sameInstant(other, show) };
    });
  }),
  rule(
    "videocall/order",
    "videocalls",
    ({ file: { sessions } }) =>
      sessions.flatMap(({ preparation_start: ready, start_time: start, end_time: end }, place) => [
        end !== undefined && hoursBetween(start, end) > MAX_HOURS
          ? {
            at: ["sessions", place, "end_time"],
            message: phrase`The session ends before it begins (${start}): correct one of the two`,
          }
          : undefined,
        ready !== undefined && hoursBetween(ready, start) > MAX_HOURS
          ? {
            at: ["sessions", place, "preparation_start"],
            message:
              phrase`They get ready after the session begins (${start}): correct one of the two`,
          }
          : undefined,
      ]),
  ),
];

function sameInstant({ source }: Entry<ShowFile>, other: Entry<ShowFile>) {
  const message = phrase`Another show begins at this time in the same place, ${other.source.file}:
    delete one of them, or correct the time`;
  return { place: source.locate(["time"]), message };
}

/** A celebration may be called after its day: `17 Agustus` is a title on every other day. */
function outerDay(
  { date, release_date = date }: Occasion["file"],
  title: string,
  zone: string,
): string | undefined {
  const bare = leadingYearlessDay(title);
  const isOwn = bare !== undefined && release_date !== undefined &&
    release_date.endsWith(dayWithoutYear(bare) ?? "none");
  const hour = leadingHour(title);
  // A song may be called as an hour.
  const isMore = hour !== plainly(title);
  return leadingDay(title, zone)?.written ?? leadingNoDay(title) ??
    (isOwn ? bare : isMore ? hour : undefined);
}

/** From one time of day to the next time that clocks show the other one; 0 where they are the same. */
function hoursBetween(from: string, to: string): number {
  return (hourOf(to) - hourOf(from) + 24) % 24;
}

function hourOf(time: string): number {
  const [hour = 0, minute = 0, second = 0] = time.split(":").map(Number);
  return hour + minute / 60 + second / 3600;
}
