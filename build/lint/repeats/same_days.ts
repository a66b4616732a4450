import { readCivilDate } from "../../../src/time/civil_date.ts";
import type { GroupContent } from "../../check/content.ts";
import { type ReportDiagnostic, warningAt } from "../../diagnostic/diagnostic.ts";
import type { Source } from "../../read/source.ts";
import { say } from "../../words/say.ts";

/** Warns of two files with the video calls of one day, which are one day to callers. */
export function warnSameDays(
  { videocalls, group: { timezone } }: Pick<GroupContent, "videocalls" | "group">,
  report: ReportDiagnostic,
): void {
  const known = new Map<string, Source>();
  // A copy's name is longer.
  const ranked = videocalls.toSorted((one, other) => one.slug.length - other.slug.length);
  for (const { slug, file, source } of ranked) {
    const day = readCivilDate(file.date, timezone);
    const other = known.get(day);
    known.set(day, other ?? source);
    // Of a copy whose date was not changed, that is told.
    const isNamedOtherwise = /^\d{4}-\d{2}-\d{2}/.test(slug) && !slug.startsWith(day);
    if (other === undefined || isNamedOtherwise) continue;
    const message = say`${other.file} has video calls of this day, too, and callers see them as one:
        put the sessions of a day into one file, or correct the date`;
    report(warningAt(source.locate(["date"]), message));
  }
}
