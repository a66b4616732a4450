import type { Entry, GroupContent } from "../../check/content.ts";
import { inOtherForm } from "../../check/same_form.ts";
import { foldText } from "../../../src/model/fold_text.ts";
import { type Roster, slugNamed } from "../../derive/roster.ts";
import { createSetlistFinder } from "../../derive/setlists.ts";
import { type ReportDiagnostic, warningAt } from "../../diagnostic/diagnostic.ts";
import { quote, suggestion } from "../../diagnostic/wording.ts";
import { spellingEdit } from "../../read/source.ts";
import type { MemberFile } from "../../schema/content/member.ts";
import type { SetlistFile } from "../../schema/content/occasions.ts";
import { phrase } from "../../words/say.ts";

/** A member whose file counts shows that content has no files of. */
interface CountedMember {
  readonly entry: Entry<MemberFile>;
  readonly before: NonNullable<MemberFile["shows_before"]>;
}

/**
 * Warns of counts of earlier shows that cannot be: by setlist more than in all, of a setlist that is not
 * there, of days to come or before she joined, fewer than content has, and more than there were of a
 * group whose shows content has all. `today`: the group's day.
 */
export function warnShowsBefore(
  members: GroupContent["members"],
  shows: GroupContent["shows"],
  setlists: readonly SetlistFile[],
  group: GroupContent["group"],
  roster: Roster,
  today: string,
  report: ReportDiagnostic,
): void {
  for (const entry of members) {
    const { shows_before: before } = entry.file;
    if (before === undefined) continue;
    const member = { entry, before };
    warnSetlists(member, setlists, report);
    warnSum(member, report);
    const asOf = before.as_of;
    const count = asOf ? countUpTo(asOf, entry, shows, roster) : 0;
    if (group.shows_complete && before.total > count) warnComplete(member, count, report);
    if (!asOf) continue;
    if (asOf > today) {
      const message =
        phrase`These shows are counted up to ${asOf}, a day to come: write the last day
        that is counted`;
      report(warningAt(entry.source.locate(["shows_before", "as_of"]), message));
      continue;
    }
    const { joined } = entry.file;
    if (joined && asOf < joined && before.total > 0) {
      const message = phrase`This is before the day she joined, ${joined}: correct one of the days`;
      report(warningAt(entry.source.locate(["shows_before", "as_of"]), message));
    }
    warnFewer(member, count, asOf, report);
  }
}

function warnSetlists(
  { entry: { source }, before }: CountedMember,
  setlists: readonly SetlistFile[],
  report: ReportDiagnostic,
): void {
  const { find } = createSetlistFinder(setlists);
  const names = setlists.map(({ name }) => name);
  const known = new Set<string>();
  before.by_setlist.forEach(({ setlist }, place) => {
    const path = ["shows_before", "by_setlist", place, "setlist"];
    if (known.has(foldText(setlist))) {
      const message = phrase`${
        quote(setlist)
      } is counted twice, and both counts are added up: keep one`;
      report(warningAt(source.locate(path), message));
    }
    known.add(foldText(setlist));
    if (find(setlist) !== undefined || setlists.length === 0) return;
    const remedy = suggestion(setlist, names) ||
      phrase`: correct the name, or add it with deno task new setlist`;
    const fix = spellingEdit(source, path, inOtherForm(setlist, names));
    const message = phrase`No setlist is called ${quote(setlist)}${remedy}`;
    report(warningAt(source.locate(path), message, fix));
  });
}

function warnComplete(
  { entry: { source } }: CountedMember,
  count: number,
  report: ReportDiagnostic,
): void {
  const message = phrase`group.yaml says that this folder has all shows (shows_complete), and it has
    ${count} of these: take shows_before or shows_complete away, or correct total`;
  report(warningAt(source.locate(["shows_before", "total"]), message));
}

function warnSum({ entry: { source }, before }: CountedMember, report: ReportDiagnostic): void {
  const sum = before.by_setlist.reduce((sum, { count }) => sum + count, 0);
  if (sum <= before.total) return;
  const message =
    phrase`The setlists add up to ${sum}, more than total, ${before.total}: correct one
    of the counts`;
  report(warningAt(source.locate(["shows_before", "total"]), message));
}

function warnFewer(
  { entry: { source }, before }: CountedMember,
  count: number,
  asOf: string,
  report: ReportDiagnostic,
): void {
  if (count <= before.total) return;
  const message =
    phrase`She is in more shows of this folder up to ${asOf}, ${count}, than total says:
    count them in, or correct as_of`;
  report(warningAt(source.locate(["shows_before", "total"]), message));
}

/** How many shows of a member took place up to a day. */
function countUpTo(
  day: string,
  { slug }: Entry<MemberFile>,
  shows: GroupContent["shows"],
  roster: Roster,
): number {
  return shows.filter(({ file }) =>
    file.state === "scheduled" && file.date <= day &&
    file.members.some((name) => slugNamed(name, roster) === slug)
  ).length;
}
