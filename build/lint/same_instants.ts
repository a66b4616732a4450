import type { GroupFile } from "../../src/model/content/group.ts";
import type { ShowFile } from "../../src/model/content/show.ts";
import { foldText } from "../../src/model/fold_text.ts";
import { createRemember, type MadeMemory, REPORTS_NOTHING } from "../cache/remember.ts";
import type { Entry, GroupContent } from "../check/content.ts";
import { occasionOf } from "../derive/instants.ts";
import { type ReportDiagnostic, warningAt } from "../diagnostic/diagnostic.ts";

const nameOnce = createRemember<string | undefined>();

/** Names the instant and place of a show; undefined where it has none, or was called off. */
function createNaming({ timezone, defaults }: GroupFile): (show: ShowFile) => string | undefined {
  const folded = new Map<string, string>();
  const fold = (venue: string) => {
    const found = folded.get(venue) ?? foldText(venue);
    folded.set(venue, found);
    return found;
  };
  return (show) => {
    const { time, venue = defaults.venue, state } = show;
    if (time === undefined || state !== "scheduled") return undefined;
    return `${occasionOf(show, timezone).date} ${time.slice(0, 5)} ${fold(venue ?? "")}`;
  };
}

/** Warns of two shows that begin at one instant in one place; one that was called off does not count. */
export function warnSameInstants(
  { shows, group }: GroupContent,
  report: ReportDiagnostic,
  memory: MadeMemory,
): void {
  const known = new Map<string, Entry<ShowFile>>();
  const nameInstant = createNaming(group);
  for (const show of shows) {
    const key = nameOnce(memory, show, [group], REPORTS_NOTHING, () => nameInstant(show.file));
    if (key === undefined) continue;
    const { source } = show;
    const other = known.get(key);
    known.set(key, other ?? show);
    if (other === undefined) continue;
    const message = `Another show begins at this time in the same place, ${other.source.file}: ` +
      "delete one of them, or correct the time";
    report(warningAt(source.locate(["time"]), message));
  }
}
