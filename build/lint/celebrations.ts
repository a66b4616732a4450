import type { ShowFile } from "../../src/model/content/show.ts";
import { readCivilDate } from "../../src/time/civil_date.ts";
import type { GroupContent } from "../check/content.ts";
import type { Roster } from "../derive/roster.ts";
import { type ReportDiagnostic, warningAt } from "../diagnostic/diagnostic.ts";
import { quote } from "../diagnostic/quote.ts";
import type { Source } from "../read/source.ts";

/**
 * Warns of birthdays and last shows that are held without her, and of line-ups with somebody who had
 * left before; a line-up may be unknown yet.
 */
export function warnCelebrations(
  { shows, members: all, group: { timezone } }: GroupContent,
  roster: Roster,
  report: ReportDiagnostic,
): void {
  // A roster knows what members are called, and may have been made before other fields were changed.
  const leaving = new Map(all.map(({ slug, file: { graduated } }) => [
    slug,
    graduated === undefined ? undefined : readCivilDate(graduated, timezone),
  ]));
  const known = new Map<string, NamedSlug>();
  const find = (name: string): NamedSlug => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const found = roster.find(name);
    const slug = found.kind === "member" ? found.member.slug : undefined;
    const named = { slug, left: slug === undefined ? undefined : leaving.get(slug) };
    known.set(name, named);
    return named;
  };
  for (const { file, source } of shows) {
    const { members, seitansai, graduation } = file;
    if (members.length === 0) continue;
    warnAbsent(seitansai, "seitansai", "is celebrated", members, source, find, report);
    warnAbsent(graduation, "graduation", "graduates", members, source, find, report);
    members.forEach((name, place) => {
      const { left } = find(name);
      if (left === undefined || left >= file.date) return;
      if (left >= readCivilDate(file.date, timezone)) return;
      const message = `${quote(name)} graduated on ${left}, before this show: take her ` +
        "out, or correct one of the dates; where she comes back for it, this may stay";
      report(warningAt(source.locate(["members", place]), message));
    });
  }
}

/** Whom a name means; undefined for a guest. */
interface NamedSlug {
  readonly slug: string | undefined;
  /** The day on which she graduated. */
  readonly left: string | undefined;
}

/** Warns of those for whom a show is held without them in its line-up. */
function warnAbsent(
  celebrated: ShowFile["seitansai"],
  field: string,
  words: string,
  members: readonly string[],
  source: Source,
  find: (name: string) => NamedSlug,
  report: ReportDiagnostic,
): void {
  celebrated.forEach((who, place) => {
    const name = typeof who === "string" ? who : who.member;
    const { slug } = find(name);
    if (slug === undefined || members.some((other) => find(other).slug === slug)) return;
    const message = `${quote(name)} ${words} in this show and is not in its line-up: ` +
      "add her to members, or take her away here";
    report(warningAt(source.locate([field, place]), message));
  });
}

/** What of members, beside their names, {@linkcode warnCelebrations} tells of. */
export function leavingKey({ members }: GroupContent): string {
  return members.flatMap(({ slug, file }) =>
    file.graduated === undefined ? [] : [slug, file.graduated]
  )
    .join(" ");
}
