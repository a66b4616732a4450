import { type GroupContent } from "../../check/content.ts";
import { foldText } from "../../../src/model/fold_text.ts";
import { type Roster, slugNamed } from "../../derive/roster.ts";
import { songFields } from "../../derive/setlists.ts";
import { type ReportDiagnostic, warningAt } from "../../diagnostic/diagnostic.ts";
import { quote } from "../../diagnostic/wording.ts";
import type { Source, ValuePath } from "../../read/source.ts";
import { phrase } from "../../words/say.ts";

/** Warns of songs whose center does not sing them, and whose original title is their title. */
export function warnSongs(
  setlists: GroupContent["setlists"],
  roster: Roster,
  report: ReportDiagnostic,
): void {
  const find = (name: string) => slugNamed(name, roster) ?? foldText(name);
  for (const { file: { songs }, source } of setlists) {
    songs.map(songFields).forEach(({ title, original_title, center, unit }, number) => {
      const place: ValuePath = ["songs", number];
      warnSameTitle(title, original_title, source, place, report);
      const singers = new Set(unit.map(find));
      if (singers.size === 0) return;
      center.forEach((name, at) => {
        if (singers.has(find(name))) return;
        const message = phrase`${quote(name)} is the center of this song and not in its unit:
          add her to unit, or take her away here`;
        report(warningAt(source.locate([...place, "center", at]), message));
      });
    });
  }
}

/** Warns of tracks whose original title is their title. */
export function warnTracks(releases: GroupContent["releases"], report: ReportDiagnostic): void {
  for (const { file: { tracks }, source } of releases) {
    tracks.forEach(({ title, original_title }, place) =>
      warnSameTitle(title, original_title, source, ["tracks", place], report)
    );
  }
}

function warnSameTitle(
  title: string,
  original: string | undefined,
  source: Source,
  place: ValuePath,
  report: ReportDiagnostic,
): void {
  if (original === undefined || foldText(original) !== foldText(title)) return;
  const message = phrase`This is the title again: write the title in the original language, or take
    the line away`;
  report(warningAt(source.locate([...place, "original_title"]), message));
}
