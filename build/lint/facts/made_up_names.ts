import { derived } from "../../cache/derived.ts";
import type { Entry, GroupContent } from "../../check/content.ts";
import { type ReportDiagnostic, topOf, warningAt } from "../../diagnostic/diagnostic.ts";
import { quote } from "../../diagnostic/quote.ts";
import { say } from "../../words/say.ts";

/** What a program of forms calls a file whose title has no Latin letters: 12 random digits. */
export const MADE_UP = /^(?:\d{4}-\d{2}-\d{2}-)?(?=[a-f]*\d)[\da-f]{12}$/;

/** What programs and people call a file that has no name yet. */
const EMPTY =
  /^(?:\d{4}-\d{2}-\d{2}-)?(?:untitled|unnamed|new|new-file|new-text-document|baru|file-baru|tanpa-judul|tanpa-nama|template|contoh|coba|dokumen|document|draft)(?:-\d+)?$/;

/** Warns of file names that a program has made up: each is an address for ever. */
export function warnMadeUpNames(
  { members, shows, news, events, releases }: GroupContent,
  report: ReportDiagnostic,
): void {
  const all: readonly (readonly Entry<unknown>[])[] = [members, shows, news, events, releases];
  for (const entries of all) derived(entries, [], warnNames, report);
}

function warnNames(entries: readonly Entry<unknown>[], report: ReportDiagnostic): void {
  for (const { slug, source } of entries) {
    if (EMPTY.test(slug)) {
      const message = say`The file is called ${quote(slug)}, which is its address for ever:
            rename it after what is in it`;
      report(warningAt(topOf(source.file), message));
    }
    if (!MADE_UP.test(slug)) continue;
    const message = say`A program made up the file's name ${quote(slug)}, which is its address
          for ever: rename the file in small Latin letters, such as aufa-zafirah`;
    report(warningAt(topOf(source.file), message));
  }
}
