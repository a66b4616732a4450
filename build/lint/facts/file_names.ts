import type { MemberFile } from "../../schema/content/member.ts";
import { foldText } from "../../../src/model/fold_text.ts";
import type { Entry, GroupContent } from "../../check/content.ts";
import { type ReportDiagnostic, topOf, warningAt } from "../../diagnostic/diagnostic.ts";
import { titleSlug } from "../../../src/model/title_slug.ts";
import { quote } from "../../diagnostic/wording.ts";
import { phrase, type Words } from "../../words/say.ts";

/** What has a day. */
interface Dated {
  readonly date: string;
}

/** Warns of files whose name says another day, or another member, than their content. */
export function warnFileNames(content: GroupContent, report: ReportDiagnostic): void {
  const { shows, news, events, videocalls, members } = content;
  const dated: readonly (readonly Entry<Dated>[])[] = [shows, news, events, videocalls];
  for (const entry of dated.flat()) warnDay(entry, report);
  for (const day of videocalls) warnUndated(day, report);
  for (const member of members) warnName(member, report);
}

/** A day in another order, `04-07-2026`, without its hyphens, with others, or without zeros. */
const OTHER_DAY =
  /^(?:[0-3]?\d-[0-3]?\d-(?:19|20)\d{2}|(?:19|20)\d{2}[01]\d[0-3]\d|(?:19|20)\d{2}[_.][01]?\d[_.][0-3]?\d|(?:19|20)\d{2}-(?:\d-\d{1,2}|\d{2}-\d))(?![^-_.])/;

function warnDay(
  { slug, file, source }: Entry<Dated>,
  report: ReportDiagnostic,
): void {
  const named = /^\d{4}-\d{2}-\d{2}(?![^-])/.exec(slug)?.[0] ?? OTHER_DAY.exec(slug)?.[0];
  const { date } = file;
  if (named === undefined || named === date) return;
  const ending = source.file.slice(source.file.lastIndexOf("."));
  const better = `${date}${slug.slice(named.length).replaceAll(/[_.]/g, "-")}${ending}`;
  if (OTHER_DAY.test(slug)) {
    const message =
      phrase`The file's name begins with a day that is written ${named}: rename the file
      to ${quote(better)}`;
    return report(warningAt(source.locate(["date"]), message));
  }
  const message = phrase`This date is ${date}, and the file's name says ${named}:
    correct the date, or rename the file to ${quote(better)}`;
  report(warningAt(source.locate(["date"]), message));
}

/** A file is one day of video calls, and is called like it. */
function warnUndated(
  { slug, file, source }: Entry<Dated>,
  report: ReportDiagnostic,
): void {
  if (/^\d{4}-\d{2}-\d{2}/.test(slug) || OTHER_DAY.test(slug)) return;
  const message = phrase`The file's name does not begin with its day: rename the file to
    ${quote(`${file.date}.yaml`)}`;
  report(warningAt(source.locate(["date"]), message));
}

/**
 * One word in common is enough: who is called by a nickname often has a file of that name. A name with
 * a number is another service's.
 */
function warnName({ slug, file, source }: Entry<MemberFile>, report: ReportDiagnostic): void {
  if (MADE_UP.test(slug)) return;
  // A name in another writing is read in many ways.
  if (wordsOf(file.name).length === 0) return;
  if (slug.includes("_") && slug.replaceAll("_", "-") === titleSlug(file.name)) {
    const message = phrase`The file is called ${quote(slug)}: addresses have hyphens between words;
      rename it to ${quote(`${slug.replaceAll("_", "-")}.yaml`)}`;
    return report(warningAt(source.locate(["name"]), message));
  }
  const names = [file.name, file.fullname ?? "", ...file.nicknames, ...file.former_slugs];
  const known = names.flatMap(wordsOf);
  const isNumbered = /\d/.test(slug);
  if (isNumbered || known.length === 0 || wordsOf(slug).some((word) => isAmong(word, known))) {
    return;
  }
  const message = phrase`The file is called ${quote(slug)}; she is called ${quote(file.name)}:
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

/** What a program of forms calls a file whose title has no Latin letters: 12 random digits. */
const MADE_UP = /^(?:\d{4}-\d{2}-\d{2}-)?(?=[a-f]*\d)[\da-f]{12}$/;

/** What programs and people call a file that has no name yet. */
const EMPTY =
  /^(?:\d{4}-\d{2}-\d{2}-)?(?:untitled|unnamed|new|new-file|new-text-document|baru|file-baru|tanpa-judul|tanpa-nama|template|contoh|coba|dokumen|document|draft)(?:-\d+)?$/;

/** Warns of file names that a program has made up: each is an address for ever. */
export function warnMadeUpNames(
  { members, shows, news, events, releases }: GroupContent,
  report: ReportDiagnostic,
): void {
  const all: readonly (readonly Entry<unknown>[])[] = [members, shows, news, events, releases];
  for (const entry of all.flat()) warnMadeUp(entry, report);
}

function warnMadeUp({ slug, source }: Entry<unknown>, report: ReportDiagnostic): void {
  const warn = (message: Words) => report(warningAt(topOf(source.file), message));
  if (EMPTY.test(slug)) {
    warn(phrase`The file is called ${quote(slug)}, which is its address for ever:
      rename it after what is in it`);
  }
  if (MADE_UP.test(slug)) {
    warn(phrase`A program made up the file's name ${quote(slug)}, which is its address
      for ever: rename the file in small Latin letters, such as aufa-zafirah`);
  }
}
