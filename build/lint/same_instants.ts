import type { ShowFile } from "../../src/model/content/show.ts";
import { foldText } from "../../src/model/fold_text.ts";
import type { Entry, GroupContent } from "../check/content.ts";
import { occasionOf } from "../derive/instants.ts";
import { type ReportDiagnostic, warningAt } from "../diagnostic/diagnostic.ts";

/** Warns of two shows that begin at one instant in one place; one that was called off does not count. */
export function warnSameInstants({ shows, group }: GroupContent, report: ReportDiagnostic): void {
  const known = new Map<string, Entry<ShowFile>>();
  const folded = new Map<string, string>();
  const fold = (venue: string) => {
    const found = folded.get(venue) ?? foldText(venue);
    folded.set(venue, found);
    return found;
  };
  for (const show of shows) {
    const { file: { time, venue = group.defaults.venue, state }, source } = show;
    if (time === undefined || state !== "scheduled") continue;
    const day = occasionOf(show.file, group.timezone).date;
    const key = `${day} ${time.slice(0, 5)} ${fold(venue ?? "")}`;
    const other = known.get(key);
    known.set(key, other ?? show);
    if (other === undefined) continue;
    const message = `Another show begins at this time in the same place, ${other.source.file}: ` +
      "delete one of them, or correct the time";
    report(warningAt(source.locate(["time"]), message));
  }
}
