import type { GroupContent } from "../check/content.ts";
import type { Roster } from "../derive/roster.ts";
import { type ReportDiagnostic, warningAt } from "../diagnostic/diagnostic.ts";
import { quote } from "../diagnostic/quote.ts";

/** Warns of birthdays that are celebrated in a show without her; a line-up may be unknown yet. */
export function warnCelebrations(
  { shows }: GroupContent,
  roster: Roster,
  report: ReportDiagnostic,
): void {
  const idOf = (name: string) => {
    const found = roster.find(name);
    return found.kind === "member" ? found.member.slug : undefined;
  };
  for (const { file: { members, seitansai }, source } of shows) {
    if (members.length === 0 || seitansai.length === 0) continue;
    const lineup = new Set(members.map(idOf));
    seitansai.forEach((who, place) => {
      const name = typeof who === "string" ? who : who.member;
      const slug = idOf(name);
      if (slug === undefined || lineup.has(slug)) return;
      const message = `${quote(name)} is celebrated in this show and is not in its line-up: ` +
        "add her to members, or take her away here";
      report(warningAt(source.locate(["seitansai", place]), message));
    });
  }
}
