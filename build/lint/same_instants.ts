import type { ShowFile } from "../../src/model/content/show.ts";
import { foldText } from "../../src/model/fold_text.ts";
import { readCivilDate } from "../../src/time/civil_date.ts";
import type { Entry, GroupContent } from "../check/content.ts";
import { type ReportDiagnostic, warningAt } from "../diagnostic/diagnostic.ts";

/** Warns of two shows that begin at one instant in one place; one that was called off does not count. */
export function warnSameInstants({ shows, group }: GroupContent, report: ReportDiagnostic): void {
  const known = new Map<string, Entry<ShowFile>>();
  for (const show of shows) {
    const { file: { date, time, venue = group.defaults.venue, state }, source } = show;
    if (time === undefined || state !== "scheduled") continue;
    const day = readCivilDate(date, group.timezone);
    const key = `${day} ${time.slice(0, 5)} ${foldText(venue ?? "")}`;
    const other = known.get(key);
    known.set(key, other ?? show);
    if (other === undefined) continue;
    const message = `Another show begins at this time in the same place, ${other.source.file}: ` +
      "delete one of them, or correct the time";
    report(warningAt(source.locate(["time"]), message));
  }
}
