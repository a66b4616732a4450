/**
 * This room warns of days, hours, people and measures that are hardly true.
 *
 * @module
 */

import type { GroupFile } from "../../schema/content/group.ts";
import type { ShowFile, VideocallFile } from "../../schema/content/occasions.ts";
import { foldText } from "../../../src/model/fold_text.ts";
import { isYearlessDay, readInstant } from "../../../src/time/civil_date.ts";
import { instantOf } from "../../../src/time/wall_clock.ts";
import type { Entry, GroupContent } from "../../check/content.ts";
import { type Diagnostic, type ReportDiagnostic, warningAt } from "../../diagnostic/diagnostic.ts";
import { quote } from "../../diagnostic/wording.ts";
import type { Source } from "../../read/source.ts";
import { isCopyOf } from "../repeats.ts";
import { phrase, type Words } from "../../words/say.ts";
import type { MemberFile } from "../../schema/content/member.ts";

/** The years that content covers: from the first groups to what is planned. */
const FIRST_YEAR = 1990;
const YEARS_AHEAD = 5;

/** No show begins before it; midnight is what programs write for a time that they do not know. */
const FIRST_HOUR = "08:00";
const FIRST_MINUTE = "00:01";

/** Names of files that begin with a day. */
const DATED = /^\d{4}-\d{2}-\d{2}/;

/** What takes place, or is published. */
interface Occasion {
  readonly date?: string | undefined;
  readonly release_date?: string | undefined;
  readonly time?: string | undefined;
  readonly publish_at?: string | undefined;
  readonly title?: string | undefined;
}

/** Titles that lists and calendars show on a line or two are shorter, in characters. */
const LONGEST_TITLE = 250;

/** Warns of years, hours and titles that shows, events, articles and releases hardly have. */
export function warnOccasions(
  { members, shows, events, news, releases, setlists, group: { timezone } }: GroupContent,
  report: ReportDiagnostic,
  thisYear: number,
): void {
  const all: readonly (readonly Entry<Occasion>[])[] = [shows, events, news, releases, members];
  for (const entry of all.flat()) warnYear(entry, thisYear, report);
  for (const show of shows) warnBeginning(show, FIRST_HOUR, timezone, report);
  warnTitles(shows, setlists, report);
  for (const event of events) warnBeginning(event, FIRST_MINUTE, timezone, report);
}

/** Warns of shows that have a setlist's name as their title, and so none of its songs. */
function warnTitles(
  shows: GroupContent["shows"],
  setlists: GroupContent["setlists"],
  report: ReportDiagnostic,
): void {
  const names = new Set(setlists.map(({ file: { name } }) => foldText(name)));
  for (const { file: { title, setlist }, source } of shows) {
    if (title === undefined || setlist !== undefined || !names.has(foldText(title))) continue;
    const message = phrase`${
      quote(title)
    } is a setlist: write setlist: instead of title:, so that the
      show has its songs and picture`;
    report(warningAt(source.locate(["title"], "key"), message));
  }
}

function warnYear(
  { slug, file, source }: Entry<Occasion>,
  thisYear: number,
  report: ReportDiagnostic,
): void {
  const { title, publish_at: published } = file;
  if (title !== undefined && title.length > LONGEST_TITLE) {
    const message = phrase`This title has ${title.length} letters, and is shown as it is in lists:
      write a short one, and the rest below`;
    report(warningAt(source.locate(["title"]), message));
  }
  if (published !== undefined && Number(published.slice(0, 4)) > thisYear + YEARS_AHEAD) {
    // If it takes place before it comes out, another check reports that.
    const isTold = file.date !== undefined && file.time !== undefined;
    const message = phrase`This comes out in the year ${published.slice(0, 4)}: correct publish_at`;
    if (!isTold) report(warningAt(source.locate(["publish_at"]), message));
  }
  const year = Number((file.date ?? file.release_date)?.slice(0, 4) ?? thisYear);
  if (year >= FIRST_YEAR && year <= thisYear + YEARS_AHEAD) return;
  // If the file's name says another year, that is reported.
  if (DATED.test(slug) && Number(slug.slice(0, 4)) !== year) return;
  const field = file.date === undefined ? "release_date" : "date";
  const message = phrase`Nothing of this group is in the year ${year}: correct the year`;
  report(warningAt(source.locate([field]), message));
}

/** Warns of what begins too early to be meant, or comes out after it took place. */
function warnBeginning(
  { file, source }: Entry<Occasion>,
  first: string,
  zone: string,
  report: ReportDiagnostic,
): void {
  const { date, time, publish_at: published } = file;
  if (time !== undefined && time < first) {
    const message =
      phrase`Nothing begins at ${time}: write hours of the afternoon as 13 to 23, such as
        "19:00", and leave time out until it is known`;
    report(warningAt(source.locate(["time"]), message));
  }
  if (published === undefined || date === undefined) return;
  const begins = instantOf(date, time ?? "23:59", zone);
  if (readInstant(published) <= begins) return;
  const message = phrase`This comes out after it has begun (${date}): correct publish_at or date`;
  report(warningAt(source.locate(["publish_at"]), message));
}

/** Names the instant and place of a show; undefined where it has none, or was called off. */
function instantAndPlace(
  { file }: Entry<ShowFile>,
  { defaults }: GroupFile,
): string | undefined {
  const { date, time, venue = defaults.venue, state } = file;
  if (time === undefined || state !== "scheduled") return undefined;
  return `${date} ${time.slice(0, 5)} ${foldText(venue ?? "")}`;
}

/** Warns of two shows that begin at one instant in one place; one that was called off does not count. */
export function warnSameInstants(
  shows: GroupContent["shows"],
  group: GroupFile,
  report: ReportDiagnostic,
): void {
  const known = new Map<string, Entry<ShowFile>>();
  for (const show of shows) {
    const key = instantAndPlace(show, group);
    if (key === undefined) continue;
    // Of a copy whose date was not changed, that is told.
    if (!show.slug.startsWith(key.slice(0, 10)) && DATED.test(show.slug)) continue;
    const other = known.get(key);
    known.set(key, other ?? show);
    // A copy is reported as one.
    if (other === undefined || isCopyOf(show, other) || isCopyOf(other, show)) continue;
    report({ ...sameInstant(show, other), ofOther: sameInstant(other, show) });
  }
}

function sameInstant({ source }: Entry<ShowFile>, other: Entry<ShowFile>): Diagnostic {
  const message = phrase`Another show begins at this time in the same place, ${other.source.file}:
    delete one of them, or correct the time`;
  return warningAt(source.locate(["time"]), message);
}

/** Warns of what ends, or is left, before it began. */
export function warnOrder(
  { members, videocalls }: Pick<GroupContent, "members" | "videocalls">,
  report: ReportDiagnostic,
  thisYear: number,
): void {
  for (const member of members) warnLife(member, report, thisYear);
  for (const day of videocalls) warnSessions(day, report);
}

function warnLife(
  { file, source }: Entry<MemberFile>,
  report: ReportDiagnostic,
  thisYear: number,
): void {
  const known = (["birth_date", "joined", "graduated"] as const).flatMap((field) => {
    const day = file[field];
    if (day === undefined || isYearlessDay(day)) return [];
    // A birth in a year to come is reported.
    return field === "birth_date" && Number(day.slice(0, 4)) > thisYear ? [] : [{ field, day }];
  });
  known.forEach(({ field, day }, place) => {
    const earlier = known[place - 1];
    if (earlier === undefined || day >= earlier.day) return;
    const message =
      phrase`${field} is before ${earlier.field} (${earlier.day}): correct one of them`;
    report(warningAt(source.locate([field]), message));
  });
}

/** A session that ends on the next day lasts less than this, in hours. */
const MAX_HOURS = 12;

function warnSessions({ file, source }: Entry<VideocallFile>, report: ReportDiagnostic): void {
  file.sessions.forEach(({ preparation_start, start_time, end_time }, place) => {
    const warn = (field: string, words: Words) =>
      report(warningAt(source.locate(["sessions", place, field]), words));
    if (end_time !== undefined && hoursBetween(start_time, end_time) > MAX_HOURS) {
      warn(
        "end_time",
        phrase`The session ends before it begins (${start_time}): correct one of the two`,
      );
    }
    if (
      preparation_start !== undefined && hoursBetween(preparation_start, start_time) > MAX_HOURS
    ) {
      const message =
        phrase`They get ready after the session begins (${start_time}): correct one of the two`;
      warn("preparation_start", message);
    }
  });
}

/** From one time of day to the next time that clocks show the other one; 0 where they are the same. */
function hoursBetween(from: string, to: string): number {
  return (hourOf(to) - hourOf(from) + 24) % 24;
}

function hourOf(time: string): number {
  const [hour = 0, minute = 0, second = 0] = time.split(":").map(Number);
  return hour + minute / 60 + second / 3600;
}

/** Warns of two files with the video calls of one day, which are one day to callers. */
export function warnSameDays(
  { videocalls }: Pick<GroupContent, "videocalls">,
  report: ReportDiagnostic,
): void {
  const known = new Map<string, Source>();
  // A copy's name is longer.
  const ranked = videocalls.toSorted((one, other) => one.slug.length - other.slug.length);
  for (const { slug, file, source } of ranked) {
    const day = file.date;
    const other = known.get(day);
    known.set(day, other ?? source);
    // Of a copy whose date was not changed, that is told.
    const isNamedOtherwise = /^\d{4}-\d{2}-\d{2}/.test(slug) && !slug.startsWith(day);
    if (other === undefined || isNamedOtherwise) continue;
    const message =
      phrase`${other.file} has video calls of this day, too, and callers see them as one:
        put the sessions of a day into one file, or correct the date`;
    report(warningAt(source.locate(["date"]), message));
  }
}
