import { derived } from "../../cache/derived.ts";
import { foldName, isSpacedOtherwise } from "../../check/fold_name.ts";
import type { Entry, GroupContent } from "../../check/content.ts";
import { type ReportDiagnostic, warningAt } from "../../diagnostic/diagnostic.ts";
import { onlyNearest } from "../../diagnostic/nearest.ts";
import { quote } from "../../diagnostic/quote.ts";
import { spellingEdit } from "../../read/spelling_edit.ts";
import { say } from "../../words/say.ts";

/** How many files spell a word alike where one alone spells it otherwise. */
const MIN_ALIKE = 3;

/** Warns of a generation, team or category that one file spells otherwise than all others. */
export function warnLoneSpellings(
  { members, shows, news }: GroupContent,
  report: ReportDiagnostic,
): void {
  derived(members, [], warnGenerations, report);
  derived(members, [shows], warnTeams, report);
  derived(news, [], warnCategories, report);
}

function warnGenerations(members: GroupContent["members"], report: ReportDiagnostic): void {
  warnField(members, "generation", report);
}

function warnTeams(
  members: GroupContent["members"],
  shows: GroupContent["shows"],
  report: ReportDiagnostic,
): void {
  warnField([...members, ...shows], "team", report);
}

function warnCategories(news: GroupContent["news"], report: ReportDiagnostic): void {
  warnField(news, "category", report);
}

function warnField<F extends string>(
  entries: readonly Entry<{ readonly [field in F]?: string | undefined }>[],
  field: F,
  report: ReportDiagnostic,
): void {
  const spelt = Map.groupBy(entries, ({ file }) => file[field]);
  const usual = [...spelt].flatMap(([word, some]) =>
    word !== undefined && some.length >= MIN_ALIKE ? [word] : []
  );
  for (const [word, [entry, ...others]] of spelt) {
    if (word === undefined || entry === undefined || others.length > 0) continue;
    // `gen1` and `gen2` are two; so are short words that differ in a letter.
    const alike = usual.filter((other) => digitsOf(other) === digitsOf(word));
    const meant = alike.find((other) => foldName(other) === foldName(word)) ??
      (word.length < MIN_LENGTH ? undefined : onlyNearest(word, alike));
    if (meant === undefined) continue;
    const message = say`No other file has the ${field} ${quote(word)}. Did you mean ${
      quote(meant)
    }?`;
    const { source } = entry;
    // Another letter may make another team.
    const same = isSpacedOtherwise(word, meant) ? meant : undefined;
    report(warningAt(source.locate([field]), message, spellingEdit(source, [field], same)));
  }
}

const MIN_LENGTH = 5;

function digitsOf(word: string): string {
  return word.replace(/\D+/g, " ").trim();
}
