import type { MemberFile } from "../../../src/model/content/member.ts";
import { foldText } from "../../../src/model/fold_text.ts";
import { readCivilDate } from "../../../src/time/civil_date.ts";
import { createRemember, type MadeMemory } from "../../cache/remember.ts";
import type { Entry, GroupContent } from "../../check/content.ts";
import { type ReportDiagnostic, warningAt } from "../../diagnostic/diagnostic.ts";
import { quote } from "../../diagnostic/quote.ts";
import { say } from "../../words/say.ts";

const warnOnce = createRemember<void>();
const warnNamesOnce = createRemember<void>();

/** What has a day. */
interface Dated {
  readonly date: string;
}

/** Warns of files whose name says another day, or another member, than what stands in them. */
export function warnFileNames(
  content: GroupContent,
  report: ReportDiagnostic,
  memory: MadeMemory,
): void {
  const { shows, news, events, videocalls, members, group: { timezone } } = content;
  const warnDays = (entries: readonly Entry<Dated>[]) =>
    warnOnce(memory, entries, [timezone], report, (report) => {
      for (const entry of entries) warnDay(entry, timezone, report);
    });
  for (const entries of [shows, news, events, videocalls]) warnDays(entries);
  warnNamesOnce(memory, members, [], report, (report) => {
    for (const member of members) warnName(member, report);
  });
}

/** A day in another order, `04-07-2026`, or without its hyphens. */
const OTHER_DAY = /^(?:[0-3]\d-[0-3]\d-(?:19|20)\d{2}|(?:19|20)\d{2}[01]\d[0-3]\d)(?![^-])/;

function warnDay(
  { slug, file, source }: Entry<Dated>,
  zone: string,
  report: ReportDiagnostic,
): void {
  const named = /^\d{4}-\d{2}-\d{2}(?![^-])/.exec(slug)?.[0] ?? OTHER_DAY.exec(slug)?.[0];
  if (named === undefined || named === file.date) return;
  const date = readCivilDate(file.date, zone);
  if (named === date) return;
  const ending = source.file.slice(source.file.lastIndexOf("."));
  const better = `${date}${slug.slice(named.length)}${ending}`;
  if (OTHER_DAY.test(slug)) {
    const message = say`The file's name begins with a day that is written ${named}: rename the file
      to ${quote(better)}`;
    return report(warningAt(source.locate(["date"]), message));
  }
  const message = say`This date is ${date}, and the file's name says ${named}:
    correct the date, or rename the file to ${quote(better)}`;
  report(warningAt(source.locate(["date"]), message));
}

/**
 * One word in common is enough: who is called by a nickname often has a file of that name. A name with
 * a number is another service's.
 */
function warnName({ slug, file, source }: Entry<MemberFile>, report: ReportDiagnostic): void {
  const names = [file.name, file.fullname ?? "", ...file.nicknames, ...file.former_slugs];
  const known = names.flatMap(wordsOf);
  const isNumbered = /\d/.test(slug);
  if (isNumbered || known.length === 0 || wordsOf(slug).some((word) => isAmong(word, known))) {
    return;
  }
  const message = say`This name has no word in common with the file's name ${quote(slug)}:
    correct one of them, or add what she is called to nicknames`;
  report(warningAt(source.locate(["name"]), message));
}

/** `sari` is among `sarina`, and the other way round; names in other writing have no such words. */
function isAmong(word: string, known: readonly string[]): boolean {
  return known.some((other) => other.startsWith(word) || word.startsWith(other));
}

function wordsOf(text: string): string[] {
  return foldText(text).normalize("NFKD").split(/[^a-z0-9]+/).filter((word) => word !== "");
}
