import type { MemberFile } from "../../../src/model/content/member.ts";
import type { VideocallFile } from "../../../src/model/content/videocall.ts";
import { isYearlessDay, readCivilDate } from "../../../src/time/civil_date.ts";
import type { Entry, GroupContent } from "../../check/content.ts";
import { type ReportDiagnostic, warningAt } from "../../diagnostic/diagnostic.ts";
import { say } from "../../words/say.ts";

/** Warns of what ends, or is left, before it began. */
export function warnOrder(
  { members, videocalls, group: { timezone } }: Pick<
    GroupContent,
    "members" | "videocalls" | "group"
  >,
  report: ReportDiagnostic,
  thisYear: number,
): void {
  for (const member of members) warnLife(member, timezone, report, thisYear);
  for (const day of videocalls) warnSessions(day, report);
}

function warnLife(
  { file, source }: Entry<MemberFile>,
  zone: string,
  report: ReportDiagnostic,
  thisYear: number,
): void {
  const known = (["birth_date", "joined", "graduated"] as const).flatMap((field) => {
    const written = file[field];
    if (written === undefined || isYearlessDay(written)) return [];
    const day = readCivilDate(written, zone);
    // Of a birth in a year to come, that is told.
    return field === "birth_date" && Number(day.slice(0, 4)) > thisYear ? [] : [{ field, day }];
  });
  known.forEach(({ field, day }, place) => {
    const earlier = known[place - 1];
    if (earlier === undefined || day >= earlier.day) return;
    const message = say`${field} is before ${earlier.field} (${earlier.day}): correct one of them`;
    report(warningAt(source.locate([field]), message));
  });
}

/** A session that ends on the next day lasts less than this, in hours. */
const MAX_HOURS = 12;

function warnSessions({ file, source }: Entry<VideocallFile>, report: ReportDiagnostic): void {
  file.sessions.forEach(({ preparation_start, start_time, end_time }, place) => {
    const warn = (field: string, words: string) =>
      report(warningAt(source.locate(["sessions", place, field]), words));
    if (end_time !== undefined && hoursBetween(start_time, end_time) > MAX_HOURS) {
      warn(
        "end_time",
        say`The session ends before it begins (${start_time}): correct one of the two`,
      );
    }
    if (
      preparation_start !== undefined && hoursBetween(preparation_start, start_time) > MAX_HOURS
    ) {
      const message =
        say`They get ready after the session begins (${start_time}): correct one of the two`;
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
