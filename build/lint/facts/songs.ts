import { type GroupContent, placesOfSetlists } from "../../check/content.ts";
import { foldName } from "../../check/fold_name.ts";
import type { Roster } from "../../derive/roster.ts";
import { songFields } from "../../derive/setlists.ts";
import { type ReportDiagnostic, warningAt } from "../../diagnostic/diagnostic.ts";
import { quote } from "../../diagnostic/quote.ts";
import type { Source, ValuePath } from "../../read/source.ts";
import { say } from "../../words/say.ts";

/** Warns of songs whose center does not sing them, of people named twice, and of titles said twice. */
export function warnSongs(
  setlists: GroupContent["setlists"],
  roster: Roster,
  report: ReportDiagnostic,
): void {
  const find = (name: string) => {
    const found = roster.find(name);
    return found.kind === "member" ? found.member.slug : foldName(name);
  };
  for (const { setlist: { songs }, source, path } of placesOfSetlists(setlists)) {
    songs.map(songFields).forEach(({ title, original_title, center, unit }, number) => {
      const place: ValuePath = [...path, "songs", number];
      if (original_title !== undefined && foldName(original_title) === foldName(title)) {
        const message = say`This is the title again: write the title in the original language, or
          take the line away`;
        report(warningAt(source.locate([...place, "original_title"]), message));
      }
      warnPeople(center, [...place, "center"], source, find, report);
      warnPeople(unit, [...place, "unit"], source, find, report);
      const singers = new Set(unit.map(find));
      if (singers.size === 0) return;
      center.forEach((name, at) => {
        if (singers.has(find(name))) return;
        const message = say`${quote(name)} is the center of this song and not in its unit:
          add her to unit, or take her away here`;
        report(warningAt(source.locate([...place, "center", at]), message));
      });
    });
  }
}

/** Warns of somebody who is in a list under two names, or under one of them twice. */
function warnPeople(
  names: readonly string[],
  path: ValuePath,
  source: Source,
  find: (name: string) => string,
  report: ReportDiagnostic,
): void {
  const people = names.map(find);
  people.forEach((person, at) => {
    const first = people.indexOf(person);
    if (first === at) return;
    const message = say`${quote(names[at]!)} is in this list already, as ${quote(names[first]!)}:
      take one of the two away`;
    report(warningAt(source.locate([...path, at]), message));
  });
}
