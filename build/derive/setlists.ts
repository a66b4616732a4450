import type { SetlistsFile } from "../../src/model/content/setlists.ts";
import { foldText } from "../../src/model/fold_text.ts";
import { type ReportDiagnostic, warningAt } from "../diagnostic/diagnostic.ts";
import { suggestion } from "../diagnostic/nearest.ts";
import { quote } from "../diagnostic/quote.ts";
import type { Source } from "../read/source.ts";

/** The setlist of a show, by name in any case. */
export type FindSetlist = (name: string) => SetlistsFile[number] | undefined;

export function createSetlistFinder(setlists: SetlistsFile): FindSetlist {
  const byName = new Map(setlists.map((setlist) => [foldText(setlist.name), setlist]));
  return (name) => byName.get(foldText(name));
}

/** Warns of a setlist that `setlists.yaml` does not have. */
export function warnUnknownSetlist(
  name: string,
  source: Source,
  setlists: SetlistsFile,
  report: ReportDiagnostic,
): void {
  const hint = suggestion(name, setlists.map((setlist) => setlist.name));
  report(
    warningAt(source.locate(["setlist"]), `setlists.yaml has no setlist ${quote(name)}${hint}`),
  );
}
